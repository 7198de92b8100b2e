//! Looks up positions in tables. Begin with [`Tables`].

use super::coding::{BLOCK, UNPACKED, value_at};
use super::content::Content;
use super::coverage::Coverage;
use super::file::{DISTANCES, TableFile};
use super::file_error::TableFileError;
use super::implied::{follows_from_moves, is_kept};
use super::index::{Index, as_white, white_to_move};
use super::material::Material;
use super::slice::{BySlice, Slice};
use super::value::{Outcome, Value};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::movegen::{can_capture, legal_moves};
use kamen_core::rules::{BoardOf, MoveOf, Position, Rules, Variant};
use kamen_core::with_rules;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The tables of a variant that there are, with a cache of unpacked blocks.
///
/// Positions are looked up without regard to their history. Searches on several threads share the tables.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    values: Vec<TableFile>,
    distances: Vec<TableFile>,
    places: BySlice<Place>,
    /// The most pieces of any place.
    most: usize,
    cache: Cache,
    /// Some blocks of distances, each in the place that its number says.
    unpacked: Box<[Mutex<Option<Distances>>]>,
}

/// An unpacked block of distances.
#[derive(Debug)]
struct Distances {
    file: usize,
    block: usize,
    all: Arc<[u16]>,
}

/// Where a slice is.
#[derive(Debug)]
struct Place {
    file: usize,
    first: usize,
    strides: [u64; 4],
    distances: Option<(usize, usize)>,
    /// The longest win or loss of a chase ([`Material::is_chase`]), in plies; 0 for other pieces, or if no distances are known.
    chase: u16,
}

/// Blocks of distances that are kept unpacked.
const DISTANCE_BLOCKS: usize = 64;

/// Bytes of the cache of embedded tables: room for all blocks of most variants.
const EMBEDDED_CACHE: usize = 8 << 20;

impl Tables {
    /// No tables, and a small cache.
    pub fn new(variant: Variant) -> Tables {
        Tables {
            variant,
            values: Vec::new(),
            distances: Vec::new(),
            places: BySlice::default(),
            most: 0,
            cache: Cache::new(0),
            unpacked: std::iter::repeat_with(Mutex::default)
                .take(DISTANCE_BLOCKS)
                .collect(),
        }
    }

    /// The tables that the library carries inside; none without the feature `embedded-tables`.
    pub fn embedded(variant: Variant) -> Tables {
        let mut tables = Tables::new(variant).with_cache(EMBEDDED_CACHE);
        tables.add_embedded(super::MOST_PIECES);
        tables
    }

