//! The memory of David: whatever is in the file, what is remembered is legal, and a game that is learned comes back.

use super::Scratch;
use kamen_core::{AnyGame, AnyPosition, GameLine, Score, Variant};
use kamen_players::memory::Memory;

const VARIANT: Variant = Variant::Czech;

pub(crate) fn run(input: &[u8]) {
    for bytes in [input, &mended(input)] {
        Scratch::with(bytes, |_, path| {
            let memory = Memory::new(path);
            if memory.open(VARIANT).is_err() {
                let found = std::fs::read(path).expect("the file");
                assert!(found == bytes, "what is refused is changed");
                return;
            }
            hold(&memory);
            let before = memory.games();
            let is_new = memory
                .learn(&won_game())
                .expect("room for a temporary file");
            assert_eq!(memory.games(), before + usize::from(is_new));
            let again = Memory::new(path);
            again.open(VARIANT).expect("a memory");
            assert_eq!(again.games(), memory.games());
            let start = won_game().start;
            assert_eq!(again.ways(&start), memory.ways(&start));
            assert!(!again.ways(&start).is_empty());
        });
    }
}

fn hold(memory: &Memory) {
    for start in [AnyPosition::start(VARIANT), won_game().start] {
        let legal = start.legal_moves();
        assert!(
            memory
                .ways(&start)
                .iter()
                .all(|way| legal.contains(&way.next) && way.plies > 0)
        );
        let _ = memory.bound(&start);
    }
    for bound in memory.bounds() {
        assert_eq!(memory.bound(&bound.position), Some(bound));
        assert!((Score::loss_in(0)..=Score::win_in(0)).contains(&bound.score));
    }
}

/// White takes the last man.
fn won_game() -> GameLine {
    let start = AnyPosition::parse_fen(VARIANT, "W:Wc3:Bd4").expect("a position");
    let mut game = AnyGame::new(start);
    let moves = game.legal_moves();
    game.play_legal(&moves[0]);
    game.line()
}

/// The same lines with the checksums that belong to them.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut mended = Vec::new();
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        match content.get(9..).filter(|_| number > 0) {
            Some(rest) => {
                mended.extend(format!("{:08x} ", crc32fast::hash(rest)).bytes());
                mended.extend(rest);
                mended.extend(&line[content.len()..]);
            }
            None => mended.extend(line),
        }
    }
    mended
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let head = format!("kamen-memory 1 {VARIANT}\n");
    let start = won_game().start.hub();
    let bound = AnyPosition::start(VARIANT).hub();
    let records = [
        format!("game {start} {}", won_game().moves[0]),
        format!("bound {bound} -120 9"),
        format!("bound {bound}/W1=2 2147483647 4294967295"),
    ];
    let lines =
        records.map(|record| format!("{:08x} {record}\n", crc32fast::hash(record.as_bytes())));
    super::texts(&[&head, &format!("{head}{}", lines.concat())])
}
