//! Engines that play in a match, each in its own language.

mod codecup;
mod process;
mod ugi;

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limits::{GameClock, Pace};

/// What a player is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The start of the game, as after `position`.
    pub start: &'a str,
    /// The moves played since, in canonical form.
    pub moves: &'a [String],
    /// The seat that chooses, from 1, where both choose at the same time.
    pub seat: Option<u32>,
    /// The clocks of the first and the second player.
    pub clocks: [Option<GameClock>; 2],
    /// How long this player may think.
    pub pace: Pace,
    /// The longest wait for an answer.
    pub timeout: Duration,
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
    /// The player cannot be asked for this.
    #[error("{0}")]
    Unable(String),
}

/// An engine that plays one game after another.
pub trait MatchPlayer: Send {
    /// Gets ready for a game; `p1` says whether as its first player.
    ///
    /// # Errors
    /// The engine does not get ready.
    fn begin(&mut self, start: &str, p1: bool) -> Result<(), PlayerFault>;

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
pub enum Language {
    /// UGI.
    Ugi,
    /// UCI.
    Uci,
    /// The lines of DVONN at CodeCup 2011.
    CodeCup,
}

const LANGUAGES: [(&str, Language); 3] =
    [("ugi", Language::Ugi), ("uci", Language::Uci), ("codecup", Language::CodeCup)];

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Its language.
    pub language: Language,
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
        match self.language {
            Language::Ugi => Ok(Box::new(ugi::UgiPlayer::new(self.clone(), variant, ugi::Handshake::Ugi))),
            Language::Uci => Ok(Box::new(ugi::UgiPlayer::new(self.clone(), variant, ugi::Handshake::Uci))),
            Language::CodeCup if variant != "dvonn" => Err(format!("wanted dvonn with codecup, found {variant}")),
            Language::CodeCup if !self.options.is_empty() => Err("wanted no options with codecup, found some".into()),
            Language::CodeCup => Ok(Box::new(codecup::CodeCupPlayer::new(self.command.clone()))),
        }
    }
}

impl Display for PlayerSpec {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let name = LANGUAGES.iter().find(|(_, language)| *language == self.language).map_or("", |(name, _)| name);
        write!(f, "{name}:{}", self.command.join(" "))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
