//! What rows are worth: options of several subcommands. Begin with [`RowArguments`].

use kamen_players::RowFactor;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct RowArguments {
    /// What a man is worth on its own back row
    #[arg(long, value_name = "MEN", default_value_t = RowFactor::default().start, value_parser = men)]
    start: f64,
    /// What it is worth more with each row
    #[arg(long, value_name = "MEN", default_value_t = RowFactor::default().slope, value_parser = men)]
    slope: f64,
}

impl RowArguments {
    pub(super) fn factor(self) -> RowFactor {
        let RowArguments { start, slope } = self;
        RowFactor { start, slope }
    }
}

/// Parses a value of a man.
fn men(text: &str) -> Result<f64, String> {
    let most = RowFactor::MOST;
    (text.parse().ok())
        .filter(|men| (0.0..=most).contains(men))
        .ok_or_else(|| format!("expected a number from 0 to {most}"))
}
