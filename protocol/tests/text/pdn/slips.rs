//! Slips of programs and people: what is read in spite of them, and what is said.

use super::read;
use kamen_protocol::pdn::{Game, GameResult};
use proptest::prelude::*;
use proptest::sample::select;

/// A text, its games as they are written, and their slips.
type Slipped<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

const SLIPPED: &[Slipped<'_>] = &[
    (
        "1. 2. 32-28 3. *",
        &["2. 32-28 *"],
        &["line 1, column 1: no move behind '1.' (and 1 more)"],
    ),
    (
        "1. - - 2. - - *",
        &["1. ... ... 2. ... ... *"],
        &["line 1, column 4: '-' for a move or a result (and 3 more)"],
    ),
    (
        "1. 32-28 - 19-23 2. 28x19 *",
        &["1. 32-28 19-23 2. 28x19 *"],
        &["line 1, column 10: '-' for a move or a result"],
    ),
    (
        "[A \"1\"]\n\n-\n\n[A \"2\"]\n- *\n[A \"3\"] {none} -",
        &["[A \"1\"] *", "[A \"2\"] *", "[A \"3\"] {none} *"],
        &[
            "line 3, column 1: '-' for a move or a result",
            "line 6, column 1: '-' for a move or a result",
            "line 6, column 3: '*' ends the game again",
            "line 7, column 16: '-' for a move or a result",
        ],
    ),
    ("-\n", &[], &[]),
    (
        "[A \"1\"] 1. ３２-２８ 19→23 2. 28*19 14&times;23 3. 37\u{ad}32 10\u{200b}-14 1/2\u{2013}1/2",
        &["[A \"1\"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 1/2-1/2"],
        &[
            "line 1, column 12: unusual spelling '３２-２８' (and 5 more)",
            "line 1, column 61: unusual result '1/2–1/2'",
        ],
    ),
    (
        "[A \"1\"] 1. 32-2819-23 28x1914x23 2. c3-d4d6-c5 Kc1-d2 d7-e8K *",
        &["[A \"1\"] 1. 32-28 19-23 28x19 14x23 2. c3-d4 d6-c5 c1-d2 d7-e8 *"],
        &["line 1, column 12: unusual spelling '32-2819-23' (and 4 more)"],
    ),
    (
        "[A \"1\"] 1. 32-28 [better 31-27] 19-23 [0:05] [2. 34-30] 2. 28x19 [1-1]",
        &["[A \"1\"] 1. 32-28 {[better 31-27]} 19-23 {[0:05] [2. 34-30]} 2. 28x19 1-1"],
        &[
            "line 1, column 18: words '[better 31-27]', read as a comment (and 1 more)",
            "line 1, column 66: unusual result '[1-1]'",
        ],
    ),
    (
        "[A \"1\"] 1. 33-29 ... 19-23 2. 35-30 {x} ...20-25 3. 40-35 3. ... 14-19 *",
        &["[A \"1\"] 1. 33-29 1... 19-23 2. 35-30 {x} 2... 20-25 3. 40-35 3... 14-19 *"],
        &[
            "line 1, column 18: unusual move number '...' (and 2 more)",
            "line 1, column 59: no move behind '3.'",
        ],
    ),
    (
        "[A \"1\"] 1. 11-15 *24-20 2. 8-11*! 28-24* (28-23) 3. 4-8*, 5-9 **",
        &["[A \"1\"] 1. 11-15 24-20 2. 8-11! $7 28-24 $7 (28-23) 3. 4-8 $7 5-9 *"],
        &[
            "line 1, column 18: signs '*', left out (and 2 more)",
            "line 1, column 32: unusual mark '*' (and 2 more)",
            "line 1, column 33: no move before '!'",
        ],
    ),
    (
        "[A \"1\"] 1. 28x(23)x19 14(10)5 2. 47x36 (42,29) 5x14 x23 ц3-д4 3/4-9 %1-7\n*",
        &["[A \"1\"] 1. 28x23x19 14x10x5 2. 47x36x42x29 5x14x23 c3-d4 3. 4-9 %1-7 *"],
        &[
            "line 1, column 12: unusual spelling '28x(23)x19' (and 5 more)",
            "line 1, column 69: unusual comment '%1-7'",
        ],
    ),
    (
        "[A \"1\"] 1. 33-29; 19-23; 2. 35-30;\n20-25; good\n3. 40-35 *",
        &["[A \"1\"] 1. 33-29 19-23 2. 35-30 20-25 {good} 3. 40-35 *"],
        &[
            "line 1, column 17: signs ';', left out (and 2 more)",
            "line 2, column 6: unusual comment '; good'",
        ],
    ),
    (
        "Round 1-2\n12/05/1998\n[A \"1\"] 1. 33-29 (0.5) 19-23 (+0.30/12) 35-30 (1'05\") (2-0)\n\nNext round: 3-4",
        &["[A \"1\"] {Round 1-2 /05/1998} 1. 33-29 {0.5} 19-23 {+0.30/12} 35-30 {1'05\"} 2-0"],
        &[
            "line 1, column 1: words 'Round', read as a comment (and 3 more)",
            "line 3, column 55: unusual result '2-0'",
        ],
    ),
    (
        "1. 33-29 19-23 2. 35-30 20-25\n\n1. 34-30 20-25 2. 30-24 5-5\n\n[A] 1. 33-29 1½-½",
        &[
            "1. 33-29 19-23 2. 35-30 20-25 *",
            "1. 34-30 20-25 2. 30-24 1/2-1/2",
            "[A \"\"] 1. 33-29 {1½-½} *",
        ],
        &[
            "line 3, column 1: no * or result before '1.'",
            "line 5, column 1: no * or result before '[A'",
            "line 3, column 25: unusual result '5-5'",
            "line 5, column 1: tag '[A]' has no value",
            "line 5, column 14: words '1½-½', read as a comment",
        ],
    ),
    // An empty line in a comment separates nothing.
    (
        "1. 33-29 19-23 2. 35-30 {two\n\nlines} 1. 34-30 2. 30-24 {x}\n\n1. 33-29 *",
        &[
            "1. 33-29 19-23 2. 35-30 {two lines} 1. 34-30 2. 30-24 {x} *",
            "1. 33-29 *",
        ],
        &["line 5, column 1: no * or result before '1.'"],
    ),
    (
        "1. 32--28 19-23 2-0F [A \"1\"] 1. c3--d4 0-2f",
        &["1. 32-28 19-23 2-0", "[A \"1\"] 1. c3-d4 0-2"],
        &[
            "line 1, column 4: unusual spelling '32--28'",
            "line 1, column 17: unusual result '2-0F'",
            "line 1, column 33: unusual spelling 'c3--d4'",
            "line 1, column 40: unusual result '0-2f'",
        ],
    ),
    (
        "1. 32-28 {x} -",
        &["1. 32-28 {x} *"],
        &["line 1, column 14: '-' for a move or a result"],
    ),
    (
        "1-6 } , 1-7 *",
        &["1-6 1-7 *"],
        &["line 1, column 5: signs '}', left out (and 1 more)"],
    ),
    (
        "1-6\n\n[A \"2\"] 1-7 *",
        &["1-6 *", "[A \"2\"] 1-7 *"],
        &["line 3, column 1: no * or result before '[A'"],
    ),
    (
        "[Event \"A\"]\n[FEN \"W:W1:B2\"]\n\n[Event \"B\"]\n[FEN \"W:W1:B3\"]\n",
        &[
            "[Event \"A\"] [FEN \"W:W1:B2\"] *",
            "[Event \"B\"] [FEN \"W:W1:B3\"] *",
        ],
        &["line 4, column 1: no * or result before '[Event'"],
    ),
    (
        "what is that? 1-6 *",
        &["{what is that?} 1-6 *"],
        &["line 1, column 1: words 'what', read as a comment"],
    ),
    (
        "1-6 ! ! {x} ? *",
        &["1-6! {x} *"],
        &["line 1, column 7: no move before '!' (and 1 more)"],
    ),
    (
        "() 1-6 () (1-7) ) *",
        &["1-6 (1-7) *"],
        &["line 1, column 2: parenthesis without its partner at ')' (and 2 more)"],
    ),
    (
        "1-6 (1-7 * 1-8) 2-7 *",
        &["1-6 (1-7 {*} 1-8) 2-7 *"],
        &["line 1, column 10: '*' inside a variation"],
    ),
    (
        "1-6 (1-7 2-0\n[A \"2\"] *",
        &["1-6 (1-7 {2-0}) 2-0", "[A \"2\"] *"],
        &[
            "line 1, column 10: '2-0' inside a variation",
            "line 2, column 1: no * or result before '[A'",
            "line 2, column 1: parenthesis without its partner at '[A'",
        ],
    ),
    (
        "* 1-6 *",
        &["1-6 *"],
        &["line 1, column 1: '*' ends the game again"],
    ),
    (
        "1-6 {half a comment",
        &["1-6 {half a comment} *"],
        &["line 1, column 5: comment '{half a comment' without its end"],
    ),
    (
        "1-6 {no end\n1. 1-7 {x} *\n\n [A \"2\"] {x} *",
        &["1-6 {no end} 1. 1-7 {x} *", "[A \"2\"] {x} *"],
        &["line 1, column 5: comment '{no end' without its end"],
    ),
    (
        "{a {b} c} 1. 32-28 *",
        &["{a {b) c} 1. 32-28 *"],
        &["line 1, column 1: unusual comment '{a {b} c'"],
    ),
    (
        "1. 32-28 ; quiet\n; a line\n19-23;28x19 *",
        &["1. 32-28 {quiet} {a line} 19-23 28x19 *"],
        &[
            "line 1, column 10: unusual comment '; quiet' (and 1 more)",
            "line 3, column 6: signs ';', left out",
        ],
    ),
    (
        "[A \"half",
        &["[A \"half\"] *"],
        &["line 1, column 1: tag '[A 'half' without its end"],
    ),
    (
        "[A \"the \"best\" game\"] 1-6 *",
        &["[A \"the \\\"best\\\" game\"] 1-6 *"],
        &["line 1, column 1: tag '[A 'the 'best' gam..' without plain quotes"],
    ),
    (
        "[A no]\n[Empty]\n[ \"x\"] [%clk 0:01] 1-6 *",
        &["[A \"no\"] [Empty \"\"] {[ \"x\"] [%clk 0:01]} 1-6 *"],
        &[
            "line 1, column 1: tag '[A no]' without plain quotes",
            "line 2, column 1: tag '[Empty]' has no value",
            "line 3, column 1: words '[ 'x'] ', read as a comment",
        ],
    ),
    (
        "[White A. Player]\n[Black 'B. Player']\n[Site \"x\"\n[Date=2001]\n[Event “Club”]\n1. 33-29 *",
        &[
            "[White \"A. Player\"] [Black \"B. Player\"] [Site \"x\"] [Date \"2001\"] [Event \"Club\"] 1. 33-29 *",
        ],
        &[
            "line 1, column 1: tag '[White A. Player]' without plain quotes (and 3 more)",
            "line 3, column 1: tag '[Site 'x'' without its end",
        ],
    ),
    (
        "[Round: «3»] [Path \"C:\\\"] 1. 33-29 *",
        &["[Round \"3\"] [Path \"C:\\\\\"] 1. 33-29 *"],
        &["line 1, column 1: tag '[Round: «3»]' without plain quotes"],
    ),
    (
        "[\nEvent \"Club\"]\n[Site\n\"Hall\"]\n[Round \"3\nor 4\"] 1. 33-29 *",
        &["[Event \"Club\"] [Site \"Hall\"] [Round \"3 or 4\"] 1. 33-29 *"],
        &[],
    ),
    (
        "[Site \"\"]\\r\n[GameType \"20\"]\\r\n\\r\n1. 33-29 19-23 2. \\r\n35-30 *",
        &["[Site \"\"] [GameType \"20\"] 1. 33-29 19-23 2. 35-30 *"],
        &["line 1, column 10: '\\r' for a blank (and 3 more)"],
    ),
    (
        "[Event \"Club\"]\\n[Site \"\"]\\t[GameType \"20\"]\\n\\n1. 33-29 19-23\\n*",
        &["[Event \"Club\"] [Site \"\"] [GameType \"20\"] 1. 33-29 19-23 *"],
        &["line 1, column 15: '\\n' for a blank (and 4 more)"],
    ),
    (
        "<b>1.</b> 32-28&nbsp;19-23<br> *",
        &["1. 32-28 19-23 *"],
        &["line 1, column 1: '<b>' for a blank (and 3 more)"],
    ),
    (
        "é° 1-6 ж\n [A] *",
        &["{é°} 1-6 {ж} *", "[A \"\"] *"],
        &[
            "line 1, column 1: words 'é°', read as a comment (and 1 more)",
            "line 2, column 2: no * or result before '[A'",
            "line 2, column 2: tag '[A]' has no value",
        ],
    ),
    (
        "$x $99999 1-6 *",
        &["{$x $99999} 1-6 *"],
        &["line 1, column 1: words '$x', read as a comment"],
    ),
    (
        "/FEN \"W:W1\" 1-6 *",
        &["{FEN\" W:W1\"} 1-6 *"],
        &[
            "line 1, column 1: signs '/', left out",
            "line 1, column 2: words 'FEN', read as a comment",
        ],
    ),
    (
        "1-6* 32-28",
        &["1-6 $7 32-28 *"],
        &["line 1, column 4: unusual mark '*'"],
    ),
    (
        "1-6* 2. 32-28*\n1. 5-7 *",
        &["1-6 $7 2. 32-28 *", "1. 5-7 *"],
        &["line 1, column 4: unusual mark '*'"],
    ),
    (
        "1. 11-15 24-20* 2. 8-11 28-24* *",
        &["1. 11-15 24-20 $7 2. 8-11 28-24 $7 *"],
        &["line 1, column 15: unusual mark '*' (and 1 more)"],
    ),
    (
        "[A \"1\"] 1. 1-6 1-7 * 2. 1-8 *",
        &["[A \"1\"] 1. 1-6 1-7 2. 1-8 *"],
        &["line 1, column 20: '*' ends the game again"],
    ),
    (
        "White - Black 2-0\nRound 1\n\n[GameType \"20\"]\n1. 33-29 19-23 *",
        &["[GameType \"20\"] {White - Black 2-0 Round 1} 1. 33-29 19-23 *"],
        &["line 1, column 1: words 'White - Black 2-0', read as a comment"],
    ),
    (
        "1. 33-29 1:1\n1. 33-29 2 : 0\n1. 33-29 ½-½\n1. 33-29 0.5-0.5\n1. 33-29 1+ - 1-\n1. 33-29 ½",
        &[
            "1. 33-29 1-1",
            "1. 33-29 2-0",
            "1. 33-29 1/2-1/2",
            "1. 33-29 1/2-1/2",
            "1. 33-29 1-1",
            "1. 33-29 1/2-1/2",
        ],
        &[
            "line 1, column 10: unusual result '1:1'",
            "line 2, column 10: unusual result '2 : 0'",
            "line 3, column 10: unusual result '½-½'",
            "line 4, column 10: unusual result '0.5-0.5'",
            "line 5, column 10: unusual result '1+ - 1-'",
            "line 6, column 10: unusual result '½'",
        ],
    ),
    (
        "1 33-29 19-23 2) 35-30 20-25 3 . 40-35 {x} 3.. 14-19 4. 38-33 {x} 4… 10-14 5.… 7-8 *",
        &[
            "1. 33-29 19-23 2. 35-30 20-25 3. 40-35 {x} 3... 14-19 4. 38-33 {x} 4... 10-14 5... 7-8 *",
        ],
        &["line 1, column 1: unusual move number '1' (and 5 more)"],
    ),
    (
        "1. 11-15 24-20 (the usual\nreply) 8-11 (1:05) (0:12) 28-24 (better was 31-27 and wins) 5-9 (5-10 wins) *",
        &[
            "1. 11-15 24-20 {the usual reply} 8-11 {1:05} {0:12} 28-24 {better was 31-27 and wins} 5-9 (5-10 {wins}) *",
        ],
        &["line 1, column 16: words 'the usual\\nreply', read as a comment (and 4 more)"],
    ),
    (
        "1. 33-29± 19-23= 2. 28-23□ 1-6 +- 4-9 -+ 5-10 (=) 6-11∞ 1-7-+ 1-8 ~ 1/2-1/2",
        &[
            "1. 33-29 $16 19-23 $10 2. 28-23 $7 1-6 $18 4-9 $19 5-10 $10 6-11 $13 1-7 $19 1-8 {~} 1/2-1/2",
        ],
        &["line 1, column 9: unusual mark '±' (and 8 more)"],
    ),
    ("1. 47x36 <42,29,19,22> *", &["1. 47x36x42x29x19x22 *"], &[]),
    (
        "[Result \"1-1\"] 1. 33-29 2-0",
        &["[Result \"1-1\"] 1. 33-29 2-0"],
        &["line 1, column 10: two results, '1-1 and 2-0'; the one behind the moves counts"],
    ),
    (
        "[Result \"1:1\"] 1. 33-29 1-1 *",
        &["[Result \"1:1\"] 1. 33-29 1-1"],
        &[
            "line 1, column 29: '*' ends the game again",
            "line 1, column 10: unusual result '1:1'",
        ],
    ),
    (
        "[Result \"-\"] 1.33-29 19-23 -\n\n[Result \"1-1\"] 1.34-30 20-25 1-1 {agreed} 1-1 0-2",
        &[
            "[Result \"-\"] 1. 33-29 19-23 *",
            "[Result \"1-1\"] 1. 34-30 20-25 {agreed} 1-1",
        ],
        &[
            "line 1, column 28: '-' for a move or a result",
            "line 3, column 43: '1-1' ends the game again (and 1 more)",
            "line 3, column 47: two results, '1-1 and 0-2'; the one behind the moves counts",
        ],
    ),
    (
        "[GameType \"20\"] A note 1. 33-29 19-23 and now, perhaps, 2. 35-30 White wins 2-0",
        &[
            "[GameType \"20\"] {A note} 1. 33-29 19-23 {and now, perhaps,} 2. 35-30 {White wins} 2-0",
        ],
        &["line 1, column 17: words 'A', read as a comment (and 2 more)"],
    ),
    (
        "[Result \"4-6\"] 1. 33-29 4-6 {late}\n\n[Result \"12-0\"] 1. 33-29 12-0",
        &[
            "[Result \"4-6\"] 1. 33-29 {late} *",
            "[Result \"12-0\"] 1. 33-29 1-0",
        ],
        &[
            "line 3, column 1: no * or result before '[Result'",
            "line 1, column 25: unusual result '4-6'",
            "line 3, column 26: unusual result '12-0'",
        ],
    ),
    (
        "[A \"half] 1. 33-29 *\n[B \"half\n\n1. 33-29 *",
        &["[A \"half\"] 1. 33-29 *", "[B \"half\"] 1. 33-29 *"],
        &[
            "line 1, column 1: tag '[A 'half]' without its end",
            "line 2, column 1: tag '[B 'half' without its end",
        ],
    ),
];

