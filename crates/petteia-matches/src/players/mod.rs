//! Engines that play in a match, each in its own protocol.

mod codecup;
mod engine_options;
mod gtp;
mod hub;
mod nboard;
mod otep;
mod process;
pub mod process_groups;
mod ugi;

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use petteia_formats::otn_rules;
use serde::{Deserialize, Serialize};

use self::process::PlayerProcess;
use self::process_groups::ProcessGroups;
use super::limits::{GameClock, PlayerLimit};

/// How engines are started.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The groups of their processes.
    pub groups: ProcessGroups,
    /// Longest wait for an engine to get ready for a game.
    pub startup: Duration,
}

impl Default for Launcher {
    fn default() -> Self {
        Self { groups: ProcessGroups::default(), startup: Duration::from_secs(20) }
    }
}

/// What a player is asked for.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// The position before all moves, as after `position`: `startpos` or `fen FEN`.
    pub start: &'a str,
    /// The FEN of that position.
    pub start_fen: &'a str,
    /// All moves since, those of the opening too, in canonical form.
    pub moves: &'a [String],
    /// The FENs of the positions at the end of the opening and after each move since.
    pub fens: &'a [String],
    /// The player who is asked: 0 for the first player of the game, 1 for the second.
    pub player: usize,
    /// The seat that chooses, from 1, where both choose at the same time.
    pub seat: Option<u32>,
    /// The clocks of the first and the second player.
    pub clocks: [Option<GameClock>; 2],
    /// How long this player may think.
    pub pace: PlayerLimit,
    /// The longest wait for an answer.
    pub timeout: Duration,
}

impl MoveRequest<'_> {
    /// The clock of the player who is asked.
    fn clock(&self) -> Option<GameClock> {
        self.clocks[self.player]
    }

    /// For a protocol that cannot say the limit of this turn.
    fn unsupported(&self, protocol: &str, expected: &str) -> PlayerError {
        PlayerError::Unsupported(format!("expected {expected} with {protocol}, found {}", self.pace))
    }
}

/// A score for the player who gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerScore {
    /// In hundredths of a piece.
    Cp(i32),
    /// Distance of a mate in the unit of the player's protocol; negative if it loses.
    Mate(i32),
}

impl PlayerScore {
    /// The value of a mate in hundredths of a piece.
    pub const MATE: i32 = 1_000_000;

    /// In hundredths of a piece, from -[`MATE`](Self::MATE) to [`MATE`](Self::MATE).
    #[must_use]
    pub fn centipieces(self) -> i32 {
        match self {
            Self::Cp(cp) => cp.clamp(-Self::MATE, Self::MATE),
            Self::Mate(plies) if plies > 0 => Self::MATE,
            Self::Mate(_) => -Self::MATE,
        }
    }
}

/// The answer of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMove {
    /// The move, as the player writes it.
    pub word: String,
    /// What the player thinks of the position before it.
    pub score: Option<PlayerScore>,
}

/// Why a player gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The engine does not get ready for a game.
    #[error("{0}")]
    NotStarted(StartFailure),
    /// The process has ended, or breaks its protocol.
    #[error("crash: {0}")]
    Crash(String),
    /// There is no answer in time.
    #[error("no answer within {0:?}")]
    NoReply(Duration),
    /// The player gives the game up.
    #[error("resigned")]
    Resigned,
    /// The player cannot be asked for this.
    #[error("{0}")]
    Unsupported(String),
    /// The match has been terminated, and its processes with it.
    #[error("terminated")]
    Terminated,
}

/// Why an engine does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("does not start: {cause}")]
pub struct StartFailure {
    /// What happened.
    pub cause: String,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
}

/// The beginning of a text, for errors.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 80;
    text.char_indices().nth(LENGTH).map_or_else(|| text.to_owned(), |(end, _)| format!("{}...", &text[..end]))
}

/// An engine that plays one game after another.
pub trait MatchPlayer: Send {
    /// Gets ready for a game from this start, as after `position`.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn begin(&mut self, start: &str) -> Result<(), PlayerError>;

    /// The move of the player.
    ///
    /// # Errors
    /// There is none.
    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError>;

    /// Ends the process, so that the next game begins with a new one.
    fn stop(&mut self);

    /// Whether the player has a clock of its own, which the match cannot set.
    fn keeps_own_clock(&self) -> bool {
        false
    }
}

