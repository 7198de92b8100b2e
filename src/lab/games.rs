//! What all commands that play many games ask for.

/// The seed of games, and how many are played at the same time.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArguments {
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
}

impl GamesArguments {
    /// The number of games at the same time.
    pub(crate) fn threads(&self) -> usize {
        self.threads as usize
    }
}
