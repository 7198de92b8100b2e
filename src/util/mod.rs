//! What several parts need and none of them owns.

mod growing_file;

pub(crate) use growing_file::GrowingFile;
