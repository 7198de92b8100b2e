use super::*;
use crate::hub::{ParamKind, Score, Statistics};

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn param(name: &str, value: &str, kind: ParamKind) -> Reply {
    Reply::Param(Param {
        name: name.to_owned(),
        value: value.to_owned(),
        kind,
    })
}

fn done(chosen: Option<&str>, ponder: Option<&str>) -> Reply {
    Reply::Done {
        chosen: chosen.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
    }
}

fn info(pv: &[&str]) -> Info {
    Info {
        depth: 12,
        mean_depth: 12.9,
        score: Score::Hundredths(7),
        nodes: 146_745,
        time: 0.013,
        nps: 11.3,
        pv: pv.iter().map(|m| (*m).to_owned()).collect(),
        multi_pv: None,
        says_end: false,
        wdl: None,
        statistics: None,
    }
}

/// The lines of the protocol notes, which every client reads.
#[test]
fn written_as_the_clients_read_it() {
    let variants = ["normal", "killer"].map(str::to_owned).to_vec();
    let id = Reply::Id {
        name: "Kamen".to_owned(),
        version: "1.0".to_owned(),
        author: "A B".to_owned(),
        country: some("X"),
    };
    let cases = [
        (id, "id name=Kamen version=1.0 author=\"A B\" country=X"),
        (
            param("variant", "normal", ParamKind::Enum(variants)),
            "param name=variant value=normal type=enum values=\"normal killer\"",
        ),
        (
            param("threads", "1", ParamKind::Int { min: 1, max: 16 }),
            "param name=threads value=1 type=int min=1 max=16",
        ),
        (
            param("x", "0.5", ParamKind::Real { min: 0.0, max: 1.5 }),
            "param name=x value=0.5 type=real min=0.0 max=1.5",
        ),
        (
            param("book", "true", ParamKind::Bool),
            "param name=book value=true type=bool",
        ),
        (
            param("dir", "", ParamKind::String),
            "param name=dir value=\"\" type=string",
        ),
        (Reply::Wait, "wait"),
        (Reply::Ready, "ready"),
        (
            Reply::Info(info(&["31-27", "17-21"])),
            "info depth=12 mean-depth=12.9 score=0.07 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 17-21\"",
        ),
        (
            Reply::Info(Info {
                multi_pv: Some(2),
                ..info(&["31-27"])
            }),
            "info depth=12 mean-depth=12.9 score=0.07 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 \" multi-pv=2",
        ),
        (
            Reply::Info(Info {
                multi_pv: Some(1),
                wdl: Some([620, 370, 10]),
                ..info(&["31-27"])
            }),
            "info depth=12 mean-depth=12.9 score=0.07 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 \" multi-pv=1 wdl=\"620 370 10\"",
        ),
        (
            Reply::Info(Info {
                wdl: Some([620, 370, 10]),
                statistics: Some(Statistics {
                    sel_depth: 31,
                    hash_full: 205,
                    table_hits: 1234,
                }),
                ..info(&["31-27"])
            }),
            "info depth=12 mean-depth=12.9 score=0.07 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 \" wdl=\"620 370 10\" sel-depth=31 hashfull=205 tb-hits=1234",
        ),
        (
            Reply::Info(Info {
                score: Score::Win(13),
                says_end: true,
                wdl: Some([1000, 0, 0]),
                ..info(&["31-27"])
            }),
            "info depth=12 mean-depth=12.9 score=99.87 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 \" wins-in=13 wdl=\"1000 0 0\"",
        ),
        (
            Reply::Info(Info {
                score: Score::Loss(12),
                says_end: true,
                multi_pv: Some(3),
                ..info(&["31-27"])
            }),
            "info depth=12 mean-depth=12.9 score=-99.88 nodes=146745 time=0.013 nps=11.3 \
             pv=\"31-27 \" multi-pv=3 loses-in=12",
        ),
        (
            done(Some("31-27"), Some("17-21")),
            "done move=31-27 ponder=17-21",
        ),
        (done(Some("28x19x23"), None), "done move=28x19x23"),
        (done(None, None), "done"),
        (Reply::Pong, "pong"),
        (
            Reply::Error("bad position".to_owned()),
            "error message=\"bad position\"",
        ),
    ];
    for (reply, text) in cases {
        assert_eq!(reply.to_string(), text);
        assert_eq!(Reply::parse(text), Ok(reply), "{text}");
    }
}

#[test]
fn cleaned_where_it_cannot_be_written() {
    let cases = [
        (
            Reply::Error("a \"b\"\nc=d".to_owned()),
            "error message=\"a 'b' c:d\"",
        ),
        (done(Some("a b=\n\""), None), "done move=a_b___"),
        (done(None, Some("1-2")), "done"),
        (done(Some(""), Some("1-2")), "done"),
        (
            param("a b", "\"", ParamKind::Bool),
            "param name=\"a b\" value=' type=bool",
        ),
        (
            Reply::Info(Info {
                time: f64::NAN,
                nps: -1.0,
                ..info(&["1-2 3-4", "", "\"="])
            }),
            "info depth=12 mean-depth=12.9 score=0.07 nodes=146745 time=0.0 nps=0.0 \
             pv=\"1-2_3-4 __\"",
        ),
    ];
    for (reply, text) in cases {
        assert_eq!(reply.to_string(), text);
    }
}

