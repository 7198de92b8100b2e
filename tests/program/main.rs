//! The real binary as users run it, command by command.

mod analyze;
mod board;
mod book;
mod cli;
mod command;
#[cfg(unix)]
mod documents;
mod eval;
mod evolve;
#[cfg(unix)]
mod examples;
mod exercises;
mod experiments;
#[cfg(unix)]
mod faults;
mod floods;
mod hub;
mod inputs;
#[cfg(unix)]
mod jobs;
mod learn;
mod matches;
mod memory;
mod mutations;
mod outputs;
mod packaging;
mod pdn;
mod pdn_find;
#[cfg(target_os = "linux")]
mod pdn_large;
mod pdn_slips;
mod pdn_tools;
mod perft;
mod pipes;
mod play;
#[cfg(unix)]
mod play_terminal;
mod problem;
mod readings;
mod selfplay;
#[cfg(unix)]
mod serve;
mod shared;
#[cfg(unix)]
mod shell;
mod status;
mod strangers;
mod survey;
mod tables;
#[cfg(unix)]
mod tables_plan;
mod tactics;
mod td;
mod train;
mod tune;
mod university;
