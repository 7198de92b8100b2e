//! Games of all variants, and that they follow from their settings alone.

use super::adjudicator::Adjudicator;
use super::*;
use crate::record::{End, Ply, Records, SelfplaySettings, ordered_moves};
use kamen_core::board::Color;
use kamen_core::game::{AnyPosition, GameLine};
use kamen_core::geometry::Bits;
use kamen_core::movegen::{legal_moves, winner};
use kamen_core::rules::GameResult;
use kamen_core::rules::{Czech, Game, Position};
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Evaluator;
use kamen_eval::HandMade;
use kamen_search::{Control, Handler, Limits, Resources, SearchResult, Searched, search_by};
use kamen_tables::{Tables, Value};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn settings(variant: Variant) -> SelfplaySettings {
    SelfplaySettings {
        variant,
        engine: "kamen".to_owned(),
        evaluation: "hand-made".to_owned(),
        nodes: 60,
        seed: 5,
        random_plies: usual_random_plies(variant),
        explore: 0,
        max_plies: 200,
        adjudicates: true,
        tables: 0,
        source: None,
    }
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("some.games")
    }
}

fn play_into(path: &Path, settings: &SelfplaySettings, games: u32, threads: usize) -> u32 {
    play_with(None, path, settings, games, threads)
}

fn play_with(
    tables: Option<&Tables>,
    path: &Path,
    settings: &SelfplaySettings,
    games: u32,
    threads: usize,
) -> u32 {
    let mut file = RecordFile::open(path, settings, |_| ()).unwrap();
    let (variant, stop, mut played) = (settings.variant, Stop::default(), 0);
    let evaluation = Evaluation::HandMade(HandMade::new(variant));
    let seen = &mut |_: &Record| played += 1;
    play(
        &mut file,
        Share::whole(games),
        threads,
        Knowledge {
            evaluator: &evaluation,
            tables,
        },
        &stop,
        seen,
    )
    .unwrap();
    played
}

fn records(path: &Path) -> Vec<Record> {
    let read = Records::open(path).unwrap().map(Result::unwrap);
    read.collect()
}

/// That a game is played by the rules and ends as it says.
fn check<R: Rules>(variant: VariantOf<R>, settings: &SelfplaySettings, record: &Record) {
    let mut game = Game::start(variant);
    let mut last = None;
    for moment in record.replay(variant) {
        let moment = moment.unwrap();
        assert_eq!(moment.position, *game.position());
        let is_over = winner(game.position(), game.facts().objective).is_some();
        assert!(!is_over && (moment.ply <= usize::from(record.random_plies) || !game.is_draw()));
        let has_score = moment.score.is_some();
        assert!(!has_score || moment.ply >= usize::from(record.random_plies));
        last = moment.score.map(|score| (moment.position.turn, score));
        game.play(&moment.played);
    }
    let won = winner(game.position(), game.facts().objective).map(GameResult::won_by);
    let seen = last.map(|(turn, score)| GameResult::won_by(if score.0 > 0 { turn } else { !turn }));
    let expected = match record.end {
        End::Rules => won,
        End::Drawn => game.is_draw().then_some(GameResult::Draw),
        End::Forced => seen.filter(|_| last.is_some_and(|(_, score)| score.is_decided())),
        End::Adjudicated => seen.filter(|_| last.is_some_and(|(_, score)| score.0.abs() >= 500)),
        End::PlyLimit => {
            (record.plies.len() == usize::from(settings.max_plies)).then_some(GameResult::Draw)
        }
        // These games have no tables.
        End::Tables => None,
    };
    assert_eq!(Some(record.result), expected, "{variant} {record:?}");
    let (least, most) = settings.random_plies;
    assert!((least..=most).contains(&record.random_plies));
}

#[test]
fn games_of_every_variant_are_played_by_its_rules() {
    for variant in Variant::ALL {
        let (folder, settings) = (Folder::new(), settings(variant));
        assert_eq!(play_into(&folder.path(), &settings, 12, 2), 12);
        let records = records(&folder.path());
        for record in &records {
            with_rules!(variant, of: R => check::<R>(of, &settings, record));
            assert!(
                record.plies.len() > usize::from(record.random_plies),
                "{variant}"
            );
        }
        let choices = |r: &Record| r.plies.iter().take(6).map(|ply| ply.choice).collect();
        let openings: HashSet<Vec<u16>> = records.iter().map(choices).collect();
        assert!(
            openings.len() >= 10,
            "{variant}: {} openings",
            openings.len()
        );
        let numbers = |end: End| records.iter().filter(|r| r.end == end).count();
        let counts_pieces = !["losing", "breakthrough"].contains(&variant.name())
            && !variant.name().ends_with("giveaway");
        assert!(counts_pieces || numbers(End::Adjudicated) == 0, "{variant}");
    }
}

