//! Opening books: what is read is written so that the same is read, and answers for every position.

use super::Scratch;
use kamen_book::{Book, Graph};
use kamen_core::{AnyPosition, Variant};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

const HEADER: usize = 64;

pub(crate) fn run(input: &[u8]) {
    for bytes in [input, &mended(input)] {
        Scratch::with(bytes, |scratch, path| {
            if let Ok(book) = Book::read(path) {
                hold(&book);
                let copy = scratch.file("copy");
                book.write(&copy).expect("room for a temporary file");
                assert_eq!(Book::read(&copy).ok().as_ref(), Some(&book));
            }
        });
    }
}

fn hold(book: &Book) {
    let start = AnyPosition::start(book.variant());
    let moves = book.moves(&start);
    let legal = start.legal_moves();
    assert!(moves.iter().all(|m| legal.contains(&m.played)));
    for m in &moves {
        let _ = m.score();
        assert_eq!(start.after(&m.played).as_ref(), Ok(&m.after));
    }
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for margin in [0, 4, u32::MAX] {
        let _ = book.good_moves(&start, margin);
        let chosen = book.choose(&start, margin, &mut random);
        assert!(chosen.is_none_or(|chosen| legal.contains(&chosen.played)));
    }
    assert!(book.line(&start, 20).len() <= 20);
    let mut graph = Graph::of_book(book);
    graph.minimax();
    let _ = graph.inconsistent();
    graph.prune(10);
    let _ = graph.book(book);
}

/// The same bytes with the number of their entries and the checksums that belong to them.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() < HEADER {
        return bytes;
    }
    let entries = crc32fast::hash(&bytes[HEADER..]);
    let count = ((bytes.len() - HEADER) / 12) as u64;
    bytes[12..16].copy_from_slice(&entries.to_le_bytes());
    bytes[16..24].copy_from_slice(&count.to_le_bytes());
    let header = crc32fast::hash(&bytes[..60]);
    bytes[60..HEADER].copy_from_slice(&header.to_le_bytes());
    bytes
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let of = |variant: Variant| {
        let start = AnyPosition::start(variant);
        let mut entries: Vec<u64> = vec![kamen_book::key(&start)];
        entries.extend(
            start
                .legal_moves()
                .iter()
                .map(|m| kamen_book::key(&start.after_legal(m))),
        );
        entries.sort_unstable();
        entries.dedup();
        let mut bytes = Book::empty(variant).to_bytes();
        for (key, weight) in entries.into_iter().zip(0u16..) {
            bytes.extend(key.to_le_bytes());
            bytes.extend((10 * weight as i16 - 30).to_le_bytes());
            bytes.extend((weight << 1 | (weight & 1) << 15).to_le_bytes());
        }
        mended(&bytes)
    };
    vec![
        of(Variant::Czech),
        of(Variant::International),
        Book::empty(Variant::Turkish).to_bytes(),
    ]
}
