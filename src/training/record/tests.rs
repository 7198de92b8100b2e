//! Files of games: what is written is read, and what is damaged is told.

use super::header::header;
use super::reader::framed;
use super::*;
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::rules::Variant;
use kamen_core::with_rules;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn settings(variant: Variant) -> SelfplaySettings {
    SelfplaySettings {
        variant,
        engine: "kamen 1".to_owned(),
        evaluation: "hand-made".to_owned(),
        nodes: 50,
        seed: u64::MAX,
        random_plies: (2, 4),
        max_plies: 300,
        adjudicates: true,
        explore: 0,
        tables: 0,
        source: None,
    }
}

fn plies() -> impl Strategy<Value = Vec<Ply>> {
    let choice = prop_oneof![9 => 0u16..40, 1 => 250..260u16, 1 => any::<u16>()];
    let score = prop_oneof![
        8 => (-10_000..=10_000).prop_map(|score| (Some(Score(score)), false)),
        1 => Just((None, false)),
        1 => Just((None, true)),
    ];
    let ply = (choice, score).prop_map(|(choice, (score, is_random))| Ply {
        choice,
        score,
        is_random,
    });
    vec(ply, 0..200)
}

fn records() -> impl Strategy<Value = Record> {
    const RESULTS: &[GameResult] = &[GameResult::White, GameResult::Draw, GameResult::Black];
    const ENDS: &[End] = &[
        End::Rules,
        End::Drawn,
        End::Forced,
        End::Adjudicated,
        End::PlyLimit,
        End::Tables,
    ];
    let ways = (select(RESULTS), select(ENDS));
    (any::<u32>(), any::<u16>(), plies(), ways).prop_map(
        |(number, random, mut plies, (result, end))| {
            let random_plies = random % (plies.len() as u16 + 1);
            for ply in &mut plies[..random_plies.into()] {
                (ply.score, ply.is_random) = (None, true);
            }
            Record {
                number,
                random_plies,
                plies,
                result,
                end,
            }
        },
    )
}

fn file(records: &[Record]) -> Vec<u8> {
    let mut bytes = header(&settings(Variant::Czech)).unwrap();
    bytes.extend(records.iter().flat_map(framed));
    bytes
}

fn name() -> PathBuf {
    PathBuf::from("some.games")
}

