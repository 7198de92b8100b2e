//! Writes the tables that the program carries inside. Begin with [`embed`].

use super::content::Content;
use super::file_error::{TableFileError, Unusable};
use super::folder::Folder;
use super::make_error::MakeError;
use super::material::Material;
use super::pack::join;
use kamen_core::rules::Variant;
use kamen_files::write_whole;
use std::path::{Path, PathBuf};

/// Materials with up to so many pieces are preferred, with their distances, to those with more.
const FIRST: usize = 3;
/// The most pieces.
const MOST: usize = 4;

/// How hard zstd tries.
const LEVEL: i32 = 19;

/// What was embedded of a variant.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// The materials of which there are values.
    pub values: Vec<Material>,
    /// Those of which there are distances too.
    pub distances: Vec<Material>,
    /// Bytes of both files.
    pub bytes: u64,
}

/// The materials of a folder whose files fit into so many bytes together: the values and the distances of three
/// pieces, then those of four, each as it comes in the order of [`Material::units_in`].
fn fitting(variant: Variant, folder: &Folder, limit: u64) -> [Vec<Material>; 2] {
    let mut left = limit;
    let mut found = [Vec::new(), Vec::new()];
    for most in [FIRST, MOST] {
        let all = Material::units_in(variant, most);
        let all = all
            .iter()
            .filter(|material| most == FIRST || material.pieces() > FIRST);
        for content in [Content::Values, Content::Distances] {
            for &material in all.clone() {
                let file = std::fs::metadata(folder.file(material, content));
                let bytes = file.map_or(u64::MAX, |file| file.len());
                // Distances belong to values.
                if bytes <= left && (content == Content::Values || found[0].contains(&material)) {
                    left -= bytes;
                    found[content as usize].push(material);
                }
            }
        }
    }
    found
}

/// Joins the tables of a folder that fit into so many bytes into one file of values and one of distances, compressed,
/// in the folder `out`.
///
/// # Errors
/// If a file is damaged or cannot be written.
pub fn embed(
    variant: Variant,
    folder: &Folder,
    limit: u64,
    out: &Path,
) -> Result<Embedded, MakeError> {
    let [values, distances] = fitting(variant, folder, limit);
    std::fs::create_dir_all(out).map_err(|why| MakeError::Folder {
        path: out.to_owned(),
        why,
    })?;
    let mut bytes = 0;
    for (content, materials) in [(Content::Values, &values), (Content::Distances, &distances)] {
        let files = materials
            .iter()
            .map(|&material| folder.files(material, content == Content::Distances));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        let name = format!("{variant}.{}", content.extension());
        bytes += compressed(&out.join(name), |path| join(variant, &files, path))?;
    }
    Ok(Embedded {
        values,
        distances,
        bytes,
    })
}

/// Writes a file as `write` does, compressed; its length.
fn compressed(
    path: &Path,
    write: impl FnOnce(&dyn Fn(Content) -> PathBuf) -> Result<(), TableFileError>,
) -> Result<u64, MakeError> {
    let wrong = |why: std::io::Error| TableFileError {
        path: path.to_owned(),
        why: Unusable::Io(why),
    };
    let place = tempfile::tempdir().map_err(wrong)?;
    let extension = path.extension().unwrap_or_default();
    write(&|content| place.path().join(content.extension()))?;
    let bytes = std::fs::read(place.path().join(extension)).map_err(wrong)?;
    let packed = zstd::bulk::compress(&bytes, LEVEL).map_err(wrong)?;
    write_whole(path, &packed).map_err(wrong)?;
    Ok(packed.len() as u64)
}
