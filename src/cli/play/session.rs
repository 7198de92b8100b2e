//! The games of a person, from the first line to the last. Begin with [`Session::hold`].

use super::command::{self, Command};
use super::console::Console;
use super::game::{Made, PlayedGame};
use super::keys::HURRY;
use super::must_be_new;
use super::record::{Names, pdn};
use super::refusal::refused;
use super::review::{TurningPoint, turning_point};
use super::score::{judgment, score_for_you};
use super::terminal::Typed;
use super::thinker::{Thinker, Thought};
use crate::CliError;
use crate::ending::side;
use crate::pdn::PdnError;
use kamen_core::board::Color;
use kamen_core::game::AnyMove;
use kamen_core::notation::pdn::parse_move;
use kamen_core::rules::GameResult;
use kamen_engine::Level;
use kamen_files::write_whole;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A person's games against one opponent.
pub(super) struct Session<'a, W: Write> {
    pub(super) names: Names,
    /// Whether Black is at the bottom of the board.
    pub(super) is_turned: bool,
    pub(super) level: Level,
    pub(super) opponent: Thinker,
    /// Who gives hints, once one was asked for.
    pub(super) adviser: Option<Thinker>,
    /// Its options.
    pub(super) advice: Vec<(String, String)>,
    pub(super) game: PlayedGame,
    /// The games before, as PDN.
    pub(super) earlier: Vec<String>,
    pub(super) pdn: Option<PathBuf>,
    pub(super) console: Console<'a, W>,
}

