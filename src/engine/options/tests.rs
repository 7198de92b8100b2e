use super::*;

#[test]
fn of_a_number_beyond_the_range_the_nearest_is_taken_and_said() {
    let processors = processors() as i64;
    let cases = [
        ("tt-size", "11", 12),
        ("tt-size", "-99999999999999999999", 12),
        ("threads", "0", 1),
        ("threads", "100000", processors),
        ("threads", "99999999999999999999", processors),
        ("skill", "0", 1),
        ("skill", "21", 20),
        ("exchanges", "21", 20),
        ("search-futility", "-1", 0),
        ("search-futility", "4294967296", 500),
        ("seed", "-1", 0),
        ("multi-pv", "0", 1),
        ("multi-pv", "101", 100),
        ("bb-size", "9", 8),
        ("bb-cache", "0", 1),
        ("move-overhead", "10001", 10_000),
        ("move-overhead", "-1", 0),
        ("book-ply", "101", 100),
        ("book-margin", "-1", 0),
    ];
    for (name, value, nearest) in cases {
        let [mut options, mut expected] = [(); 2].map(|()| Options {
            is_tunable: true,
            ..Options::default()
        });
        let clamped = options.set(name, value).unwrap().expect(name);
        assert_eq!(expected.set(name, &nearest.to_string()).unwrap(), None);
        assert_eq!(options, expected, "{name}={value}");
        let begin = format!("{name}: {nearest} is taken for {value}, expected a whole number");
        assert!(clamped.to_string().starts_with(&begin), "{clamped}");
        let facts = options
            .describe()
            .into_iter()
            .find(|fact| fact.name == name);
        let facts = facts.expect(name);
        assert_eq!(facts.value, nearest.to_string());
        assert_eq!(
            facts.domain,
            Domain::Int(clamped.least, clamped.most),
            "{name}"
        );
    }
}

#[test]
fn of_skill_and_elo_the_last_one_counts() {
    let variant = Variant::Czech;
    let mut options = Options::default();
    options.set("variant", "czech").unwrap();
    let mut after = |name, value| {
        assert_eq!(options.set(name, value).unwrap(), None, "{name}={value}");
        (options.elo, options.skill_in(variant))
    };
    let skill = skill_of_elo(variant, 1500);
    assert!(skill > 1.0 && skill < 19.0);
    assert_eq!(after("skill", "7"), (0, 7.0));
    assert_eq!(after("elo", "1500"), (1500, skill));
    assert_eq!(after("elo", "0"), (0, 7.0));
    assert_eq!(after("elo", "1500"), (1500, skill));
    assert_eq!(after("skill", "5"), (0, 5.0));
}

#[test]
fn elo_has_the_range_of_the_variant() {
    let most = |variant| *elos(variant).end();
    let mut variants = Variant::built().collect::<Vec<_>>();
    variants.sort_by_key(|variant| most(*variant));
    let (short, long) = (variants[0], variants[variants.len() - 1]);
    let mut options = Options::default();
    options.set("variant", long.hub_name()).unwrap();
    let least = *elos(long).start();
    for (value, taken) in [
        ("1", least),
        ("-1", least),
        ("999", least),
        ("99999999999999999999", most(long)),
    ] {
        let clamped = options.set("elo", value).unwrap().unwrap().to_string();
        let most = most(long);
        assert_eq!(
            clamped,
            format!(
                "elo: {taken} is taken for {value}, expected a whole number from {least} to {most}"
            )
        );
        assert_eq!(options.elo, taken);
    }
    // Another variant's scale may end before.
    let clamped = options.set("variant", short.hub_name()).unwrap().unwrap();
    let (name, taken) = (clamped.name.as_str(), clamped.taken);
    assert_eq!((name, taken), ("elo", i64::from(most(short))));
    assert_eq!((options.variant, options.elo), (short, most(short)));
    let described = options.describe();
    let elo = described.iter().find(|option| option.name == "elo");
    assert_eq!(
        elo.unwrap().domain,
        Domain::Int(0, most(short).into()),
        "0 for none"
    );
    options.set("elo", "0").unwrap();
    assert_eq!(options.set("variant", long.hub_name()).unwrap(), None);
    assert_eq!(options.elo, 0);
}

#[test]
fn sizes_are_limited_by_the_memory() {
    const GIB: u64 = 1 << 30;
    let cases = [
        (None, (12, 28), (1, 65536)),
        (Some(1000 * GIB), (12, 28), (1, 65536)),
        (Some(4 * GIB + 1), (12, 28), (1, 4096)),
        (Some(4 * GIB), (12, 27), (1, 4096)),
        (Some(GIB), (12, 25), (1, 1024)),
        (Some(1000), (12, 12), (1, 1)),
    ];
    for (memory, tables, caches) in cases {
        assert_eq!(tt_sizes(memory), tables, "{memory:?}");
        assert_eq!(bb_caches(memory), caches, "{memory:?}");
    }
}

