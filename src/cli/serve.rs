//! `kamen serve`.

use super::CliError;
use super::stop::stop_on_signals;
use clap::value_parser;
use kamen_files::note;
use kamen_serve::{Server, Settings};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The examples of `kamen serve --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen serve --open                             a board in the browser
  kamen serve --listen 0.0.0.0:8010 --token T    for other machines, that know the token
  kamen serve --origin https://example.org       for the page of another server, too";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8010")]
    listen: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A word that whoever asks must know
    #[arg(long, value_name = "TOKEN", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    token: Option<String>,
    /// A page of another server that may ask: https://example.org, or null for files that the browser has opened
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// A name of this machine by which it may be asked, beside addresses and localhost
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Engines at the same time
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = value_parser!(u16).range(1..=4096))]
    sessions: u16,
    /// Engines at the same time for each address but those of this machine
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u16).range(1..=4096))]
    sessions_each: u16,
    /// Threads that search at the same time, of all engines together; as many as there are processors without
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// MiB of transposition tables, of all engines together
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = value_parser!(u32).range(1..))]
    memory: u32,
    /// Seconds after which an engine ends whose client says nothing
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = value_parser!(u32).range(1..))]
    idle: u32,
    /// Seconds of the longest search of /analyse
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u32).range(1..=3600))]
    think: u32,
    /// A folder of endgame tables, beside those that the program carries
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Arguments {
    fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            listen: self.listen,
            hosts: self.host.clone(),
            origins: self.origin.clone(),
            token: self.token.clone(),
            sessions: self.sessions.into(),
            sessions_each: self.sessions_each.into(),
            threads: self.threads.map_or(usual.threads, usize::from),
            memory: u64::from(self.memory) << 20,
            idle: Duration::from_secs(self.idle.into()),
            think: Duration::from_secs(self.think.into()),
            tables: self.tables.clone(),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let server = Server::bind(arguments.settings(), stop_on_signals())?;
    let page = server.page();
    writeln!(out, "{page}")?;
    out.flush()?;
    note(format_args!("Kamen is there until Ctrl-C."));
    if arguments.token.is_none() && !server.address().ip().is_loopback() {
        note(format_args!(
            "Whoever reaches this machine can use it: expected --token, or an address that only you reach."
        ));
    }
    if arguments.open
        && let Err(error) = open::that_detached(&page)
    {
        note(format_args!("cannot open the browser: {error}"));
    }
    Ok(server.run()?)
}
