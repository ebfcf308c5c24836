//! The command `dxp`.

mod host;

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::time::Duration;

use clap::{Args, ValueEnum};
use petteia::protocols::dxp::{DxpSettings, GameOffer};
use petteia_engine::{Engine, Origin, VARIANTS, Variant};
use petteia_formats::dxp::{DxpColour, write_position};

use super::{CommandFailure, INTERNAL, UNREADABLE, USAGE};
use host::DxpPeer;

/// The only game of DXP.
pub const GAME: &str = "draughts";

/// The port of DXP.
const PORT: u16 = 27_531;
/// The address without another one.
const ADDRESS: &str = "127.0.0.1:27531";
/// Minutes of each side.
const MINUTES: u32 = 5;
/// Moves of each side.
const MOVES: u32 = 75;

/// Play International draughts against a program that speaks DXP
#[derive(Debug, Args)]
#[command(
    after_help = "ADDR is HOST:PORT or HOST; without it 127.0.0.1:27531. Each game is a JSON object on standard \
                        output."
)]
pub struct DxpArguments {
    /// Wait for programs at ADDR, as without --connect
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = ADDRESS, conflicts_with = "connect")]
    listen: Option<String>,

    /// Connect to the program at ADDR
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = ADDRESS)]
    connect: Option<String>,

    /// Whether to request games or to accept them: initiator with --connect, follower with --listen
    #[arg(long, value_enum)]
    role: Option<RoleName>,

    /// The colour in requested games; alternate begins with white [default: alternate]
    #[arg(long, value_enum)]
    colour: Option<ColourName>,

    /// Minutes of each side in requested games; 0 for no clock [default: 5]
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(0..=999))]
    time: Option<u32>,

    /// Moves of each side after which a requested game ends; 0 for no limit [default: 75]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=999))]
    moves: Option<u32>,

    /// The start of requested games
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// End after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Seconds to wait for a game request, and for answers other than moves
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    wait: u64,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RoleName {
    Initiator,
    Follower,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColourName {
    White,
    Black,
    Alternate,
}

/// Runs `dxp` with these arguments and options.
pub fn dxp(
    mut arguments: DxpArguments,
    variant: &'static Variant,
    mut options: Vec<String>,
    files: bool,
) -> Result<(), CommandFailure> {
    if variant.name != GAME {
        return Err((USAGE, format!("expected the game {GAME} with dxp, found {}", variant.name)));
    }
    options.append(&mut arguments.options);
    let settings = DxpSettings {
        offer: arguments.offer(variant)?,
        games: arguments.games,
        read_timeout: Duration::from_secs(arguments.wait),
    };
    let host = DxpPeer::new(variant, options, files, settings)?;
    if let Some(address) = &arguments.connect {
        return host.connect(address, &addresses(address)?);
    }
    let address = arguments.listen.as_deref().unwrap_or(ADDRESS);
    host.listen(address, &addresses(address)?)
}

impl DxpArguments {
    /// The games to request; `None` for a follower.
    fn offer(&self, variant: &'static Variant) -> Result<Option<GameOffer>, CommandFailure> {
        let Self { colour, time, moves, position, .. } = self;
        let usual = if self.connect.is_some() { RoleName::Initiator } else { RoleName::Follower };
        if self.role.unwrap_or(usual) == RoleName::Follower {
            let of_initiator = [
                ("--colour", colour.is_some()),
                ("--time", time.is_some()),
                ("--moves", moves.is_some()),
                ("--position", position.is_some()),
            ];
            return match of_initiator.into_iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => Err((USAGE, format!("{name}: expected --role initiator, found a follower"))),
                None => Ok(None),
            };
        }
        let colour = colour.unwrap_or(ColourName::Alternate);
        Ok(Some(GameOffer {
            colour: if colour == ColourName::Black { DxpColour::Black } else { DxpColour::White },
            alternates: colour == ColourName::Alternate,
            minutes: time.unwrap_or(MINUTES),
            moves: moves.unwrap_or(MOVES),
            position: position.as_deref().map(|fen| in_dxp(fen, variant)).transpose()?,
        }))
    }
}

/// A position to begin at, in the text of DXP.
fn in_dxp(fen: &str, variant: &'static Variant) -> Result<String, CommandFailure> {
    let usage = |text: String| (USAGE, format!("--position: {text}"));
    let engine = Engine::new(VARIANTS, variant);
    let mut engine = engine.map_err(|error| (INTERNAL, error.to_string()))?;
    engine.set_position(Origin::Fen(fen), &[]).map_err(|error| usage(error.to_string()))?;
    let game = engine.game().map_err(|error| usage(error.to_string()))?;
    if game.result().is_some() {
        return Err(usage("expected a position with a legal move, found none".into()));
    }
    write_position(&game.fen()).ok_or_else(|| usage("expected a position of 50 squares".into()))
}

/// The addresses of `HOST:PORT` or `HOST`.
fn addresses(text: &str) -> Result<Vec<SocketAddr>, CommandFailure> {
    let host = text.trim_start_matches('[').trim_end_matches(']');
    let has_port = host.parse::<IpAddr>().is_err() && text.contains(':');
    let found = if has_port { text.to_socket_addrs() } else { (host, PORT).to_socket_addrs() };
    let found = found.map(Iterator::collect::<Vec<_>>).map_err(|error| unreachable(text, &error))?;
    if found.is_empty() { Err((UNREADABLE, format!("{text}: expected an address, found none"))) } else { Ok(found) }
}

/// An address that cannot be used.
fn unreachable(address: &str, error: &io::Error) -> CommandFailure {
    (UNREADABLE, format!("{address}: {error}"))
}
