//! Jobs that several processes share: `--shard`, what puts the parts together, and what of it is refused.

mod once;
mod rounds;