#[test]
fn tables_end_a_game_as_soon_as_they_know_its_result() {
    for variant in [Variant::Czech, Variant::English, Variant::Frisian] {
        let tables = Tables::embedded(variant);
        let settings = SelfplaySettings {
            tables: tables.pieces(),
            ..settings(variant)
        };
        let folder = Folder::new();
        play_with(Some(&tables), &folder.path(), &settings, 20, 2);
        let by_tables = |record: &Record| with_rules!(variant, of: R => ends_by_tables::<R>(of, &tables, record));
        let ended = records(&folder.path())
            .iter()
            .filter(|r| by_tables(r))
            .count();
        // Limits on the moves of kings are not part of a position: such draws are not known.
        assert_eq!(ended > 0, variant != Variant::Frisian, "{variant}: {ended}");
    }
}

/// Whether tables ended a game; then they know its last position and none before it.
fn ends_by_tables<R: Rules>(variant: VariantOf<R>, tables: &Tables, record: &Record) -> bool {
    let mut game = Game::start(variant);
    let mut known = None;
    for moment in record.replay(variant).map(Result::unwrap) {
        assert!(record.end != End::Tables || known.is_none());
        game.play(&moment.played);
        let is_few = game.position().board.occupied().count() <= tables.most_pieces();
        known = tables.typed_outcome(game.position()).filter(|_| is_few);
    }
    if record.end == End::Tables {
        let side = game.position().turn;
        let expected = match known.unwrap().value {
            Value::Win => GameResult::won_by(side),
            Value::Draw => GameResult::Draw,
            Value::Loss => GameResult::won_by(!side),
        };
        assert_eq!(record.result, expected);
    }
    record.end == End::Tables
}

#[test]
fn random_moves_later_in_the_game_keep_the_balance() {
    let settings = SelfplaySettings {
        explore: 40,
        ..settings(Variant::Czech)
    };
    let [one, two] = [(); 2].map(|()| Folder::new());
    play_into(&one.path(), &settings, 30, 1);
    play_into(&two.path(), &settings, 30, 2);
    let records_of_one = records(&one.path());
    let mut found = records(&two.path());
    found.sort_by_key(|record| record.number);
    assert_eq!(found, records_of_one);
    let (mut explored, mut searched, mut even, mut uneven) = (0, 0, 0, 0);
    for record in &records_of_one {
        check::<Czech>(VariantOf::new(Variant::Czech).unwrap(), &settings, record);
        let played = record.played();
        explored += played.iter().filter(|ply| ply.is_random).count();
        searched += played.iter().filter(|ply| ply.score.is_some()).count();
        let has_both = |ply: &Ply| ply.is_random && ply.score.is_some();
        assert!(!played.iter().any(has_both));
        for pair in played.windows(2).filter(|pair| pair[0].is_random) {
            // The table knows a little more when the same position is searched again.
            match pair[1].score {
                Some(score) if score.0.abs() < 100 => even += 1,
                Some(_) => uneven += 1,
                None => {}
            }
        }
    }
    assert!(
        explored > 100 && searched > explored,
        "{explored} {searched}"
    );
    assert!(even > 50 && uneven * 10 < even, "{even} {uneven}");
}

#[test]
fn one_seed_is_one_file_and_threads_play_the_same_games() {
    let settings = settings(Variant::Czech);
    let [one, again, other, four] = [(); 4].map(|()| Folder::new());
    play_into(&one.path(), &settings, 20, 1);
    play_into(&again.path(), &settings, 20, 1);
    play_into(&four.path(), &settings, 20, 4);
    let seed = SelfplaySettings {
        seed: 6,
        ..settings.clone()
    };
    play_into(&other.path(), &seed, 20, 1);
    assert_eq!(
        fs::read(one.path()).unwrap(),
        fs::read(again.path()).unwrap()
    );
    let expected = records(&one.path());
    assert!(expected.iter().map(|r| r.number).eq(0..20));
    let mut found = records(&four.path());
    found.sort_by_key(|record| record.number);
    assert_eq!(found, expected);
    let others = records(&other.path());
    let lines = |r: &Record| r.plies.iter().map(|ply| ply.choice).collect::<Vec<_>>();
    assert!(
        others
            .iter()
            .all(|r| expected.iter().all(|e| lines(e) != lines(r)))
    );
    // Games that have positions in common do not help each other.
    let alike = SelfplaySettings {
        random_plies: (1, 2),
        nodes: 500,
        max_plies: 40,
        ..settings
    };
    let [one, four] = [(); 2].map(|()| Folder::new());
    play_into(&one.path(), &alike, 12, 1);
    play_into(&four.path(), &alike, 12, 4);
    let mut found = records(&four.path());
    found.sort_by_key(|record| record.number);
    assert_eq!(found, records(&one.path()));
}

