//! Answers to `enginecommand`. Begin with [`answer`].

use crate::folder;
use crate::game::{Game, renumbered};
use crate::moves::{NO_MOVES, list};
use crate::settings::{SettingError, Settings};
use kamen_core::{AnyGame, AnyPosition, Variant};
use kamen_protocol::{Fen, Side};

/// The answer to a command; `None` if it is unknown or cannot be done, which CheckerBoard tells by itself.
///
/// An option that is refused is told why, as an answer to a command that was understood.
pub(crate) fn answer(settings: &mut Settings, command: &str) -> Option<String> {
    let (word, rest) = first_word(command);
    match word {
        "name" => Some(name(settings.game)),
        "about" => Some(about(settings.game)),
        "get" => get(settings, rest),
        "set" => set(settings, rest),
        _ => None,
    }
}

/// The first word of a text, and the rest of it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn name(game: Game) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match game.variant {
        Variant::English => format!("Kamen {version}"),
        variant => format!("Kamen {version} ({variant})"),
    }
}

fn about(game: Game) -> String {
    format!(
        "{}\n\nA draughts engine for many variants.\n{}",
        name(game),
        env!("CARGO_PKG_REPOSITORY")
    )
}

fn get(settings: &Settings, asked: &str) -> Option<String> {
    match first_word(asked) {
        ("protocolversion", _) => Some("2".to_owned()),
        ("movelist", fen) => movelist(settings.game, fen),
        (name, _) => settings.get(name),
    }
}