impl<W: Write> Session<'_, W> {
    /// Plays until the person leaves.
    pub(super) fn hold(&mut self, seed: u32) -> Result<(), CliError> {
        let variant = self.game.start.variant();
        let (person, opponent) = (side(self.game.person), &self.names.opponent);
        self.console.say(&format!(
            "{variant}: you are {person} against {opponent} (seed {seed}); type a move, or help"
        ))?;
        self.begin()?;
        let mut is_leaving = false;
        loop {
            let was_leaving = std::mem::take(&mut is_leaving);
            match self.console.read(&self.prompt(), self.words())? {
                Typed::End => return Ok(()),
                Typed::Interrupt if was_leaving => return Ok(()),
                Typed::Interrupt => {
                    is_leaving = true;
                    self.console
                        .say("quit, or Ctrl-C again, to leave; save FILE keeps the game")?;
                }
                Typed::Bad(reason) => self.console.say(&reason)?,
                Typed::Line(line) => match Command::parse(&line) {
                    None => {}
                    Some(Command::Quit) => return Ok(()),
                    Some(command) => self.carry_out(command)?,
                },
            }
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<(), CliError> {
        match command {
            Command::Move(text) => self.play(&text),
            Command::Hint => self.hint(),
            Command::Back => self.take_back(),
            Command::Moves => self.console.say(&self.game.legal().join(" ")),
            Command::Board => self.show(),
            Command::Flip => {
                self.is_turned = !self.is_turned;
                self.show()
            }
            Command::Save { path: None, .. } => self.console.say(
                "usage: save FILE writes the game to a new file, as PDN; save! FILE replaces a file",
            ),
            Command::Save {
                path: Some(path),
                replaces,
            } => self.save(&path, replaces),
            Command::Resign if self.game.result().is_some() => self.console.say("the game is over"),
            Command::Resign => {
                self.game.is_resigned = true;
                self.keep()?;
                self.tell_end()
            }
            Command::New => self.another(),
            Command::Help => {
                let help = command::help(self.console.width());
                self.console.write(&help)
            }
            // Carried out where lines are read.
            Command::Quit => Ok(()),
        }
    }

    fn prompt(&self) -> String {
        match self.game.result() {
            Some(_) => "new, back, save FILE or quit> ".to_owned(),
            None => self.game.prompt(),
        }
    }

    /// What can be typed now.
    fn words(&self) -> Vec<String> {
        let moves = match self.game.result() {
            Some(_) => Vec::new(),
            None => self.game.legal(),
        };
        let commands = command::words().map(str::to_owned);
        moves.into_iter().chain(commands).collect()
    }

    fn show(&mut self) -> Result<(), CliError> {
        let (diagram, last_move) = self.game.diagram(self.is_turned);
        self.console.draw(&diagram, &last_move)
    }

    /// Begins a game: the opponent moves if it is its turn.
    fn begin(&mut self) -> Result<(), CliError> {
        if self.game.now().turn() == self.game.person || self.game.result().is_some() {
            self.show()?;
        }
        self.go_on()
    }

    /// What follows a move: the end of the game, or the opponent's move.
    fn go_on(&mut self) -> Result<(), CliError> {
        self.keep()?;
        if self.game.result().is_none() && self.game.now().turn() != self.game.person {
            let Thought { best, info } = think(
                &mut self.opponent,
                &self.game,
                self.level,
                &mut self.console,
            )?;
            let played = self.game.now().position().parse_move(&best);
            let played = played.map_err(|error| CliError::Stopped(error.to_string()))?;
            let number = self.game.number(self.game.moves.len());
            let text = self.game.text(&played);
            self.game.moves.push(Made { played, info });
            let told = format!("{}: {number} {text}", self.names.opponent);
            self.console.say(&told)?;
            self.show()?;
            self.keep()?;
        }
        if self.game.result().is_some() {
            self.tell_end()?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), CliError> {
        if self.game.result().is_some() {
            return self.console.say("the game is over");
        }
        let position = *self.game.now().position();
        match parse_move(&position, text) {
            Ok(played) => {
                self.game.moves.push(Made { played, info: None });
                self.go_on()
            }
            Err(error) => {
                let told = refused(&position, text, self.game.letters);
                self.console.say(&told.unwrap_or_else(|| error.to_string()))
            }
        }
    }

    /// Tells how the game ended, what decided it, and how to learn more.
    fn tell_end(&mut self) -> Result<(), CliError> {
        if !self.game.is_resigned {
            self.opponent
                .ended(self.game.setup(), &self.game.hub_moves());
        }
        self.console.say(&self.game.end())?;
        if self.game.moves.is_empty() {
            return Ok(());
        }
        let told = match self.look_back()? {
            Some(point) => self.told_of(&point),
            None => "No move of yours cost much.".to_owned(),
        };
        self.console.say(&told)?;
        match self.pdn.clone() {
            Some(path) => self.tell_command(&path, self.earlier.len() + 1),
            None => self
                .console
                .say("save FILE keeps the game, for kamen analyze to judge every move."),
        }
    }

    fn told_of(&self, point: &TurningPoint) -> String {
        /// The most moves of the line that would have been better.
        const LINE: usize = 6;
        let played = self.game.line(point.ply, &[point.played]);
        let moves = &point.better.moves;
        let better = self.game.line(point.ply, &moves[..moves.len().min(LINE)]);
        let has_won = self.game.result() == Some(GameResult::won_by(self.game.person));
        let what = match has_won {
            true => "Your costliest move was",
            false => "The turning point was your",
        };
        format!(
            "{what} {played} ({}); better was {better} ({}).",
            score_for_you(point.score),
            score_for_you(point.better.score)
        )
    }

    fn look_back(&mut self) -> Result<Option<TurningPoint>, CliError> {
        let moves: Vec<AnyMove> = self.game.moves.iter().map(|made| made.played).collect();
        let (start, person) = (self.game.start, self.game.person);
        let status = self.console.status();
        status.set_message(format!("looking back ({HURRY} ends that)"));
        let mut is_over = false;
        let found = turning_point(&start, &moves, person, || {
            is_over = is_over || self.console.is_hurried();
            is_over
        });
        status.finish_and_clear();
        Ok(found?)
    }

    /// Tells the command that judges game `number` of a file.
    fn tell_command(&mut self, path: &Path, number: usize) -> Result<(), CliError> {
        let file = word(path);
        let page = word(&path.with_extension("html"));
        // Not wrapped: it is copied.
        self.console.write(&format!(
            "To have every move judged:\n  kamen analyze {file} --game {number} --html {page}\n"
        ))
    }

    fn take_back(&mut self) -> Result<(), CliError> {
        if !self.game.take_back() {
            return self.console.say("there is no move of yours to take back");
        }
        self.keep()?;
        self.show()
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.game.result().is_some() {
            return self.console.say("the game is over");
        }
        let mut adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => Thinker::start(&self.advice)?,
        };
        let thought = think(&mut adviser, &self.game, self.level, &mut self.console);
        self.adviser = Some(adviser);
        let Thought { best, info } = thought?;
        let told = match info {
            Some(info) => self.game.engine_line(&info.pv) + &judgment(&info),
            None => self.game.engine_line(&[best]),
        };
        self.console.say(&told)
    }

    fn another(&mut self) -> Result<(), CliError> {
        let text = self.as_pdn();
        let person = !self.game.person;
        let next = PlayedGame::new(self.game.start, person, self.game.letters);
        let game = std::mem::replace(&mut self.game, next);
        if !game.moves.is_empty() {
            self.earlier.push(text);
        }
        self.is_turned = person == Color::Black;
        self.opponent.new_game();
        if let Some(adviser) = &mut self.adviser {
            adviser.new_game();
        }
        self.console.say(&format!("You are {}.", side(person)))?;
        self.begin()
    }

    fn as_pdn(&self) -> String {
        pdn(&self.game, &self.names)
    }

    /// Writes all games to the file that the command line names.
    fn keep(&mut self) -> Result<(), CliError> {
        let Some(path) = &self.pdn else {
            return Ok(());
        };
        let mut games = self.earlier.clone();
        games.push(self.as_pdn());
        let written = write_whole(path, games.join("\n").as_bytes());
        Ok(written.map_err(|error| PdnError::file(path, error))?)
    }

    /// Writes the game to a file of its own. A file that is there is replaced only if the person wants that.
    fn save(&mut self, path: &Path, replaces: bool) -> Result<(), CliError> {
        let shown = path.display();
        let saved = match must_be_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && !replaces => {
                if !self.console.is_terminal() {
                    let told = format!("{shown}: the file exists; save! {shown} replaces it");
                    return self.console.say(&told);
                }
                if !self.agrees(&format!("{shown} exists. Replace it? [y/N] "))? {
                    return self.console.say("not saved");
                }
                Ok(())
            }
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        };
        let saved = saved.and_then(|()| write_whole(path, self.as_pdn().as_bytes()));
        if let Err(error) = saved {
            return self.console.say(&format!("{shown}: {error}"));
        }
        self.console.say(&format!("saved to {shown}"))?;
        match self.game.result().is_some() && !self.game.moves.is_empty() {
            true => self.tell_command(path, 1),
            false => Ok(()),
        }
    }

    fn agrees(&mut self, question: &str) -> Result<bool, CliError> {
        let answer = self.console.read(question, Vec::new())?;
        let Typed::Line(answer) = answer else {
            return Ok(false);
        };
        Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
    }
}

/// Waits for a move of an engine, and tells what it sees.
fn think<W: Write>(
    thinker: &mut Thinker,
    game: &PlayedGame,
    level: Level,
    console: &mut Console<'_, W>,
) -> Result<Thought, CliError> {
    let status = console.status();
    status.set_message(format!("thinking ({HURRY} hurries)"));
    let is_own = game.now().turn() == game.person;
    let mut told = 0;
    let thought = thinker.think(game.setup(), &game.hub_moves(), level, |info| {
        if let Some(info) = info.filter(|info| info.nodes != told) {
            told = info.nodes;
            let score = if is_own { info.score } else { -info.score };
            status.set_message(format!(
                "thinking ({HURRY} hurries): depth {}, {}: {}",
                info.depth,
                score_for_you(score),
                game.engine_line(&info.pv)
            ));
        }
        console.is_hurried()
    });
    status.finish_and_clear();
    thought
}

/// A path as a word of a command line.
fn word(path: &Path) -> String {
    let text = path.to_string_lossy();
    match shlex::try_quote(&text) {
        Ok(quoted) => quoted.into_owned(),
        Err(_) => text.into_owned(),
    }
}
