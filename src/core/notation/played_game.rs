//! Games of files for programs that read JSON, not PDN. Begin with [`PlayedGame::read`].

use super::noted_move::{self, NotedMove};
use super::pdn::{self, ReadError, Reader, Record, RecordError, RecordedMove};
use super::{GameState, Reason};
use crate::game::AnyPosition;
use crate::rules::Variant;
use kamen_protocol::pdn::{Comment, Element};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;

/// A game of a PDN file: read from one, or to be written to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its tags. Those that follow from the rest need not be given to write it.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// Its variant.
    pub variant: Variant,
    /// The FEN where it begins; empty for the start position, and where the file has none that can be read.
    #[serde(default)]
    pub start: String,
    /// Its moves.
    #[serde(default)]
    pub moves: Vec<NotedMove>,
    /// The comment before the first of them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Its result as the file has it; to write it, only where the rules do not tell it.
    #[serde(default)]
    pub result: Option<String>,
    /// What is wrong with the game; its moves are those before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The same by a name, where it is a move or a position that cannot be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl PlayedGame {
    /// The games of a PDN text; those that do not name their variant are taken for `usual`. An error says that it is no text of games
    /// but a picture, say; it is the last item then.
    pub fn read(text: &[u8], usual: Variant) -> impl Iterator<Item = io::Result<PlayedGame>> {
        Reader::new(text).map(move |game| PlayedGame::of(game, usual))
    }

    fn of(game: Result<pdn::Game, ReadError>, usual: Variant) -> io::Result<PlayedGame> {
        let (game, fault) = match game {
            Ok(game) => (game, None),
            Err(ReadError::Faulty(faulty)) => (faulty.game.clone(), Some(faulty.to_string())),
            Err(ReadError::Io(error)) => return Err(error),
        };
        let (variant, fault) = match pdn::variant_of(&game) {
            Ok(variant) => (variant.unwrap_or(usual), fault),
            Err(error) => (usual, fault.or(Some(error.to_string()))),
        };
        let replay = pdn::replay(variant, &game);
        let (moves, comment) = noted_move::read(&game.body, &replay);
        let breaks = (game.body.iter()).any(|element| matches!(element, Element::Setup(_)));
        let broken = || {
            breaks.then(|| "another position within the game, its moves are left out".to_owned())
        };
        let tags = game.tags.iter();
        Ok(PlayedGame {
            tags: tags
                .map(|tag| (tag.name().to_owned(), tag.value().to_owned()))
                .collect(),
            variant,
            start: replay.start.map_or_else(String::new, |start| start.fen()),
            moves,
            comment,
            result: game.tag("Result").map(str::to_owned),
            reason: Reason::of_replay(&replay).filter(|_| fault.is_none()),
            fault: fault
                .or_else(|| replay.faults.first().map(ToString::to_string))
                .or_else(broken),
        })
    }

    /// The game as PDN.
    ///
    /// # Errors
    /// Its start is no position of the variant, or a move is malformed, illegal or ambiguous.
    pub fn write(&self) -> Result<String, RecordError> {
        let moves = self.moves.iter().map(|noted| noted.text.as_str());
        let state = GameState::read(self.variant, &self.start, moves)?;
        let usual = AnyPosition::start(self.variant);
        let is_usual = state.start == usual.fen();
        let recorded = |noted: &NotedMove| RecordedMove {
            text: noted.text.clone(),
            comment: String::new(),
        };
        let tags = self.tags.iter();
        let record = Record {
            variant: self.variant,
            fen: (!is_usual).then(|| state.start.clone()),
            tags: tags
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            moves: self.moves.iter().map(recorded).collect(),
            result: None,
        };
        let mut game = pdn::write_game(&record)?;
        let start = match is_usual {
            true => usual,
            false => AnyPosition::parse_fen(self.variant, &state.start)?,
        };
        game.body = noted_move::write(start, &self.moves, 0)?;
        if !self.comment.is_empty() {
            let comment = Comment::new(&self.comment);
            game.body.insert(0, Element::Comment(comment));
        }
        let result = state.result.as_ref().or(self.result.as_ref());
        let tag = (game.tags.iter_mut()).find(|tag| tag.name() == "Result");
        if let Some((result, tag)) = result.zip(tag) {
            *tag = pdn::Tag::new("Result", result);
        }
        Ok(game.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<PlayedGame> {
        let games = PlayedGame::read(text, Variant::International);
        games.collect::<io::Result<_>>().unwrap()
    }

    #[test]
    fn a_picture_is_no_text_of_games() {
        let mut games = PlayedGame::read(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Variant::Czech);
        let error = games.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "found a PNG picture, expected the text of games");
        assert!(games.next().is_none());
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        for variant in Variant::ALL {
            let mut game = crate::game::AnyGame::start(variant);
            for _ in 0..12 {
                let m = game.legal_moves()[0];
                game.play_legal(&m);
            }
            let state = GameState::of(&game);
            let played = PlayedGame {
                tags: [("White".to_owned(), "Ann \"A\" \\".to_owned())].into(),
                variant,
                start: String::new(),
                moves: state.played.iter().cloned().map(NotedMove::from).collect(),
                comment: String::new(),
                result: Some("1/2-1/2".to_owned()),
                fault: None,
                reason: None,
            };
            let text = played.write().unwrap();
            let read = read(text.as_bytes());
            let [read] = read.as_slice() else {
                panic!("{variant}: {text}")
            };
            assert_eq!(
                (read.variant, &read.moves, &read.fault),
                (variant, &played.moves, &None),
                "{text}"
            );
            assert_eq!(read.result, played.result, "{text}");
            assert_eq!(read.tags["White"], played.tags["White"]);
            assert_eq!(read.start, AnyPosition::start(variant).fen());
            let json = serde_json::to_string(read).unwrap();
            assert_eq!(serde_json::from_str::<PlayedGame>(&json).unwrap(), *read);
        }
    }

    #[test]
    fn faults_are_told_beside_the_moves_before_them() {
        let text = b"[GameType \"29\"] 1. c3-d4 c3-d4 * [GameType \"29\"] 1. b2-b2 *\n1. 32-28";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].moves, ["c3-d4".to_owned().into()]);
        assert!(
            games[0]
                .fault
                .as_ref()
                .unwrap()
                .contains("illegal move 'c3-d4'")
        );
        assert_eq!(games[0].reason.as_ref().unwrap().code, "empty");
        assert!(games[1].fault.is_some() && games[1].moves.is_empty());
        assert_eq!(games[2].variant, Variant::International);
        let wrong = PlayedGame {
            moves: vec!["1-2".to_owned().into()],
            ..games[0].clone()
        };
        assert!(
            wrong
                .write()
                .unwrap_err()
                .to_string()
                .starts_with("move 1: ")
        );
    }

    #[test]
    fn a_result_by_the_rules_counts_before_one_that_is_told() {
        let game = r#"{"variant":"czech","start":"W:Wc3:Bd4","moves":["c3xe5"],"result":"0-1"}"#;
        let game: PlayedGame = serde_json::from_str(game).unwrap();
        assert!(game.write().unwrap().contains("[Result \"1-0\"]"));
    }
}