#[test]
fn values_are_checked_and_bad_ones_change_nothing() {
    let cases = [
        ("variant", "czech", true),
        ("variant", "normal", true),
        ("variant", "chess", false),
        ("frame", "pydraughts", true),
        ("frame", "plain", true),
        ("frame", "Plain", false),
        ("frame", "", false),
        ("tt-size", "12", true),
        ("tt-size", "20.5", false),
        ("tt-size", "", false),
        ("ponder", "false", true),
        ("ponder", "perhaps", false),
        ("player", "easy", true),
        ("player", "Kamen", true),
        ("player", "minimax:4:basic", true),
        ("player", "minimax:0:basic", false),
        ("player", "grandmaster", false),
        ("player", "minimax:3:network:missing", false),
        ("threads", "1", true),
        ("threads", "two", false),
        ("skill", "1", true),
        ("skill", "20", true),
        ("elo", "0", true),
        ("elo", "1500", true),
        ("elo", "1500.5", false),
        ("elo", "", false),
        ("pruning", "false", true),
        ("pruning", "none", false),
        ("exchanges", "-20", true),
        ("exchanges", "0.5", false),
        ("eval", "hand-made:material+dynamic", true),
        ("eval", "hand-made:everything", false),
        ("search-futility", "70", true),
        ("search-futility", "70.5", false),
        ("seed", "2147483647", true),
        ("multi-pv", "1", true),
        ("multi-pv", "100", true),
        ("wdl", "true", true),
        ("statistics", "true", true),
        ("statistics", "full", false),
        ("wdl", "1 2 3", false),
        ("experience", "", true),
        ("experience", "games.memory", true),
        ("experience-learn", "off", true),
        ("experience-learn", "", false),
        ("bb-size", "0", true),
        ("bb-size", "anything", false),
        ("bb-path", "", true),
        ("bb-path", "/opt/tables", true),
        ("bb-cache", "1", true),
        ("move-overhead", "0", true),
        ("move-overhead", "10000", true),
        ("move-overhead", "0.5", false),
        ("book", "false", true),
        ("book", "anything", false),
        ("book-file", "", true),
        ("book-file", "my.book", true),
        ("book-ply", "0", true),
        ("book-margin", "100", true),
        ("unknown", "anything", true),
    ];
    for (name, value, good) in cases {
        let mut options = Options::default();
        let result = options.set(name, value);
        assert_eq!(result.is_ok(), good, "{name}={value}");
        if let Err(error) = result {
            let message = error.to_string();
            assert_eq!(options, Options::default(), "{name}={value}");
            let says_why = message.contains("expected") || message.contains("cannot use");
            assert!(says_why, "{message}");
        }
    }
    let mut options = Options::default();
    options.set("variant", "czech").unwrap();
    options.set("tt-size", "16").unwrap();
    let values: Vec<String> = options.describe().into_iter().map(|o| o.value).collect();
    assert_eq!(
        values,
        [
            "czech", "plain", "16", "1", "learned", "kamen", "true", "20", "0", "true", "0", "0",
            "1", "false", "false", "", "true", "true", "", "4", "4", "8", "tables", "64", "0"
        ]
    );
}

/// A client that may open no files cannot do so by any option, whatever it is named: one with a text is about files, or is known here.
#[test]
fn files_are_refused_where_they_may_not_be_opened() {
    let mut options = Options {
        opens_files: false,
        most_threads: Some(1),
        most_tt_size: Some(14),
        ..Options::default()
    };
    let before = options.clone();
    for (name, value) in [
        ("eval", "/etc/passwd"),
        ("eval", "a.weights"),
        ("player", "minimax:3:network:/etc/passwd"),
        ("player", "MINIMAX:3:weights:a"),
        ("player", "minimax:3:basic:/etc/passwd"),
        ("player", "td:3:/etc/passwd"),
        ("player", "td:3:/etc/passwd:fixed"),
        ("player", "easy:network:/etc/passwd"),
        ("player", "easy:weights:a"),
        ("player", "david:3:/tmp/memory"),
        ("player", "mcts:100:threads=8"),
        ("player", "nobody"),
        ("experience", "x"),
        ("experience", ""),
        ("experience-learn", "true"),
        ("book-file", "/etc/passwd"),
        ("bb-path", ".."),
    ] {
        let error = options.set(name, value).unwrap_err();
        assert!(
            matches!(error, OptionError::File { .. }),
            "{name}={value}: {error}"
        );
    }
    assert_eq!(options, before);
    for (name, value) in [
        ("eval", "hand-made"),
        ("eval", "hand-made:material"),
        ("eval", "learned"),
        ("player", "minimax:3:basic:first"),
        ("player", "goliath:2"),
        ("player", "montecarlo:100"),
        ("player", "random"),
        ("player", "Medium"),
        ("player", "medium:basic"),
        ("player", "Randomized"),
        ("player", "kamen"),
    ] {
        assert!(options.set(name, value).is_ok(), "{name}={value}");
    }
    let texts = (options.describe().into_iter()).filter(|option| option.domain == Domain::Text);
    let names: Vec<&str> = texts.map(|option| option.name).collect();
    assert_eq!(names, ["eval", "player"]);
    assert_eq!(options.set("threads", "64").unwrap().unwrap().taken, 1);
    assert_eq!(options.set("tt-size", "28").unwrap().unwrap().taken, 14);
}