    /// The same with a cache of so many bytes for unpacked blocks.
    #[must_use]
    pub fn with_cache(self, bytes: usize) -> Tables {
        let cache = Cache::new(bytes);
        Tables { cache, ..self }
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Adds the files of a folder that have so many pieces or fewer; returns what is wrong with those that cannot be
    /// used, which are left out. A folder that is not there has no files.
    pub fn add_folder(&mut self, folder: &Path, pieces: usize) -> Vec<TableFileError> {
        let mut problems = Vec::new();
        for material in Material::units_in(self.variant, pieces) {
            let open = |content: Content| {
                let path = folder.join(format!("{material}.{}", content.extension()));
                path.exists()
                    .then(|| TableFile::open(&path, self.variant, content))
            };
            let (values, distances) = (open(Content::Values), open(Content::Distances));
            let mut sound = |file: Option<Result<TableFile, TableFileError>>| {
                file.and_then(|file| file.map_err(|problem| problems.push(problem)).ok())
            };
            if let Some(values) = sound(values) {
                self.add(values, sound(distances), pieces);
            }
        }
        problems
    }

    /// Adds those that the library carries inside and that have so many pieces or fewer.
    #[cfg(not(feature = "embedded"))]
    pub fn add_embedded(&mut self, _pieces: usize) {}

    /// Adds those that the library carries inside and that have so many pieces or fewer.
    #[cfg(feature = "embedded")]
    pub fn add_embedded(&mut self, pieces: usize) {
        let open = |content| super::embedded::open(self.variant, content);
        if let Some(values) = open(Content::Values) {
            let distances = open(Content::Distances);
            self.add(values, distances, pieces);
        }
    }

    /// Adds the slices of a file of values that have so many pieces or fewer, and their distances from one that belongs
    /// to it. A slice with distances is kept rather than one without, else the later one.
    pub fn add(&mut self, values: TableFile, distances: Option<TableFile>, pieces: usize) {
        let file = self.values.len();
        for entry in values.slices() {
            let slice = entry.slice;
            if slice.material.pieces() > pieces {
                continue;
            }
            let found = distances.as_ref().and_then(|file| {
                let mut entries = file.slices().iter();
                entries.find(|other| (other.slice, other.order) == (slice, entry.order))
            });
            let has_distances = |place: &Place| place.distances.is_some();
            if found.is_none() && self.places.get(slice).is_some_and(has_distances) {
                continue;
            }
            let place = Place {
                file,
                first: entry.first,
                strides: entry.strides(),
                distances: found.map(|found| (self.distances.len(), found.first)),
                chase: found
                    .filter(|_| slice.material.is_chase())
                    .map_or(0, |found| found.longest),
            };
            self.places.insert(slice, place);
            self.most = self.most.max(slice.material.pieces());
        }
        self.values.push(values);
        self.distances.extend(distances);
    }

    /// The files of values, and those of distances.
    pub fn files(&self) -> [&[TableFile]; 2] {
        [&self.values, &self.distances]
    }

    /// The file of distances that belongs to one of values.
    pub fn distances_of(&self, values: &TableFile) -> Option<&TableFile> {
        let path = values.path().with_extension(Content::Distances.extension());
        self.distances.iter().find(|file| file.path() == path)
    }

    /// The most pieces of any table.
    pub fn most_pieces(&self) -> usize {
        self.most
    }

    /// All materials that tables of the variant can hold are there with so many pieces or fewer; 0 if not even those with
    /// two are.
    pub fn pieces(&self) -> usize {
        self.coverage().complete()
    }

    /// What is known, by the number of pieces.
    pub fn coverage(&self) -> Coverage {
        let shape = self.variant.shape();
        let is_there = |material| {
            let mut units = Slice::units_of(material, &shape).into_iter();
            units.all(|unit| unit.both().all(|slice| self.places.get(slice).is_some()))
        };
        Coverage::new(self.variant, self.most, is_there)
    }

    /// The value of a position in which no capture is due and the game goes on; `None` if no table has it.
    ///
    /// With a capture due, the answer is meaningless.
    #[inline]
    pub fn quiet_value<R: Rules>(&self, position: &Position<R>) -> Option<Value> {
        self.quiet_value_of::<R>(&as_white(position), &mut Vec::new())
    }

    /// The same for a board with White to move; `moves` is a stack for captures.
    #[inline]
    fn quiet_value_of<R: Rules>(
        &self,
        board: &BoardOf<R>,
        moves: &mut Vec<MoveOf<R>>,
    ) -> Option<Value> {
        let (place, number) = self.place::<R>(board)?;
        match follows_from_moves::<R>(board) {
            false => self.value_at(place, number),
            true => self.value_by_moves::<R>(&white_to_move(*board), moves),
        }
    }

    /// The best value for White that a move leads to.
    #[inline(never)]
    fn value_by_moves<R: Rules>(
        &self,
        position: &Position<R>,
        moves: &mut Vec<MoveOf<R>>,
    ) -> Option<Value> {
        let (mut best, mut unknown) = (None, false);
        let first = moves.len();
        legal_moves(position, moves);
        for number in first..moves.len() {
            let after = position.after(&moves[number]);
            let board = as_white(&after);
            let value = match self.end(&after) {
                Some(end) => Some(end.value),
                None if can_capture::<R>(&board, Color::White) => {
                    self.value_by_moves::<R>(&white_to_move(board), moves)
                }
                None => self.quiet_value_of::<R>(&board, moves),
            };
            unknown |= value.is_none();
            best = best.max(value.map(Value::reversed));
            if best == Some(Value::Win) {
                break;
            }
        }
        moves.truncate(first);
        best.filter(|&best| best == Value::Win || !unknown)
    }

    /// The outcome of a position; `None` if no table has it, or it is one of another variant. The distance is 0 where no
    /// distances are kept.
    ///
    /// ```
    /// use kamen_core::{AnyPosition, Variant};
    /// use kamen_tables::{Tables, Value};
    ///
    /// let tables = Tables::embedded(Variant::Czech);
    /// let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1:Bb6")?;
    /// match tables.outcome(&position) {
    ///     Some(outcome) => println!("{:?} in {} plies", outcome.value, outcome.distance),
    ///     None => println!("no table has it"),
    /// }
    /// # Ok::<(), kamen_core::notation::PositionError>(())
    /// ```
    pub fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        self.look_up(position).map(|(outcome, _)| outcome)
    }

