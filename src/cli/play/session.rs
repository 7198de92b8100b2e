//! The games of a person at the terminal, from the first line to the last. Begin with [`Session::hold`].

use super::command::{Command, HELP};
use super::must_be_new;
use super::record::{Made, Names, pdn};
use super::thinker::Thinker;
use crate::CliError;
use crate::ending::{ending, side};
use crate::notation::moves_text;
use crate::pdn::PdnError;
use kamen_analysis::signed_score_text;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::notation::Diagram;
use kamen_core::notation::pdn::parse_move;
use kamen_core::rules::GameResult;
use kamen_engine::{Level, SearchInfo, Setup};
use kamen_files::write_whole;
use kamen_tournament::transport::lines::next_line;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// A game so far.
#[derive(Default)]
pub(super) struct Played {
    moves: Vec<Made>,
    /// Whether the person has given up.
    is_resigned: bool,
}

/// A person's games against one opponent.
pub(super) struct Session<'a, W: Write> {
    pub(super) start: AnyPosition,
    pub(super) names: Names,
    /// The person's colour.
    pub(super) person: Color,
    pub(super) letters: bool,
    /// Whether Black is at the bottom of the board.
    pub(super) is_turned: bool,
    pub(super) level: Level,
    pub(super) opponent: Thinker,
    /// Who gives hints, once one was asked for.
    pub(super) adviser: Option<Thinker>,
    /// Its options.
    pub(super) advice: Vec<(String, String)>,
    pub(super) game: Played,
    /// The games before, as PDN.
    pub(super) earlier: Vec<String>,
    pub(super) pdn: Option<PathBuf>,
    pub(super) out: &'a mut W,
}

