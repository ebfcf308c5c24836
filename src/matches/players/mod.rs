//! Engines that play in a match, each in its own language.

mod codecup;
mod gtp;
mod hub;
mod nboard;
mod process;
mod ugi;

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limits::{GameClock, Pace};

/// Longest wait for an engine to get ready.
const START: Duration = Duration::from_secs(20);

/// What a player is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position before all moves, as after `position`: `startpos` or `fen FEN`.
    pub start: &'a str,
    /// The FEN of that position.
    pub start_fen: &'a str,
    /// All moves since, those of the opening too, in canonical form.
    pub moves: &'a [String],
    /// The player who is asked: 0 for the first player of the game, 1 for the second.
    pub player: usize,
    /// The seat that chooses, from 1, where both choose at the same time.
    pub seat: Option<u32>,
    /// The clocks of the first and the second player.
    pub clocks: [Option<GameClock>; 2],
    /// How long this player may think.
    pub pace: Pace,
    /// The longest wait for an answer.
    pub timeout: Duration,
}

impl Turn<'_> {
    /// The clock of the player who is asked.
    fn clock(&self) -> Option<GameClock> {
        self.clocks[self.player]
    }

    /// For a language that cannot say the limit of this turn.
    fn unable(&self, language: &str, wanted: &str) -> PlayerFault {
        PlayerFault::Unable(format!("wanted {wanted} with {language}, found {}", self.pace))
    }
}

/// A score for the player who gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerScore {
    /// In hundredths of a piece.
    Cp(i32),
    /// Distance of a mate in the unit of the player's language; negative if it loses.
    Mate(i32),
}

impl PlayerScore {
    /// In hundredths of a piece. A mate counts more than any number of pieces.
    #[must_use]
    pub fn centipieces(self) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(plies) => {
                if plies > 0 {
                    1_000_000
                } else {
                    -1_000_000
                }
            }
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
pub enum PlayerFault {
    /// The process has ended, or cannot be started.
    #[error("crash: {0}")]
    Crash(String),
    /// There is no answer in time.
    #[error("no answer within {0:?}")]
    Silence(Duration),
    /// The player gives the game up.
    #[error("resigned")]
    Resigned,
    /// The player cannot be asked for this.
    #[error("{0}")]
    Unable(String),
}

impl PlayerFault {
    /// For a player that was asked before its first game.
    fn not_started() -> Self {
        Self::Crash("not started".into())
    }
}

/// An engine that plays one game after another.
pub trait MatchPlayer: Send {
    /// Gets ready for a game from this start, as after `position`.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn begin(&mut self, start: &str) -> Result<(), PlayerFault>;

    /// The move of the player.
    ///
    /// # Errors
    /// There is none.
    fn choose(&mut self, turn: &Turn) -> Result<PlayerMove, PlayerFault>;

    /// Ends the process, so that the next game begins with a new one.
    fn stop(&mut self);

    /// Whether the player has a clock of its own, which the match cannot set.
    fn keeps_own_clock(&self) -> bool {
        false
    }
}

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerLanguage {
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
}

const LANGUAGES: [(&str, PlayerLanguage); 7] = [
    ("ugi", PlayerLanguage::Ugi),
    ("uci", PlayerLanguage::Uci),
    ("hub", PlayerLanguage::Hub),
    ("hub1", PlayerLanguage::Hub1),
    ("nboard", PlayerLanguage::NBoard),
    ("gtp", PlayerLanguage::Gtp),
    ("codecup", PlayerLanguage::CodeCup),
];

impl PlayerLanguage {
    /// The game of a language that knows no other.
    fn only_game(self) -> Option<&'static str> {
        match self {
            Self::Ugi | Self::Uci => None,
            Self::Hub | Self::Hub1 => Some("draughts"),
            Self::NBoard | Self::Gtp => Some("reversi"),
            Self::CodeCup => Some("dvonn"),
        }
    }

    fn has_options(self) -> bool {
        matches!(self, Self::Ugi | Self::Uci | Self::Hub | Self::Hub1)
    }
}

impl Display for PlayerLanguage {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(LANGUAGES.iter().find(|(_, language)| language == self).map_or("", |(name, _)| name))
    }
}

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Its language.
    pub language: PlayerLanguage,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
}

impl PlayerSpec {
    /// Reads `LANGUAGE:COMMAND`. The command is split at blanks as in a shell.
    ///
    /// # Errors
    /// What was wanted and what was found.
    pub fn read(text: &str) -> Result<Self, String> {
        let names = LANGUAGES.map(|(name, _)| name).join(", ");
        let wrong = || format!("wanted LANGUAGE:COMMAND with a language of {names}, found '{text}'");
        let (name, command) = text.split_once(':').ok_or_else(wrong)?;
        let (_, language) = LANGUAGES.into_iter().find(|(known, _)| *known == name).ok_or_else(wrong)?;
        let command = shlex::split(command).filter(|words| !words.is_empty()).ok_or_else(wrong)?;
        Ok(Self { language, command, options: Vec::new() })
    }

    /// A player of a game, whose process starts with its first game.
    ///
    /// # Errors
    /// The language is not for this game, or has no options.
    pub fn player(&self, variant: &'static str) -> Result<Box<dyn MatchPlayer>, String> {
        if let Some(game) = self.language.only_game().filter(|game| *game != variant) {
            return Err(format!("wanted {game} with {}, found {variant}", self.language));
        }
        if !self.options.is_empty() && !self.language.has_options() {
            return Err(format!("wanted no options with {}, found some", self.language));
        }
        let spec = self.clone();
        Ok(match self.language {
            PlayerLanguage::Ugi => Box::new(ugi::UgiPlayer::new(spec, variant, ugi::Handshake::Ugi)),
            PlayerLanguage::Uci => Box::new(ugi::UgiPlayer::new(spec, variant, ugi::Handshake::Uci)),
            PlayerLanguage::Hub => Box::new(hub::HubPlayer::new(spec, hub::Version::Two)),
            PlayerLanguage::Hub1 => Box::new(hub::HubPlayer::new(spec, hub::Version::One)),
            PlayerLanguage::NBoard => Box::new(nboard::NBoardPlayer::new(spec)),
            PlayerLanguage::Gtp => Box::new(gtp::GtpPlayer::new(spec)),
            PlayerLanguage::CodeCup => Box::new(codecup::CodeCupPlayer::new(spec.command)),
        })
    }
}

impl Display for PlayerSpec {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.language, self.command.join(" "))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
