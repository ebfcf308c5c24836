//! The protocols that clients speak on standard input and output, one file or folder each, and DXP on a socket. Each
//! translates lines into requests to the engine, and its results into lines. None has a loop or a clock of its own.

mod codecup;
pub mod dxp;
mod gtp;
mod hub;
mod nboard;
mod otep;
pub mod ugi;

use petteia_engine::{Engine, Variant};
use petteia_files::InputLine;
use petteia_ugi::Handshake;

use crate::server::connection::Protocol;
use ugi::Ugi;

/// A protocol on standard input and output.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The games of a protocol that knows no others, the default one first.
    pub games: &'static [&'static str],
    /// Options whose defaults differ from those of UGI.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Whether its name is a command of its own, so that a script on the command line can begin with it.
    pub is_command: bool,
    /// Whether the first line of a session can only be of this protocol.
    detects: fn(&InputLine) -> bool,
    /// Starts a session.
    pub start: fn() -> Box<dyn Protocol>,
}

/// The protocols, the default one first.
pub static PROTOCOLS: [ProtocolKind; 7] = [
    ProtocolKind { is_command: true, ..ProtocolKind::new("ugi", || Box::<Ugi>::default()) },
    ProtocolKind { is_command: true, ..ProtocolKind::new("uci", || Box::new(Ugi::with_handshake(Handshake::Uci))) },
    ProtocolKind { detects: gtp::begins_with, ..ProtocolKind::new("gtp", || Box::<gtp::Gtp>::default()) },
    ProtocolKind {
        games: &["draughts", "killer", "breakthrough", "frisian", "antidraughts"],
        detects: hub::begins_with,
        ..ProtocolKind::new("hub", || Box::<hub::Hub>::default())
    },
    ProtocolKind {
        games: &["reversi"],
        detects: nboard::begins_with,
        ..ProtocolKind::new("nboard", || Box::<nboard::NBoard>::default())
    },
    // The clock is the engine's own: no time is lost on the way.
    ProtocolKind {
        games: &["dvonn"],
        defaults: &[("Move Overhead", "0")],
        ..ProtocolKind::new("codecup", || Box::<codecup::CodeCup>::default())
    },
    ProtocolKind { games: &["tablut"], ..ProtocolKind::new("otep", || Box::<otep::Otep>::default()) },
];

impl ProtocolKind {
    /// A protocol of several games that is never detected.
    const fn new(name: &'static str, start: fn() -> Box<dyn Protocol>) -> Self {
        Self { name, games: &[], defaults: &[], is_command: false, detects: |_| false, start }
    }

    /// The protocol with this name, in upper or lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROTOCOLS.iter().find(|kind| kind.name.eq_ignore_ascii_case(name))
    }
}

/// Detects a protocol other than UGI and UCI by the first line, and sets its game. With `is_chosen` the user has chosen the
/// game; then a protocol of other games is not detected.
#[must_use]
pub fn detect(line: &InputLine, engine: &mut Engine, is_chosen: bool) -> Option<Box<dyn Protocol>> {
    let kind = PROTOCOLS.iter().find(|kind| (kind.detects)(line))?;
    if let Some(variant) = kind.games.first().and_then(|game| Variant::find(engine.variants(), game)) {
        let is_known = kind.games.contains(&engine.options().variant.name);
        if is_chosen && !is_known {
            return None;
        }
        if !is_chosen {
            engine.set_variant(variant);
        }
    }
    Some((kind.start)())
}
