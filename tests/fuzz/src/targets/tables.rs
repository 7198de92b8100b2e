//! Files of endgame tables: a damaged block is not believed, and one that is believed names a value.

use super::Scratch;
use kamen_core::{AnyPosition, Variant};
use kamen_files::header::seal;
use kamen_tables::{Content, Folder, Material, Settings, TableFile, Tables, Units};
use std::sync::OnceLock;

const VARIANT: Variant = Variant::English;
const MATERIAL: &str = "k-k";
/// Positions that such tables have.
const FENS: [&str; 4] = ["W:WK1:BK32", "B:WK1:BK32", "W:WK14:BK23", "B:WK29:BK4"];

pub(crate) fn run(input: &[u8]) {
    let Some((&which, bytes)) = input.split_first() else {
        return;
    };
    let content = match which % 3 {
        0 => Content::Values,
        1 => Content::Distances,
        _ => return complete(bytes),
    };
    let mended = mended(bytes, content).unwrap_or_default();
    for bytes in [bytes, &mended] {
        Scratch::with(bytes, |scratch, path| {
            let Ok(file) = TableFile::open(path, VARIANT, content) else {
                return;
            };
            let _ = (file.counts(), file.slices().len());
            let (values, distances) = match content {
                Content::Values => (file, None),
                _ => (values(scratch), Some(file)),
            };
            let mut tables = Tables::new(VARIANT);
            tables.add(values, distances, kamen_tables::MOST_PIECES);
            let _ = (tables.pieces(), tables.most_pieces());
            for fen in FENS {
                let position = AnyPosition::parse_fen(VARIANT, fen).expect("a position");
                let _ = tables.look_up(&position);
            }
        });
    }
}

/// Complete tables, from which the files of their material are made.
fn complete(bytes: &[u8]) {
    let units = Units::All(MATERIAL.parse().expect("a material"));
    let mended = mended(bytes, Content::Complete).unwrap_or_default();
    for bytes in [bytes, &mended] {
        let root = tempfile::TempDir::new().expect("a folder for temporary files");
        let folder = Folder::new(root.path(), VARIANT);
        let path = folder.complete(units);
        let parent = path.parent().expect("a folder");
        std::fs::create_dir_all(parent).expect("room for a folder");
        std::fs::write(&path, bytes).expect("room for a temporary file");
        let _ = folder.make_units(units, &SETTINGS);
        let _ = folder.join(units.material(), &SETTINGS);
    }
}

const SETTINGS: Settings = Settings {
    distances: true,
    memory: 1 << 20,
};

/// The sound files of values and of distances, and the complete tables.
fn files() -> &'static [Vec<u8>; 3] {
    static FILES: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    FILES.get_or_init(|| {
        let root = tempfile::TempDir::new().expect("a folder for temporary files");
        let folder = Folder::new(root.path(), VARIANT);
        let material: Material = MATERIAL.parse().expect("a material");
        let units = Units::All(material);
        folder
            .make(&[material], &SETTINGS, &mut |_| ())
            .expect("tables");
        folder.make_units(units, &SETTINGS).expect("units");
        [
            folder.file(material, Content::Values),
            folder.file(material, Content::Distances),
            folder.complete(units),
        ]
        .map(|path| std::fs::read(path).expect("the file"))
    })
}

fn values(scratch: &Scratch) -> TableFile {
    let path = scratch.file("sound.values");
    std::fs::write(&path, &files()[0]).expect("room for a temporary file");
    TableFile::open(&path, VARIANT, Content::Values).expect("sound values")
}

/// The same bytes with the checksums that belong to them, and lengths of blocks that reach the end.
fn mended(bytes: &[u8], content: Content) -> Option<Vec<u8>> {
    /// The lengths of the codes of values, two a byte.
    const CODES: usize = 1356;
    let length = usize::from(u16::from_le_bytes(*bytes.get(10..)?.first_chunk()?));
    let (head, rest) = bytes.split_at_checked(12 + length)?;
    let coded = if content == Content::Values { CODES } else { 0 };
    let (codes, rest) = rest.get(4..)?.split_at_checked(coded)?;
    // As many blocks as the sound file has: one for each slice, since all are small.
    let header: serde_json::Value = serde_json::from_slice(head.get(12..)?).ok()?;
    let count = header.get("slices")?.as_array()?.len();
    let (words, mut blocks) = rest
        .get(..8 * count + 4)
        .map(|words| (words, &rest[8 * count + 4..]))?;
    let mut directory = codes.to_vec();
    for (number, word) in words.chunks_exact(8).enumerate() {
        let length = u32::from_le_bytes(*word.first_chunk()?) as usize;
        let is_last = number + 1 == count;
        let length = if is_last {
            blocks.len()
        } else {
            length.min(blocks.len())
        };
        let (block, after) = blocks.split_at(length);
        directory.extend((length as u32).to_le_bytes());
        directory.extend(crc32fast::hash(block).to_le_bytes());
        blocks = after;
    }
    seal(&mut directory);
    let mut mended = head.to_vec();
    seal(&mut mended);
    mended.extend(directory);
    mended.extend(&rest[8 * count + 4..]);
    Some(mended)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let [values, distances, complete] = files();
    vec![
        [&[0], &values[..]].concat(),
        [&[1], &distances[..]].concat(),
        [&[2], &complete[..]].concat(),
    ]
}