#[test]
fn an_interrupted_run_ends_in_the_same_file() {
    let settings = settings(Variant::CzechZapletal);
    let (whole, cut) = (Folder::new(), Folder::new());
    play_into(&whole.path(), &settings, 8, 1);
    let bytes = fs::read(whole.path()).unwrap();
    for part in 0..40 {
        let length = bytes.len() * part / 39;
        fs::write(cut.path(), &bytes[..length]).unwrap();
        let there = Records::open(&cut.path()).map_or(0, |r| r.filter(Result::is_ok).count());
        assert_eq!(play_into(&cut.path(), &settings, 8, 1) as usize, 8 - there);
        assert_eq!(fs::read(cut.path()).unwrap(), bytes, "{length}");
    }
    // More games later are the same as at once.
    let later = Folder::new();
    play_into(&later.path(), &settings, 3, 1);
    play_into(&later.path(), &settings, 8, 1);
    assert_eq!(fs::read(later.path()).unwrap(), bytes);
}

#[test]
fn a_long_lead_wins_unless_there_is_a_king() {
    /// Of which search, from 1, a game of these scores of White ended, and who won.
    fn heard<R: Rules>(
        variant: Variant,
        fen: &str,
        scores: &[Score],
    ) -> Option<(usize, Color, End)> {
        let mut adjudicator = Adjudicator::new::<R>(&settings(variant));
        let position = kamen_core::game::typed::<R>(variant, fen);
        let mut turn = Color::Black;
        (1..).zip(scores).find_map(|(number, &score)| {
            turn = !turn;
            let score = if turn == Color::White { score } else { -score };
            let (winner, end) = adjudicator.observe(turn, score, &position)?;
            Some((number, winner, end))
        })
    }
    use Color::{Black, White};
    let (ahead, behind, even) = (Score(500), Score(-500), Score(499));
    let all = |score| vec![score; 30];
    let with = |place: usize, score| {
        let mut scores = all(ahead);
        scores[place] = score;
        scores
    };
    let (men, black_king) = ("W:W30,31:B1,2", "W:W30,31:B1,K2");
    let cases = [
        (
            Variant::Czech,
            men,
            all(ahead),
            Some((8, White, End::Adjudicated)),
        ),
        (
            Variant::Czech,
            men,
            all(behind),
            Some((8, Black, End::Adjudicated)),
        ),
        (Variant::Czech, men, all(even), None),
        (
            Variant::Czech,
            men,
            with(3, even),
            Some((12, White, End::Adjudicated)),
        ),
        (
            Variant::Czech,
            men,
            with(3, behind),
            Some((12, White, End::Adjudicated)),
        ),
        (Variant::Czech, black_king, all(ahead), None),
        (
            Variant::Czech,
            black_king,
            all(behind),
            Some((8, Black, End::Adjudicated)),
        ),
        (
            Variant::Czech,
            black_king,
            with(2, Score::win_in(5)),
            Some((3, White, End::Forced)),
        ),
        (Variant::Losing, "W:W40,41:B1,2", all(ahead), None),
    ];
    for (variant, fen, scores, expected) in cases {
        let found = with_rules!(variant, R => heard::<R>(variant, fen, &scores));
        assert_eq!(found, expected, "{variant} {fen} {scores:?}");
    }
}

/// Thinks that whoever is to move is five men ahead.
struct Optimist;

impl Evaluator<Czech> for Optimist {
    fn evaluate(&self, _: &Position<Czech>) -> Score {
        Score(500)
    }
}