fn set(settings: &mut Settings, asked: &str) -> Option<String> {
    let (name, value) = first_word(asked);
    if name == "gamehist" {
        settings.history = Some(history(settings.game, value)?);
        return Some("history set".to_owned());
    }
    if name == "check_wld_dir" {
        return Some(folder::contents(settings.game.variant, value));
    }
    match settings.set(name, value) {
        // CheckerBoard shows the answer to this one in a box, each time that its options are left.
        Ok(()) if name == "dbmbytes" => Some(String::new()),
        Ok(()) => Some(format!("{name} is {value}")),
        Err(SettingError::Unknown) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// The legal moves of a position. A side without pieces has none, whatever else is wrong: so CheckerBoard asks whether the command is
/// known, with a man where none can stand.
fn movelist(game: Game, fen: &str) -> Option<String> {
    // CheckerBoard's squares of these numbers are not those of its boards; it then asks `islegal`.
    if game.variant == Variant::Czech {
        return None;
    }
    let fen = Fen::parse(fen).ok()?;
    let turn: Side = fen.turn?;
    if fen.pieces.iter().all(|piece| piece.side != turn) {
        return Some(NO_MOVES.to_owned());
    }
    list(game, &AnyPosition::from_fen(game.variant, &fen).ok()?)
}

/// A game: a position and moves from there, between squares by their numbers.
fn history(game: Game, text: &str) -> Option<AnyGame> {
    let text = own_numbers(game, text)?;
    let (fen, moves) = first_word(&text);
    let mut played = AnyGame::new(AnyPosition::parse_fen(game.variant, fen).ok()?);
    for text in moves.split_whitespace() {
        played.play_text(text).ok()?;
    }
    Some(played)
}

/// A text with the variant's own numbers in place of CheckerBoard's.
fn own_numbers(game: Game, text: &str) -> Option<String> {
    renumbered(text, |number| {
        Some(game.own_number(game.place_numbered(number)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GAMES;
    use kamen_tables::{Folder, Material};

    fn asked(game: u32, commands: &[&str]) -> Option<String> {
        let mut settings = Settings::new(Game::numbered(game).unwrap());
        let mut last = None;
        for command in commands {
            last = answer(&mut settings, command);
        }
        last
    }

    #[test]
    fn commands_are_answered() {
        let version = env!("CARGO_PKG_VERSION");
        let (name, italian) = (
            format!("Kamen {version}"),
            format!("Kamen {version} (italian)"),
        );
        let start =
            "get movelist B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        let cases: [(u32, &[&str], Option<&str>); 32] = [
            (21, &["name"], Some(&name)),
            (22, &[" name "], Some(&italian)),
            (21, &["help"], None),
            (21, &[""], None),
            (21, &["get"], None),
            (21, &["set"], None),
            (21, &["get nothing"], None),
            (21, &["set nothing 1"], None),
            (21, &["get protocolversion"], Some("2")),
            (21, &["get gametype"], Some("21")),
            (25, &["get gametype"], Some("25")),
            (21, &["set gametype 26", "get gametype"], Some("26")),
            (21, &["set gametype 23", "get gametype"], Some("21")),
            (21, &["set hashsize 128"], Some("hashsize is 128")),
            (21, &["set hashsize 128", "get hashsize"], Some("128")),
            (
                21,
                &["set hashsize 0"],
                Some("bad value '0' of hashsize, expected 1 to 16777216"),
            ),
            // What CheckerBoard's lists offer where there is much memory, and at their beginning.
            (21, &["set hashsize 8192", "get hashsize"], Some("4096")),
            (21, &["set dbmbytes 131072", "get dbmbytes"], Some("65536")),
            (21, &["set dbmbytes 0", "get dbmbytes"], Some("0")),
            // Else it would show a box each time that its options are left.
            (21, &["set dbmbytes 128"], Some("")),
            (21, &["set book 9", "get book"], Some("3")),
            (21, &["set book 1", "get book"], Some("1")),
            (
                21,
                &[r"set dbpath C:\Program Files\db 6", "get dbpath"],
                Some(r"C:\Program Files\db 6"),
            ),
            (
                21,
                &["set max_dbpieces 10", "set enable_wld 0", "get enable_wld"],
                Some("0"),
            ),
            (21, &["set searchthreads 2", "get searchthreads"], Some("2")),
            (21, &["set allscores 1", "get allscores"], Some("1")),
            (21, &["set solve maybe", "get solve"], Some("0")),
            (21, &["get movelist B:W1:B"], Some("movelist 0")),
            (22, &["get movelist B:W1:B"], Some("movelist 0")),
            (29, &["get movelist B:W1:B"], None),
            (21, &["get movelist B:W1:B2"], None),
            (
                21,
                &[start],
                Some(
                    "movelist 7,0,6,6,9,13;0,6,6,10,14;0,6,6,11,15;0,6,6,12,16;0,6,6,9,14;0,6,6,10,15;0,6,6,11,16;",
                ),
            ),
        ];
        for (game, commands, expected) in cases {
            assert_eq!(asked(game, commands).as_deref(), expected, "{commands:?}");
        }
    }

    #[test]
    fn a_folder_of_tables_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().display().to_string();
        let of_english = folder.path().join("english");
        let told = || asked(21, &[&format!("set check_wld_dir {root}")]).unwrap();
        let nothing = format!("no tables in {}", of_english.display());
        assert_eq!(told(), nothing);
        let settings = kamen_tables::Settings {
            distances: true,
            memory: 1 << 30,
        };
        Folder::new(folder.path(), Variant::English)
            .make(&Material::units(2), &settings, &mut |_| ())
            .unwrap();
        assert_eq!(
            told(),
            "tables of english draughts: all positions of up to 2 pieces"
        );
        // Their folder is taken for that of another variant no more than a folder that is not there.
        let italian = asked(22, &[&format!("set check_wld_dir {root}")]).unwrap();
        assert!(italian.starts_with("no tables in "), "{italian}");
    }

    /// What is answered to questions of CheckerBoard's own fits its smaller texts of 256 bytes.
    #[test]
    fn answers_are_short() {
        for game in GAMES {
            let mut settings = Settings::new(game);
            for command in [
                "name",
                "about",
                "get book",
                "set hashsize 3000000000000000000000000000000000000000000000",
            ] {
                assert!(answer(&mut settings, command).unwrap().len() < 256);
            }
        }
    }

    #[test]
    fn a_history_is_played_and_a_bad_one_changes_nothing() {
        let mut settings = Settings::new(GAMES[0]);
        let plies = |settings: &Settings| settings.history.as_ref().map(AnyGame::plies);
        let example = "set gamehist B:WK12,K27,30,32:B21,K24,28,K31 24-19 27-24 19-15 12-16";
        assert!(answer(&mut settings, example).is_some());
        assert_eq!(plies(&settings), Some(4));
        for bad in [
            "set gamehist",
            "set gamehist B:W40:B1",
            "set gamehist B:WK12:BK1 1-2",
        ] {
            assert_eq!(answer(&mut settings, bad), None, "{bad}");
            assert_eq!(plies(&settings), Some(4));
        }
        // In Czech draughts CheckerBoard counts from White's side.
        let mut settings = Settings::new(Game::numbered(29).unwrap());
        let start =
            "set gamehist W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32";
        assert!(answer(&mut settings, start).is_some());
        let start = AnyPosition::start(Variant::Czech);
        assert_eq!(settings.history.unwrap().position(), &start);
    }
}