    /// As [`Tables::outcome`], with whether the distance is known.
    pub fn look_up(&self, position: &AnyPosition) -> Option<(Outcome, bool)> {
        if position.variant() != self.variant {
            return None;
        }
        with_rules!(position.variant(), R => {
            let position = position.typed::<R>()?;
            Some((self.typed_outcome(&position)?, self.has_distance(&position)))
        })
    }

    /// As [`Tables::outcome`], of a typed position of the variant.
    pub fn typed_outcome<R: Rules>(&self, position: &Position<R>) -> Option<Outcome> {
        if let Some(end) = self.end(position) {
            return Some(end);
        }
        let board = as_white(position);
        if !is_kept::<R>(&board) {
            let position = white_to_move::<R>(board);
            let mut moves = Vec::new();
            legal_moves(&position, &mut moves);
            let (mut best, mut has_distances) = (None, true);
            for m in &moves {
                let after = position.after(m);
                let outcome = self.typed_outcome(&after)?;
                has_distances &= outcome.value == Value::Draw || self.has_distance(&after);
                best = best.max(Some(outcome.before(true)));
            }
            let best: Outcome = best?;
            let distance = if has_distances { best.distance } else { 0 };
            return Some(Outcome { distance, ..best });
        }
        let (place, number) = self.place::<R>(&board)?;
        let value = self.value_at(place, number)?;
        let stored = place.distances.filter(|_| value != Value::Draw);
        let stored = match stored {
            Some((file, first)) => {
                let block = first + (number / DISTANCES as u64) as usize;
                let all = self.distances(file, block)?;
                Some(*all.get((number % DISTANCES as u64) as usize)?)
            }
            None => None,
        };
        Some(Outcome::of_stored(value, stored))
    }

    /// Whether a decided position, in which no capture is due, may end within so many plies, after which the drawing rules
    /// stop kings that chase a king. Elsewhere men move and captures are made, which begins the counts anew, so that
    /// the distance of the end does not tell.
    #[inline]
    pub fn may_end_within<R: Rules>(&self, position: &Position<R>, plies: u16) -> bool {
        let place = self.place::<R>(&as_white(position));
        let is_long = place.is_some_and(|(place, _)| place.chase > plies);
        !is_long
            || (self.typed_outcome(position))
                .is_none_or(|outcome| outcome.distance <= plies || !self.has_distance(position))
    }

    /// Whether the outcome of a position has a distance.
    pub fn has_distance<R: Rules>(&self, position: &Position<R>) -> bool {
        if self.end(position).is_some() {
            return true;
        }
        let board = as_white(position);
        if is_kept::<R>(&board) {
            let place = self.place::<R>(&board);
            return place.is_some_and(|(place, _)| place.distances.is_some());
        }
        let position = white_to_move::<R>(board);
        let mut moves = Vec::new();
        legal_moves(&position, &mut moves);
        moves.iter().all(|m| self.has_distance(&position.after(m)))
    }

