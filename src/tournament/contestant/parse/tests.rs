use super::*;

fn parse(words: &[&str]) -> Result<Contestant, ContestantError> {
    let ourselves = ["/bin/kamen".to_owned(), "hub".to_owned()];
    Contestant::parse(
        Variant::Czech,
        words,
        &["depth=3", "margin=0.1"],
        &ourselves,
    )
}

#[test]
fn good_words() {
    let random = parse(&["random"]).unwrap();
    assert_eq!(
        (random.name.as_str(), random.limits.exist()),
        ("random", false)
    );
    for (word, name) in [
        ("easy", "easy"),
        ("HARD", "hard"),
        ("minimax:3:progressive", "minimax:3:progressive"),
    ] {
        assert_eq!(parse(&[word]).unwrap().name, name);
    }
    let named = parse(&["minimax:2:basic", "name=Anna"]).unwrap();
    assert_eq!(named.name, "Anna");
    let kamen = parse(&["kamen", "param.tt-size=16"]).unwrap();
    assert_eq!(kamen.name, "kamen depth=3");
    let scan = parse(&[
        "cmd=./scan 'a b' hub",
        "proto=hub1",
        "dir=/opt/scan",
        "tc=40/60+0.5",
        "param.book=true",
        "param.book=false",
        "timeout=5",
        "restart=on",
    ])
    .unwrap();
    let ContestantKind::Program(program) = &scan.kind else {
        panic!("{scan:?}");
    };
    assert_eq!((scan.name.as_str(), program.margin), ("scan", 0.1));
    assert_eq!(program.command, ["./scan", "a b", "hub"]);
    assert_eq!(program.params, [("book".to_owned(), "false".to_owned())]);
    assert_eq!((program.timeout, program.restart), (5.0, true));
    // Limits of its own take the place of the common ones.
    assert_eq!(scan.limits.to_string(), "tc=40/60+0.5");
    let remote = parse(&["proto=dxp", "address=127.0.0.1", "tc=75/600", "name=Flits"]).unwrap();
    assert!(matches!(remote.kind, ContestantKind::Program(p) if p.command.is_empty()));
}

#[test]
fn bad_words_are_named() {
    let cases: [(&[&str], &str); 15] = [
        (&[], "nobody to play"),
        (&["name=x"], "nobody to play"),
        (&["fritz"], "unknown player 'fritz', expected random"),
        (&["random", "fast"], "found 'fast', expected KEY=VALUE"),
        (
            &["random", "depth=2"],
            "depth does not apply to the built-in player random",
        ),
        (&["kamen", "dept=2"], "found 'dept=2', expected KEY=VALUE"),
        (&["kamen", "depth=0"], "depth: found '0', expected 1 to"),
        (&["kamen", "movetime=0"], "movetime: found '0'"),
        (&["kamen", "tc=5/"], "tc: found '5/', expected SECONDS"),
        (&["kamen", "cmd=x"], "found both 'kamen' and cmd"),
        (
            &["cmd=x", "proto=uci"],
            "proto: found 'uci', expected hub, hub1 or dxp",
        ),
        (&["cmd='x"], "cmd: found ''x', expected a program"),
        (&["cmd=x", "proto=dxp"], "DXP has no limits of depth"),
        (
            &["cmd=x", "proto=dxp", "tc=90"],
            "DXP has no clock but in whole minutes",
        ),
        (
            &["cmd=x", "proto=hub1", "nodes=5"],
            "Hub 1 has no limit of nodes",
        ),
    ];
    for (words, expected) in cases {
        let error = parse(words).unwrap_err().to_string();
        assert!(error.contains(expected), "{words:?}: {error}");
    }
    for (words, name) in [(["cmd=x"], "x"), (["kamen"], "kamen")] {
        let unlimited = Contestant::parse(Variant::Czech, &words, &[""; 0], &[]).unwrap_err();
        let expected = format!("no limit for {name}, expected");
        assert!(unlimited.to_string().contains(&expected), "{unlimited}");
    }
}