/// Gets a player ready for a game, with a new process if the first one does not start.
///
/// # Errors
/// The engine does not get ready.
pub fn begin(player: &mut dyn MatchPlayer, start: &str) -> Result<(), PlayerError> {
    player.begin(start).or_else(|error| match error {
        PlayerError::NotStarted(_) => player.begin(start),
        error => Err(error),
    })
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineProtocol {
    /// UGI.
    Ugi,
    /// UCI.
    Uci,
    /// Hub, version 2: draughts.
    Hub,
    /// Hub, version 1, which Scan 2.0 speaks.
    Hub1,
    /// The NBoard protocol, version 2: Reversi.
    NBoard,
    /// GTP, version 2: Reversi.
    Gtp,
    /// The lines of DVONN at CodeCup 2011.
    CodeCup,
    /// OTEP, the engine protocol of OpenTafl: the tafl games.
    Otep,
}

const PROTOCOLS: [(&str, EngineProtocol); 8] = [
    ("ugi", EngineProtocol::Ugi),
    ("uci", EngineProtocol::Uci),
    ("hub", EngineProtocol::Hub),
    ("hub1", EngineProtocol::Hub1),
    ("nboard", EngineProtocol::NBoard),
    ("gtp", EngineProtocol::Gtp),
    ("codecup", EngineProtocol::CodeCup),
    ("otep", EngineProtocol::Otep),
];

impl EngineProtocol {
    /// The games of a protocol that knows no other.
    fn only_games(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Ugi | Self::Uci => None,
            Self::Hub => Some(&hub::GAMES),
            Self::Hub1 => Some(&["draughts"]),
            Self::NBoard | Self::Gtp => Some(&["reversi"]),
            Self::CodeCup => Some(&["dvonn"]),
            Self::Otep => Some(&otn_rules::NAMES),
        }
    }

    fn has_options(self) -> bool {
        matches!(self, Self::Ugi | Self::Uci | Self::Hub | Self::Hub1)
    }
}

impl Display for EngineProtocol {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(PROTOCOLS.iter().find(|(_, protocol)| protocol == self).map_or("", |(name, _)| name))
    }
}

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Its protocol.
    pub protocol: EngineProtocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
}

impl PlayerSpec {
    /// Reads `PROTOCOL:COMMAND`. The command is split at blanks as in a shell.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn read(text: &str) -> Result<Self, String> {
        let names = PROTOCOLS.map(|(name, _)| name).join(", ");
        let wrong = || format!("expected PROTOCOL:COMMAND with a protocol of {names}, found '{text}'");
        let (name, command) = text.split_once(':').ok_or_else(wrong)?;
        let (_, protocol) = PROTOCOLS.into_iter().find(|(known, _)| *known == name).ok_or_else(wrong)?;
        let command = shlex::split(command).filter(|words| !words.is_empty()).ok_or_else(wrong)?;
        Ok(Self { protocol, command, options: Vec::new() })
    }

    /// A player of a game, whose process starts with its first game.
    ///
    /// # Errors
    /// The protocol is not for this game, or has no options.
    pub fn player(&self, variant: &'static str, launcher: &Launcher) -> Result<Box<dyn MatchPlayer>, String> {
        if let Some(games) = self.protocol.only_games().filter(|games| !games.contains(&variant)) {
            return Err(format!("expected {} with {}, found {variant}", games.join(" or "), self.protocol));
        }
        if !self.options.is_empty() && !self.protocol.has_options() {
            return Err(format!("expected no options with {}, found some", self.protocol));
        }
        let (process, options) = (PlayerProcess::new(launcher, &self.command), self.options.clone());
        Ok(match self.protocol {
            EngineProtocol::Ugi => Box::new(ugi::UgiPlayer::new(process, ugi::Handshake::Ugi, variant, options)),
            EngineProtocol::Uci => Box::new(ugi::UgiPlayer::new(process, ugi::Handshake::Uci, variant, options)),
            EngineProtocol::Hub => {
                Box::new(hub::HubPlayer::new(process, hub::Version::Two, hub::with_variant(variant, options)))
            }
            EngineProtocol::Hub1 => Box::new(hub::HubPlayer::new(process, hub::Version::One, options)),
            EngineProtocol::NBoard => Box::new(nboard::NBoardPlayer::new(process)),
            EngineProtocol::Gtp => Box::new(gtp::GtpPlayer::new(process)),
            EngineProtocol::CodeCup => Box::new(codecup::CodeCupPlayer::new(process)),
            EngineProtocol::Otep => {
                let rules = otn_rules::write_rules(variant).ok_or_else(|| format!("no rules record of {variant}"))?;
                Box::new(otep::OtepPlayer::new(process, rules))
            }
        })
    }
}

impl PlayerSpec {
    /// Starts the engine, with a second try, and ends it when it has taken its options.
    ///
    /// # Errors
    /// The engine does not start, or does not take its options.
    pub fn check(&self, variant: &'static str, launcher: &Launcher) -> Result<(), PlayerError> {
        let mut player = self.player(variant, launcher).map_err(PlayerError::Unsupported)?;
        begin(player.as_mut(), "startpos")
    }
}

impl Display for PlayerSpec {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command.join(" "))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