impl<W: Write> Session<'_, W> {
    /// Plays until the person leaves.
    pub(super) fn hold(&mut self, input: &mut impl BufRead, seed: u32) -> Result<(), CliError> {
        let variant = self.start.variant();
        writeln!(
            self.out,
            "{variant}: you are {} against {} (seed {seed}); type a move, or help",
            side(self.person),
            self.names.opponent
        )?;
        self.begin()?;
        loop {
            write!(self.out, "{}", self.prompt())?;
            self.out.flush()?;
            let line = match next_line(input)? {
                None => break,
                Some(Ok(line)) => line,
                Some(Err(error)) => {
                    writeln!(self.out, "{error}")?;
                    continue;
                }
            };
            match Command::parse(&line) {
                None => {}
                Some(Command::Quit) => return Ok(()),
                Some(command) => self.carry_out(command)?,
            }
        }
        // The prompt has no end of line.
        writeln!(self.out)?;
        Ok(())
    }

    fn carry_out(&mut self, command: Command) -> Result<(), CliError> {
        match command {
            Command::Move(text) => self.play(&text),
            Command::Hint => self.hint(),
            Command::Back => self.take_back(),
            Command::Moves => {
                let now = self.now();
                let moves = now.legal_moves();
                let moves = moves.iter().map(|m| self.text(now.position(), m));
                let moves: Vec<String> = moves.collect();
                Ok(writeln!(self.out, "{}", moves.join(" "))?)
            }
            Command::Board => self.show(),
            Command::Flip => {
                self.is_turned = !self.is_turned;
                self.show()
            }
            Command::Save(path) => self.save(&path),
            Command::Resign if self.result().is_some() => self.say("the game is over"),
            Command::Resign => {
                self.game.is_resigned = true;
                self.keep()?;
                self.tell_end()
            }
            Command::New => self.another(),
            Command::Help => Ok(write!(self.out, "{HELP}")?),
            // Carried out where lines are read.
            Command::Quit => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), CliError> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// The present position of the game.
    fn now(&self) -> AnyGame {
        let mut game = AnyGame::new(self.start);
        for made in &self.game.moves {
            game.play_legal(&made.played);
        }
        game
    }

    fn result(&self) -> Option<GameResult> {
        if self.game.is_resigned {
            return Some(GameResult::won_by(!self.person));
        }
        Some(self.now().over()?.result())
    }

    fn prompt(&self) -> String {
        if self.result().is_some() {
            return "new, back, save FILE or quit> ".to_owned();
        }
        let turn = side(self.now().turn());
        format!("{} {turn}> ", self.number(self.game.moves.len()))
    }

    /// The number of a ply on the score sheet: `1.` or `1...`.
    fn number(&self, ply: usize) -> String {
        let ply = ply + self.offset();
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", ply / 2 + 1)
    }

    /// 1 where the side begins that is not the first of the variant.
    fn offset(&self) -> usize {
        usize::from(self.start.turn() != self.start.variant().facts().first)
    }

    fn text(&self, position: &AnyPosition, m: &AnyMove) -> String {
        position.write_move_with(m, self.letters)
    }

    fn setup(&self) -> Setup {
        if self.start == AnyPosition::start(self.start.variant()) {
            Setup::Start
        } else {
            Setup::Hub(self.start.hub().to_string())
        }
    }

    /// The moves so far, in Hub notation.
    fn moves(&self) -> Vec<String> {
        let moves = self.game.moves.iter();
        moves.map(|made| made.played.to_string()).collect()
    }

    fn show(&mut self) -> Result<(), CliError> {
        let diagram = Diagram::new(*self.now().position()).with_letters(self.letters);
        Ok(write!(self.out, "{}", diagram.turned(self.is_turned))?)
    }

    /// Begins a game: the opponent moves if it is its turn.
    fn begin(&mut self) -> Result<(), CliError> {
        if self.now().turn() == self.person || self.result().is_some() {
            self.show()?;
        }
        self.go_on()
    }

    /// What follows a move: the end of the game, or the opponent's move.
    fn go_on(&mut self) -> Result<(), CliError> {
        self.keep()?;
        let now = self.now();
        if self.result().is_none() && now.turn() != self.person {
            let (setup, moves) = (self.setup(), self.moves());
            let thought = self.opponent.think(setup, &moves, self.level)?;
            let played = now.position().parse_move(&thought.best);
            let played = played.map_err(|error| CliError::Stopped(error.to_string()))?;
            let number = self.number(self.game.moves.len());
            let text = self.text(now.position(), &played);
            let info = thought.info;
            self.game.moves.push(Made { played, info });
            writeln!(self.out, "{}: {number} {text}", self.names.opponent)?;
            self.show()?;
            self.keep()?;
        }
        if self.result().is_some() {
            self.tell_end()?;
        }
        Ok(())
    }

    fn tell_end(&mut self) -> Result<(), CliError> {
        let end = match self.now().over() {
            Some(over) => {
                self.opponent.ended(self.setup(), &self.moves());
                ending(self.start.variant(), over)
            }
            None => format!("{} wins: {} resigns", side(!self.person), side(self.person)),
        };
        let person = self.person;
        let verdict = match self.result().and_then(GameResult::winner) {
            None => "nobody wins",
            Some(winner) if winner == person => "you win",
            Some(_) => "you lose",
        };
        Ok(writeln!(self.out, "The game is over, {verdict}. {end}.")?)
    }

    fn play(&mut self, text: &str) -> Result<(), CliError> {
        if self.result().is_some() {
            return self.say("the game is over");
        }
        match parse_move(self.now().position(), text) {
            Ok(played) => {
                self.game.moves.push(Made { played, info: None });
                self.go_on()
            }
            Err(error) => self.say(&format!("{error}; or help")),
        }
    }

    fn take_back(&mut self) -> Result<(), CliError> {
        if self.game.is_resigned {
            self.game.is_resigned = false;
            self.keep()?;
            return self.show();
        }
        // Sides alternate, so those before an odd or an even number of moves are the person's.
        let own = usize::from(self.start.turn() != self.person);
        let last = (0..self.game.moves.len()).rev().find(|ply| ply % 2 == own);
        let Some(ply) = last else {
            return self.say("there is no move of yours to take back");
        };
        self.game.moves.truncate(ply);
        self.keep()?;
        self.show()
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.result().is_some() {
            return self.say("the game is over");
        }
        let mut adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => Thinker::start(&self.advice)?,
        };
        let (setup, moves) = (self.setup(), self.moves());
        let thought = adviser.think(setup, &moves, self.level);
        self.adviser = Some(adviser);
        let thought = thought?;
        let line = match &thought.info {
            Some(info) => self.line(&info.pv),
            None => self.line(&[thought.best]),
        };
        let judgment = thought.info.as_ref().map(judgment).unwrap_or_default();
        self.say(&format!("{line}{judgment}"))
    }

    /// A line from the present position on, in Hub notation, as a score sheet has it.
    fn line(&self, moves: &[String]) -> String {
        let start = *self.now().position();
        let mut position = start;
        let mut line = Vec::new();
        for text in moves {
            let Ok(m) = position.parse_move(text) else {
                break;
            };
            position = position.after_legal(&m);
            line.push(m);
        }
        moves_text(
            &start,
            &line,
            self.game.moves.len() + self.offset(),
            self.letters,
        )
    }

    fn another(&mut self) -> Result<(), CliError> {
        let text = self.as_pdn();
        let game = std::mem::take(&mut self.game);
        if !game.moves.is_empty() {
            self.earlier.push(text);
        }
        self.person = !self.person;
        self.is_turned = self.person == Color::Black;
        self.opponent.new_game();
        if let Some(adviser) = &mut self.adviser {
            adviser.new_game();
        }
        self.say(&format!("You are {}.", side(self.person)))?;
        self.begin()
    }

    fn as_pdn(&self) -> String {
        let moves = &self.game.moves;
        pdn(&self.start, moves, &self.names, self.person, self.result())
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

    /// Writes the game to a file of its own.
    fn save(&mut self, path: &Path) -> Result<(), CliError> {
        let text = self.as_pdn();
        let saved = must_be_new(path).and_then(|()| write_whole(path, text.as_bytes()));
        match saved {
            Ok(()) => self.say(&format!("saved to {}", path.display())),
            Err(error) => self.say(&format!("{}: {error}", path.display())),
        }
    }
}

/// What the engine thinks of its line.
fn judgment(info: &SearchInfo) -> String {
    let score = signed_score_text(info.score);
    match (info.nodes, info.depth) {
        (0, _) => format!(" ({score} for you, from the opening book)"),
        (_, depth) => format!(" ({score} for you, depth {depth})"),
    }
}
