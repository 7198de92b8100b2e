//! `kamen dxp`: plays by DXP (DamExchange), listening or calling. Begin with [`run`].

use super::{CliError, EvalArgument, color_parser, option_parser, variant_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::{Frame, fen_to_hub};
use kamen_core::rules::Variant;
use kamen_engine::Level;
use kamen_frontend::dxp::{self, DxpSettings, Endpoint, Plan, Role};
use kamen_frontend::hub::parse_level;
use kamen_protocol::HubPosition;
use kamen_tournament::transport::Address;
use kamen_tournament::{Opening, Openings};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The examples of `kamen dxp --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen dxp                                       wait for a call from this machine
  kamen dxp frisian --listen 0.0.0.0              ... from any machine, and play Frisian
  kamen dxp --call 127.0.0.1 --initiator --minutes 1 --games 2
                                                  call a program and ask it for two games
  kamen dxp --call host:27531                     call a program that asks for games";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`); DXP does not transmit it, so set the partner to the same
    #[arg(default_value = "international")]
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Listen on this address: HOST, HOST:PORT or [IPV6]:PORT; 0.0.0.0 accepts any machine
    #[arg(long, value_name = "ADDRESS", conflicts_with = "call")]
    listen: Option<Address>,
    /// Call the program that listens on this address
    #[arg(long, value_name = "ADDRESS")]
    call: Option<Address>,
    /// Request games instead of waiting for requests
    #[arg(long)]
    initiator: bool,
    /// Square numbering of the partner
    #[arg(long, default_value = "plain", value_parser = frame_parser())]
    frame: Frame,
    /// Stop after N games [default: as an initiator two per position, otherwise no limit]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Minutes per game; 0: no clock
    #[arg(long, value_name = "N", default_value_t = 5, requires = "initiator")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=999))]
    minutes: u16,
    /// End a game after N moves of each side; 0: no limit
    #[arg(long, value_name = "N", default_value_t = 75, requires = "initiator")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Our colour in the first game; alternates after each
    #[arg(long, default_value = "white", requires = "initiator", value_parser = color_parser())]
    color: Color,
    /// Start position, played with both colours; may be repeated
    #[arg(long, value_name = "FEN", requires = "initiator")]
    fen: Vec<String>,
    /// Openings: one per line as a FEN, moves from the start position, or FEN | MOVES; or PDN games
    #[arg(long, value_name = "FILE", requires = "initiator")]
    openings: Option<PathBuf>,
    /// Plies to take from each PDN game of the openings
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<u32>,
    /// Search limits beside the clock, as in a Hub level command: 'depth=9' or 'move-time=0.5'
    #[arg(long, value_parser = parse_level, default_value = "", hide_default_value = true)]
    level: Level,
    /// A built-in player instead of the engine, such as easy or minimax:6:basic
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    #[command(flatten)]
    eval: EvalArgument,
    /// Set an engine option, as Hub's set-param does; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_parser)]
    set: Vec<(String, String)>,
    /// Ponder: think on the partner's time
    #[arg(long)]
    ponder: bool,
    /// Refuse take-backs by the partner
    #[arg(long)]
    no_take_back: bool,
    /// Seconds of silence beyond the partner's clock before the game is abandoned
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Name to announce, at most 32 characters
    #[arg(long, default_value_t = DxpSettings::default().name)]
    name: String,
    /// Read commands on standard input: chat TEXT, back NUMBER white|black, quit
    #[arg(long)]
    console: bool,
}

fn frame_parser() -> impl TypedValueParser<Value = Frame> {
    PossibleValuesParser::new(Frame::ALL.map(Frame::name)).try_map(|name| name.parse::<Frame>())
}

/// Reads a file of openings; returns the position after the moves of each.
fn read_openings(
    variant: Variant,
    path: &Path,
    plies: Option<usize>,
) -> Result<Vec<HubPosition>, CliError> {
    let openings = Openings::read(path, variant, plies)?.list;
    let position = |opening: &Opening| {
        let mut game = match &opening.fen {
            None => AnyGame::start(variant),
            Some(fen) => AnyGame::new(AnyPosition::parse_fen(variant, fen)?),
        };
        for text in &opening.moves {
            // The opening was checked when it was read.
            let _ = game.play_text(text);
        }
        Ok(game.position().hub())
    };
    openings.iter().map(position).collect()
}

impl Arguments {
    fn settings(self) -> Result<DxpSettings, CliError> {
        let fens = self.fen.iter().map(|fen| fen_to_hub(self.variant, fen));
        let mut starts: Vec<HubPosition> = fens.collect::<Result<_, _>>()?;
        if let Some(path) = &self.openings {
            let plies = self.opening_plies.map(|plies| plies as usize);
            starts.extend(read_openings(self.variant, path, plies)?);
        }
        let plan = Plan {
            minutes: self.minutes,
            moves: self.moves,
            first: self.color,
            starts,
        };
        let player = self.player.map(|player| ("player".to_owned(), player));
        let listen = || Endpoint::Listen(self.listen.unwrap_or_else(Address::loopback));
        Ok(DxpSettings {
            name: self.name,
            endpoint: self.call.map_or_else(listen, Endpoint::Call),
            role: if self.initiator {
                Role::Initiator(plan)
            } else {
                Role::Follower
            },
            variant: self.variant,
            frame: self.frame,
            options: self.eval.option().chain(self.set).chain(player).collect(),
            level: self.level,
            ponder: self.ponder,
            take_back: !self.no_take_back,
            games: self.games,
            patience: Duration::from_secs(u64::from(self.patience)),
            console: self.console,
        })
    }
}

pub(super) fn run(arguments: Arguments, out: &mut dyn Write) -> Result<(), CliError> {
    Ok(dxp::run(&arguments.settings()?, out)?)
}