    /// The outcome of a position that has ended the game.
    fn end<R: Rules>(&self, position: &Position<R>) -> Option<Outcome> {
        Outcome::of_end(position, self.variant.facts().objective)
    }

    /// Where the number of a board is, with White to move.
    #[inline]
    fn place<R: Rules>(&self, board: &BoardOf<R>) -> Option<(&Place, u64)> {
        let slice = Slice::of::<R::Geometry>(board);
        if slice.material.pieces() > super::MOST_PIECES {
            return None;
        }
        let place = self.places.get(slice)?;
        let ranks = Index::<R::Geometry>::new(slice).ranks(board);
        let parts = ranks.iter().zip(place.strides);
        Some((place, parts.map(|(rank, stride)| rank * stride).sum()))
    }

    #[inline]
    fn value_at(&self, place: &Place, number: u64) -> Option<Value> {
        let block = place.first + (number / BLOCK as u64) as usize;
        let at = (number % BLOCK as u64) as usize;
        let file = self.values.get(place.file)?;
        let key = (place.file as u64) << 40 | block as u64;
        self.cache.value(key, at, |values| {
            let unpacked = file.values(block, values);
            unpacked.map_err(|error| file.complain(&error)).is_ok()
        })
    }

    fn distances(&self, file: usize, block: usize) -> Option<Arc<[u16]>> {
        let place = &self.unpacked[(file + block) % DISTANCE_BLOCKS];
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        match &*place {
            Some(found) if (found.file, found.block) == (file, block) => {
                Some(Arc::clone(&found.all))
            }
            _ => {
                let source = self.distances.get(file)?;
                let read = source.distances(block);
                let all: Arc<[u16]> = read.map_err(|error| source.complain(&error)).ok()?.into();
                *place = Some(Distances {
                    file,
                    block,
                    all: Arc::clone(&all),
                });
                Some(all)
            }
        }
    }
}

/// Unpacked blocks, each in the one line that its key says.
struct Cache {
    lines: Box<[Mutex<Line>]>,
}

/// A block, whose memory is taken when the line is used first: most games need few.
#[derive(Default)]
struct Line {
    block: Option<(u64, Box<[u8; UNPACKED]>)>,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cache({} lines)", self.lines.len())
    }
}

impl Line {
    /// The value at a place of a block that takes the place of another; `None`, and an empty line, if `unpack` does not find it.
    #[inline(never)]
    fn fetch(
        &mut self,
        key: u64,
        at: usize,
        unpack: impl FnOnce(&mut [u8; UNPACKED]) -> bool,
    ) -> Option<Value> {
        let memory = self.block.take().map(|(_, values)| values);
        let mut values = memory.unwrap_or_else(|| Box::new([0; UNPACKED]));
        let is_there = unpack(&mut values);
        let value = is_there.then(|| value_at(&values, at));
        self.block = is_there.then_some((key, values));
        value
    }
}

impl Cache {
    fn new(bytes: usize) -> Cache {
        let count = (bytes / (size_of::<Mutex<Line>>() + UNPACKED)).max(16);
        let lines = std::iter::repeat_with(Mutex::default).take(count);
        Cache {
            lines: lines.collect(),
        }
    }

    /// The value at a place of a block, which `unpack` fetches if it is not there.
    #[inline]
    fn value(
        &self,
        key: u64,
        at: usize,
        unpack: impl FnOnce(&mut [u8; UNPACKED]) -> bool,
    ) -> Option<Value> {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let line = ((u128::from(mixed) * self.lines.len() as u128) >> 64) as usize;
        let mut line = self.lines[line]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match &line.block {
            Some((found, values)) if *found == key => Some(value_at(values, at)),
            _ => line.fetch(key, at, unpack),
        }
    }
}