#[test]
fn foreign_spellings() {
    let bare = Info {
        pv: vec!["31-27".to_owned()],
        ..Info::default()
    };
    let cases = [
        ("info pv=31-27\r\n", Reply::Info(bare)),
        ("done ponder=1-2", done(None, None)),
        ("error", Reply::Error(String::new())),
        (
            "param name=t type=int max=1e3 min=-1.0",
            param("t", "", ParamKind::Int { min: -1, max: 1000 }),
        ),
    ];
    for (text, reply) in cases {
        assert_eq!(Reply::parse(text), Ok(reply), "{text}");
    }
}

const BAD: &[(&str, &str)] = &[
    ("", "missing command"),
    ("hub", "bad command 'hub'"),
    (
        "info score=mate",
        "info 'score': found 'mate', expected a number",
    ),
    (
        "info depth=-1",
        "info 'depth': found '-1', expected a number",
    ),
    (
        "param type=int",
        "param: 'name' is missing, expected the name of a parameter",
    ),
    (
        "param name=x",
        "param: 'type' is missing, expected bool, int, real, enum or string",
    ),
    (
        "param name=x type=int",
        "param: 'min' is missing, expected a number",
    ),
    (
        "param name=x type=real min=a",
        "param 'min': found 'a', expected a number",
    ),
    (
        "param name=x type=spin",
        "param 'type': found 'spin', expected bool, int, real, enum or string",
    ),
];

#[test]
fn bad_replies() {
    for (text, message) in BAD {
        let error = Reply::parse(text).map_err(|e| e.to_string());
        assert_eq!(error, Err((*message).to_owned()), "{text:?}");
    }
}

/// The value of `pv` as draughtsnet 1.0.0 reads it, and lidraughts-bot before it used pydraughts; `None` where its worker
/// dies, because no word behind the first has the closing quote.
fn as_draughtsnet(line: &str) -> Option<String> {
    let mut parts = line.split_whitespace();
    let first = parts.find_map(|part| part.strip_prefix("pv="))?;
    let Some(first) = first.strip_prefix('"') else {
        return Some(first.to_owned());
    };
    let mut value = first.to_owned();
    loop {
        let part = parts.next()?;
        match part.strip_suffix('"') {
            Some(end) => return Some(format!("{value} {end}")),
            None => value = format!("{value} {part}"),
        }
    }
}

/// The same by pydraughts, which leaves the quotes, and lidraughts-bot, which takes the first and last character for them.
fn as_lidraughts_bot(line: &str) -> Option<String> {
    let rest = line.split_once(" pv=")?.1;
    let mut is_quoted = false;
    let end = rest.find(|c| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    });
    let value = &rest[..end.unwrap_or(rest.len())];
    value.get(1..value.len() - 1).map(str::to_owned)
}

/// The same by the pages of lidraughts: `pv="?([0-9\-xX\s]+)"?`.
fn as_lidraughts(line: &str) -> Option<String> {
    let rest = line.split_once(" pv=")?.1;
    let rest = rest.strip_prefix('"').unwrap_or(rest);
    let is_move = |c: char| c.is_ascii_digit() || matches!(c, '-' | 'x' | 'X') || c.is_whitespace();
    let end = rest.find(|c| !is_move(c)).unwrap_or(rest.len());
    Some(rest[..end].to_owned()).filter(|value| !value.is_empty())
}

/// A pv of one move without quotes lost its first and last character in lidraughts-bot; with quotes and no blank it
/// ended the worker of draughtsnet.
#[test]
fn every_client_reads_a_pv_of_any_length() {
    let clients = [as_draughtsnet, as_lidraughts_bot, as_lidraughts];
    for pv in [
        &[][..],
        &["31-27"],
        &["11x22x17"],
        &["31-27", "17-21"],
        &["1-7", "2-8", "3-9"],
    ] {
        let (lost, chances) = (Score::Loss(12), Some([1, 2, 997]));
        for (multi_pv, score, wdl) in [
            (None, Score::Hundredths(7), None),
            (Some(2), Score::Hundredths(7), None),
            (None, Score::Hundredths(7), chances),
            (None, lost, None),
            (Some(3), lost, chances),
        ] {
            let line = Reply::Info(Info {
                score,
                says_end: true,
                multi_pv,
                wdl,
                ..info(pv)
            })
            .to_string();
            for (number, client) in clients.iter().enumerate() {
                let value = client(&line).unwrap_or_else(|| panic!("client {number}: {line}"));
                let moves: Vec<&str> = value.split_whitespace().collect();
                assert_eq!(moves, pv, "client {number}: {line}");
                // The pages part at single blanks, and draw an arrow for the first move.
                assert_eq!(
                    value.split(' ').next(),
                    pv.first().copied().or(Some("")),
                    "{line}"
                );
            }
        }
    }
    // What was written before, and what was written before that.
    assert_eq!(as_lidraughts_bot("info pv=31-27").unwrap(), "1-2");
    assert_eq!(as_draughtsnet("info pv=\"31-27\""), None);
}