/// The games that are read before the end or an error.
fn read(bytes: &[u8]) -> (Vec<Record>, Option<RecordError>) {
    let mut games = Vec::new();
    let records = match Records::new(bytes, &name()) {
        Ok(records) => records,
        Err(error) => return (games, Some(error)),
    };
    for record in records {
        match record {
            Ok(record) => games.push(record),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

proptest! {
    #[test]
    fn what_is_written_is_read(games in vec(records(), 0..5)) {
        let bytes = file(&games);
        let read = read(&bytes);
        prop_assert_eq!(&read.0, &games);
        prop_assert!(read.1.is_none());
    }

    #[test]
    fn a_changed_byte_is_found_where_it_is(
        games in vec(records(), 1..5),
        place in any::<Index>(),
        change in 1u8..,
    ) {
        let mut bytes = file(&games);
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        let (read, error) = read(&bytes);
        let error = error.expect("an error").to_string();
        prop_assert!(error.starts_with("some.games"), "{}", error);
        prop_assert!(games.starts_with(&read));
        // All games before the damaged one are there.
        let before = games.iter().scan(header(&settings(Variant::Czech)).unwrap().len(), |end, game| {
            *end += framed(game).len();
            Some(*end)
        });
        prop_assert_eq!(read.len(), before.filter(|end| *end <= place).count());
    }

    #[test]
    fn a_cut_file_gives_its_whole_games(games in vec(records(), 1..4), cut in any::<Index>()) {
        let bytes = file(&games);
        let cut = cut.index(bytes.len());
        let (read, error) = read(&bytes[..cut]);
        prop_assert!(games.starts_with(&read));
        let whole = file(&read).len();
        let expected = match error {
            None => whole == cut,
            Some(RecordError::Truncated { offset: 0, .. }) => cut < header(&settings(Variant::Czech)).unwrap().len(),
            Some(RecordError::Truncated { offset, .. }) => offset as usize == whole && whole < cut,
            Some(RecordError::Foreign { .. }) => cut == 0,
            Some(_) => false,
        };
        prop_assert!(expected);
    }

    #[test]
    fn nothing_makes_the_reader_panic(noise in vec(any::<u8>(), 0..300), games in vec(records(), 0..2)) {
        let whole = file(&games);
        let _ = read(&noise);
        let _ = read(&[&whole[..], &noise].concat());
        let _ = Record::from_payload(&noise);
        // A game of the right form whose moves are not those of the game.
        for game in &games {
            let czech = VariantOf::<kamen_core::rules::Czech>::new(Variant::Czech).unwrap();
            let _ = game.replay(czech).count();
        }
    }
}

#[test]
fn bad_files_are_named_with_what_was_expected() {
    let whole = file(&[]);
    let mut newer = whole.clone();
    newer[8] = 2;
    let mut unknown = whole.clone();
    let place = unknown.windows(5).position(|w| w == b"czech").unwrap();
    unknown[place] = b'k';
    let end = unknown.len() - 4;
    let sum = crc32fast::hash(&unknown[..end]).to_le_bytes();
    unknown[end..].copy_from_slice(&sum);
    let game = [&whole[..], &[7, 0, 7, 0, 1, 2, 3]].concat();
    let cases: [(&[u8], &str); 6] = [
        (b"", "some.games is no file of kamen selfplay"),
        (b"[Event \"?\"]", "some.games is no file of kamen selfplay"),
        (&newer, "version 2 of the record format, expected 1"),
        (
            &whole[..50],
            "byte 0: the file ends in the middle of the header",
        ),
        (
            &unknown,
            "settings: unknown variant 'kzech', expected one of",
        ),
        (&game, "found no length of a game"),
    ];
    for (bytes, expected) in cases {
        let error = read(bytes).1.expect(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
    let offset = format!("byte {}: ", whole.len());
    assert!(read(&game).1.unwrap().to_string().contains(&offset));
    let other = Records::new(&whole[..], &name())
        .unwrap()
        .of(Variant::English);
    let error = other.unwrap_err().to_string();
    assert_eq!(error, "some.games holds games of czech, expected english");
}

#[test]
fn the_order_of_moves_is_that_of_their_squares() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let place = |square: kamen_core::geometry::Square| <R as Rules>::Geometry::PLACE_OF[square.index()];
            let mut position = kamen_core::rules::Position::<R>::start(of);
            let mut moves = Vec::new();
            for ply in 0..60 {
                ordered_moves(&position, &mut moves);
                let keys: Vec<_> = moves
                    .iter()
                    .map(|m| {
                        let mut taken: Vec<_> = m.captured.squares().map(place).collect();
                        taken.reverse();
                        (place(m.from), place(m.to), taken)
                    })
                    .collect();
                assert!(keys.is_sorted() && keys.windows(2).all(|two| two[0] != two[1]), "{variant}");
                let Some(m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                position = position.after(m);
            }
        });
    }
}

fn game(number: u32) -> Record {
    Record {
        number,
        random_plies: 1,
        plies: [true, false, false]
            .map(|is_random| Ply {
                choice: 2,
                score: None,
                is_random,
            })
            .to_vec(),
        result: GameResult::Draw,
        end: End::Drawn,
    }
}

#[test]
fn a_file_goes_on_from_any_length() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("czech.games");
    let settings = settings(Variant::Czech);
    let games: Vec<Record> = (0..3).map(game).collect();
    let whole = file(&games);
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut found = Vec::new();
        let mut file = RecordFile::open(&path, &settings, |game| found.push(game.clone())).unwrap();
        assert!(games.starts_with(&found), "{length}");
        assert_eq!(file.missing(3), (found.len() as u32..3).collect::<Vec<_>>());
        for number in file.missing(3) {
            file.add(&game(number)).unwrap();
        }
        assert!(file.missing(3).is_empty());
        assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
    }
}

#[test]
fn a_file_that_does_not_fit_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("czech.games");
    let ours = settings(Variant::Czech);
    let whole = file(&[game(0), game(1)]);
    let mut damaged = whole.clone();
    damaged[header(&ours).unwrap().len() + 10] ^= 1;
    let other = SelfplaySettings {
        nodes: 51,
        ..ours.clone()
    };
    let english = settings(Variant::English);
    let cases: [(&[u8], &SelfplaySettings, &str); 5] = [
        (&whole, &other, "nodes was 50, now it is 51"),
        (&whole, &english, "holds games of czech, expected english"),
        (&damaged, &ours, "the checksum of the game is wrong"),
        (b"KAMEL", &ours, "is no file of kamen selfplay"),
        (
            b"a text that is longer than any header",
            &ours,
            "is no file of kamen selfplay",
        ),
    ];
    for (bytes, settings, expected) in cases {
        fs::write(&path, bytes).unwrap();
        let error = RecordFile::open(&path, settings, |_| ())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(expected) && error.contains("czech.games"),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes, "{expected}");
    }
    fs::write(&path, &whole).unwrap();
    let _held = RecordFile::open(&path, &ours, |_| ()).unwrap();
    let error = RecordFile::open(&path, &ours, |_| ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("in use by another"), "{error}");
}