impl Searched<Czech> for Optimist {
    fn search(
        game: &Game<Czech>,
        resources: Resources<'_, Optimist>,
        limits: &Limits,
        control: &Control,
        handler: &mut dyn Handler<Czech>,
    ) -> SearchResult<Czech> {
        search_by(game, resources, limits, control, handler)
    }
}

#[test]
fn hopeless_openings_are_told() {
    let (folder, settings) = (Folder::new(), settings(Variant::Czech));
    let mut file = RecordFile::open(&folder.path(), &settings, |_| ()).unwrap();
    let (variant, stop) = (VariantOf::new(Variant::Czech).unwrap(), Stop::default());
    let work = Work::Play(Share::whole(3));
    let ended = make(
        variant,
        &mut file,
        work,
        2,
        (&Optimist).into(),
        &stop,
        &mut |_| (),
    );
    let error = ended.unwrap_err();
    assert!(matches!(error, SelfPlayError::NoOpening { .. }), "{error}");
    drop(file);
    assert!(records(&folder.path()).is_empty());
}

#[test]
fn a_stopped_run_keeps_what_was_finished() {
    let (folder, settings) = (Folder::new(), settings(Variant::English));
    let mut file = RecordFile::open(&folder.path(), &settings, |_| ()).unwrap();
    let evaluation = Evaluation::HandMade(HandMade::new(Variant::English));
    let stop = Stop::default();
    let mut played = 0;
    let seen = &mut |_: &Record| {
        played += 1;
        if played == 3 {
            stop.now();
        }
    };
    play(
        &mut file,
        Share::whole(1000),
        2,
        (&evaluation).into(),
        &stop,
        seen,
    )
    .unwrap();
    drop(file);
    assert!((3..10).contains(&played), "{played}");
    assert_eq!(records(&folder.path()).len(), played);
}

/// Their moves and results stay, and every choice has the score of a search from an empty table on.
#[test]
fn games_that_were_played_elsewhere_are_searched_again() {
    let (folder, settings) = (Folder::new(), settings(Variant::Czech));
    play_into(&folder.path(), &settings, 12, 1);
    let played = records(&folder.path());
    let games: Vec<FinishedGame> = played.iter().map(finished).collect();
    let of = |nodes| SelfplaySettings {
        nodes,
        random_plies: (0, 0),
        source: Some("12 games".to_owned()),
        ..settings.clone()
    };
    let again = |name: &str, threads| {
        let path = folder.0.path().join(name);
        let mut file = RecordFile::open(&path, &of(300), |_| ()).unwrap();
        let evaluation = Evaluation::HandMade(HandMade::new(Variant::Czech));
        let (stop, seen) = (Stop::default(), &mut |_: &Record| ());
        search_again(
            &mut file,
            Share::whole(games.len() as u32),
            &games,
            threads,
            (&evaluation).into(),
            &stop,
            seen,
        )
        .unwrap();
        drop(file);
        let mut made = records(&path);
        made.sort_by_key(|record| record.number);
        made
    };
    let made = again("one", 1);
    assert_eq!(made, again("two", 2));
    assert_eq!(made.len(), played.len());
    for (before, after) in played.iter().zip(&made) {
        let choices = |record: &Record| Vec::from_iter(record.plies.iter().map(|ply| ply.choice));
        assert_eq!(choices(before), choices(after));
        assert_eq!((before.result, 0), (after.result, after.random_plies));
        let by_rules = [End::Rules, End::Drawn].contains(&before.end);
        let end = if by_rules {
            before.end
        } else {
            End::Adjudicated
        };
        assert_eq!(after.end, end);
        let variant = VariantOf::<Czech>::new(Variant::Czech).unwrap();
        for moment in after.replay(variant) {
            let moment = moment.unwrap();
            let mut moves = Vec::new();
            ordered_moves(&moment.position, &mut moves);
            assert_eq!(moment.score.is_some(), moves.len() > 1);
        }
    }
}

fn finished(record: &Record) -> FinishedGame {
    let mut line = GameLine::new(AnyPosition::start(Variant::Czech));
    let variant = VariantOf::<Czech>::new(Variant::Czech).unwrap();
    for moment in record.replay(variant) {
        let (position, played) = moment.map(|m| (m.position, m.played)).unwrap();
        let mut moves = Vec::new();
        legal_moves(&position, &mut moves);
        let place = moves.iter().position(|m| *m == played).unwrap();
        let here = line.end().unwrap();
        line.moves.push(here.legal_moves()[place]);
    }
    FinishedGame {
        line,
        result: record.result,
    }
}
