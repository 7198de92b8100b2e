use super::*;
use kamen_tournament::Limits;
use kamen_tournament::Program;
use tempfile::TempDir;

fn settings(kind: ContestantKind) -> TuneSettings {
    TuneSettings {
        variant: Variant::Czech,
        engine: Contestant {
            name: "engine".to_owned(),
            kind,
            limits: Limits::default(),
        },
        parameters: vec!["a=1,0,2,1".parse().unwrap(), "b=5,0,9,1".parse().unwrap()],
        iterations: 10,
        points: 1,
        pairs: 1,
        rate: 0.02,
        openings: String::new(),
        random_plies: 4,
        max_plies: 100,
        adjudication: Adjudication::default(),
        seed: 1,
    }
}

fn program() -> ContestantKind {
    ContestantKind::Program(Program::new(vec!["engine".to_owned()]))
}

#[test]
fn a_built_in_player_has_nothing_to_tune() {
    let folder = TempDir::new().unwrap();
    let settings = settings(ContestantKind::Player("easy".parse().unwrap()));
    let refused = Tuner::open(&folder.path().join("new"), &settings, None).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "engine has no parameters, expected kamen or a program"
    );
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_checkpoint_that_contradicts_itself_is_refused() {
    let report = |iteration, values| IterationReport {
        iteration,
        games: [1, 0, 1],
        values,
    };
    let cases = [
        (vec![], Ok(())),
        (vec![report(1, vec![1.0, 2.0])], Ok(())),
        (
            vec![report(2, vec![1.0, 2.0])],
            Err("found iteration 2 with 2 values, expected 1 with 2"),
        ),
        (
            vec![report(1, vec![1.0, 2.0]), report(2, vec![1.0])],
            Err("found iteration 2 with 1 values, expected 2 with 2"),
        ),
    ];
    for (reports, expected) in cases {
        let state = TuneState {
            settings: settings(program()),
            reports,
        };
        let checked = state.check().map_err(|error| error.to_string());
        assert_eq!(checked, expected.map_err(str::to_owned));
    }
}

#[test]
fn both_sides_try_opposite_values_within_the_bounds() {
    let folder = TempDir::new().unwrap();
    let tuner = Tuner::open(folder.path(), &settings(program()), None).unwrap();
    assert_eq!(tuner.values(), [1.0, 5.0]);
    let tried = [vec![2.0, 4.0], vec![0.0, 6.0]];
    let tournament = tuner.state.tournament(None, tried, 1, 7);
    let params = |place: usize| match &tournament.contestants[place].kind {
        ContestantKind::Program(program) => program.params.clone(),
        _ => panic!("a program plays"),
    };
    let set = |a: &str, b: &str| [("a", a), ("b", b)].map(|(n, v)| (n.to_owned(), v.to_owned()));
    assert_eq!(params(0), set("2", "4"));
    assert_eq!(params(1), set("0", "6"));
    assert_eq!((tournament.games, tournament.openings.list.len()), (2, 1));
}

#[test]
fn every_point_moves_the_values_in_its_directions() {
    let settings = TuneSettings {
        points: 3,
        ..settings(program())
    };
    let state = TuneState::new(&settings);
    let plan = state.plan(None, 1);
    assert_eq!((plan.duels.len(), plan.directions.len()), (3, 3));
    assert!(plan.directions.iter().any(|one| *one != plan.directions[0]));
    let won = |wins, losses| Tally {
        wins,
        draws: 0,
        losses,
    };
    let report = state.report(&plan, &[won(2, 0), won(0, 0), won(0, 1)]);
    assert_eq!(report.games, [2, 0, 1]);
    for (place, value) in report.values.iter().enumerate() {
        let direction = |point: usize| plan.directions[point][place];
        let moved = 2.0 * direction(0) - direction(2);
        let expected = plan.values[place] + plan.gains.change * moved;
        assert!((value - expected).abs() < 1e-12);
    }
    // With one point it is what it was before there were several.
    let one = TuneState::new(&TuneSettings {
        points: 1,
        ..settings
    });
    assert_eq!(one.plan(None, 1).directions[0], plan.directions[0]);
    assert!(!serde_json::to_string(&one).unwrap().contains("points"));
}