#[test]
fn slips_are_read_over_and_told() {
    for (text, games, slips) in SLIPPED {
        let (mut found, mut told) = (Vec::new(), Vec::new());
        for read in read(text.as_bytes()) {
            assert_eq!(read.faults, [], "{text:?}");
            told.extend(read.game.slips.iter().map(ToString::to_string));
            let written = read.game.to_string();
            found.push(written.split_whitespace().collect::<Vec<_>>().join(" "));
            // What is written has no slip left, but for a result that says something else.
            let again = super::read(written.as_bytes());
            let slips = again.iter().flat_map(|read| &read.game.slips);
            let left: Vec<_> = slips
                .map(ToString::to_string)
                .filter(|slip| !slip.contains("result"))
                .collect();
            assert_eq!(left, Vec::<String>::new(), "{written}");
        }
        assert_eq!(found, *games, "{text:?}");
        assert_eq!(told, *slips, "{text:?}");
    }
}

/// What may be a move or words is kept as it was written: the rules decide.
#[test]
fn doubtful_moves_stay_as_they_are() {
    let cases: &[Slipped<'_>] = &[
        (
            "[A \"1\"] 1. 11.15 24.20 2: 8-11 28 to 24 3. 4 8 2/6 *",
            &["[A \"1\"] 1. 11.15 24.20 2. 8-11 28 to 24 3. 4 8 2/6 *"],
            &[
                "line 1, column 12: unusual spelling '11.15' (and 4 more)",
                "line 1, column 24: unusual move number '2:'",
            ],
        ),
        (
            "At 12.30 to 13\n[A \"1\"] 1. 4-0 31-27 0x9 2. 3-8 4-0",
            &["[A \"1\"] {At 12.30 to 13} 1. 4-0 31-27 0x9 2. 3-8 1-0"],
            &[
                "line 1, column 1: words 'At 12.30 to 13', read as a comment",
                "line 2, column 12: unusual spelling '4-0' (and 1 more)",
                "line 2, column 33: unusual result '4-0'",
            ],
        ),
        (
            "[A \"1\"] 1. 33-29 (1. 32-28 17 21) 17-21 (1... 18-22 2. 31 26 ) 2. 31-26 *",
            &["[A \"1\"] 1. 33-29 (1. 32-28 17 21) 17-21 (1... 18-22 2. 31 26) 2. 31-26 *"],
            &["line 1, column 28: unusual spelling '17 21' (and 1 more)"],
        ),
    ];
    for (text, games, slips) in cases {
        let all = read(text.as_bytes());
        let written = |game: &Game| {
            game.to_string()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let found: Vec<String> = all.iter().map(|read| written(&read.game)).collect();
        assert_eq!(found, *games, "{text:?}");
        let told = all.iter().flat_map(|read| &read.game.slips);
        let told: Vec<String> = told.map(ToString::to_string).collect();
        assert_eq!(told, *slips, "{text:?}");
        // Written again, it is the same.
        let again = read(all[0].game.to_string().as_bytes());
        assert_eq!(again[0].game, all[0].game, "{text:?}");
    }
}

/// A slip is told once a game, however often it is made.
#[test]
fn slips_of_one_kind_are_counted() {
    let text = format!("{} *", "1 32-28 19-23± ".repeat(1000));
    let game = &read(text.as_bytes())[0].game;
    let told: Vec<String> = game.slips.iter().map(|slip| slip.reason()).collect();
    assert_eq!(
        told,
        [
            "unusual move number '1' (and 999 more)",
            "unusual mark '±' (and 999 more)"
        ]
    );
}

const MOVES: [&str; 6] = ["33-29", "19-23", "28x19", "14x23x14", "35-30", "20-25"];

/// The forms of a part of a game that mean the same.
fn forms(of: &[&str]) -> impl Strategy<Value = String> + use<> {
    let forms: Vec<String> = of.iter().map(|&form| form.to_owned()).collect();
    select(forms)
}

/// A tag in all manner of ways, with its end.
fn tag(name: &'static str, value: &'static str) -> impl Strategy<Value = String> {
    let written = select(vec![
        ("[", " \"", "\"]"),
        ("[ ", "  \"", "\" ]"),
        ("[\n", " \"", "\"]"),
        ("[", "\n\"", "\"\n]"),
        ("[", " “", "”]"),
        ("[", " „", "“]"),
        ("[", " '", "']"),
        ("[", " «", "»]"),
        ("[", ": \"", "\"]"),
        ("[", "=\"", "\"]"),
        ("[", " \"", "]"),
        ("[", " \"", "\""),
        ("[", " ", "]"),
        ("[", " \"", ""),
    ]);
    let end = forms(&[
        "\n", "\r\n", "\\n\n", "\\r\n", "\t\n", " \n", "<br>\n", "\u{a0}\n",
    ]);
    (written, end).prop_map(move |((open, middle, close), end)| {
        format!("{open}{name}{middle}{value}{close}{end}")
    })
}

/// What may stand behind a move.
fn behind() -> impl Strategy<Value = String> {
    forms(&[
        " ",
        " ",
        "\n",
        "\r\n",
        "\\n",
        "\t",
        "\u{a0}",
        "&nbsp;",
        " <br>",
        "! ",
        "(?) ",
        " $3 ",
        "± ",
        " +- ",
        "= ",
        "-+ ",
        "□ ",
        "∞\n",
        " (=) ",
        " {a comment} ",
        " {a {nested} comment} ",
        " ; up to the end\n",
        " (so to say) ",
        " (1:05) ",
        ", ",
        " and then ",
        "\n% a line\n",
        " (16-21) ",
        " () ",
        ". ",
        " ! ! ",
        "* ",
    ])
}

fn number(number: usize) -> impl Strategy<Value = String> {
    let forms = [". ", ".", " ", ") ", " . ", ".) ", ". \\n"];
    select(forms.map(|form| format!("{number}{form}")).to_vec())
}

fn second(number: usize) -> impl Strategy<Value = String> {
    let forms = ["... ", "…", " … ", ".. ", "...", ".… "];
    let mut forms = forms.map(|form| format!("{number}{form}")).to_vec();
    forms.extend(vec![String::new(); 6]);
    select(forms)
}

fn ending() -> impl Strategy<Value = String> {
    forms(&[
        "1-1",
        "1:1",
        "1 - 1",
        "1 : 1",
        "1–1",
        "½-½",
        "½",
        "1/2-1/2",
        "1/2 - 1/2",
        "1/2",
        "0.5-0.5",
        "0,5-0,5",
        "1+ - 1-",
        "1-1 {agreed} 1-1",
        "1-1 *",
        "1-1 {agreed}",
        "4. 1-1",
        "-",
        "*",
        "* *",
        "",
        "- *",
        "(1-1",
        "\\n",
    ])
}

fn heading() -> impl Strategy<Value = String> {
    forms(&[
        "",
        "",
        "White - Black\n",
        "Round 1\n\n",
        "Ada - Bo 1-1\nClub\n",
        "% line\n",
        "From: A. Nonymous\n\nHello,\n",
        "\u{feff}",
        "\\n\n",
    ])
}

fn game() -> impl Strategy<Value = String> {
    let tags = (
        tag("White", "Ada Lee"),
        tag("Result", "1-1"),
        tag("GameType", "20"),
    );
    let played = (0..3).map(|pair| (number(pair + 1), behind(), second(pair + 1), behind()));
    (heading(), tags, played.collect::<Vec<_>>(), ending()).prop_map(
        |(heading, tags, played, ending)| {
            let moves = played
                .iter()
                .enumerate()
                .map(|(pair, (number, first, second, behind))| {
                    let [white, black] = [MOVES[2 * pair], MOVES[2 * pair + 1]];
                    // A star that is nothing but one would end the game.
                    let second = if first.starts_with('*') { "" } else { second };
                    format!("{number}{white}{first}{second}{black}{behind}")
                });
            let moves: String = moves.collect();
            let moves = moves.trim_end_matches("* ");
            format!(
                "{heading}{}{}{}\n{moves} {ending}\n\n",
                tags.0, tags.1, tags.2
            )
        },
    )
}

proptest! {
    /// Games with any slips in any place are the same games.
    #[test]
    fn slips_change_no_game(games in prop::collection::vec(game(), 1..4)) {
        let text = games.concat();
        let found = read(text.as_bytes());
        prop_assert_eq!(found.len(), games.len(), "{}", text);
        for read in found {
            prop_assert_eq!(&read.faults, &[], "{}", text);
            let game = read.game;
            let moves: Vec<String> = game.main_line().filter_map(|played| Some(played.text.as_ref()?.to_string())).collect();
            prop_assert_eq!(&moves[..], &MOVES[..], "{}", text);
            let result = game.result().map(GameResult::with_one_point);
            prop_assert_eq!(result, Some(GameResult::Draw1), "{}", text);
            prop_assert_eq!(game.tag("White"), Some("Ada Lee"), "{}", text);
            prop_assert_eq!(game.tag("GameType"), Some("20"), "{}", text);
        }
    }
}
