//! Games as JSON Lines: a first line with the match, then one line for each game.

use petteia_core::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::game::{PlayedGame, Winner};
use super::players::PlayerScore;
use super::statistics::Pentanomial;

/// Version of the format of files of games. Files without a version have version 1: they lack the checksum, and the
/// reason `no-reply` is `silence` there.
pub const FORMAT: u32 = 2;

/// What all games of a match have in common. Files of different matches are not mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Version of the format of the file.
    #[serde(default = "first_format")]
    pub format: u32,
    /// Version of the program that is the referee.
    pub version: String,
    /// The game.
    pub variant: String,
    /// Both engines: protocol, command and options.
    pub engines: [String; 2],
    /// How long each may think.
    pub paces: [String; 2],
    /// Adjudication and margin of the clocks.
    pub rules: String,
    /// Number of games.
    pub games: usize,
    /// The openings, as after `position`.
    pub openings: Vec<String>,
    /// Their [checksum](super::openings::checksum).
    #[serde(default)]
    pub openings_crc32: String,
}

fn first_format() -> u32 {
    1
}

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderLine {
    /// The match.
    #[serde(rename = "match")]
    pub header: MatchHeader,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// Its number, from 1. The games 2n - 1 and 2n are a pair: they have the same opening, and the first engine is the
    /// first player in the first of them.
    pub game: usize,
    /// The opening, as after `position`.
    pub opening: String,
    /// The engine that is the first player: `a` or `b`.
    pub p1: String,
    /// `p1win`, `p2win` or `draw`.
    pub result: String,
    /// The engine that has won, if one has.
    pub winner: Option<String>,
    /// Why the game is over.
    pub reason: String,
    /// The engine that forfeited the game, and why.
    #[serde(rename = "fault")]
    pub forfeit: Option<[String; 2]>,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// The scores by those who played the moves.
    pub scores: Vec<Option<PlayerScore>>,
    /// The times of the moves in milliseconds.
    pub times: Vec<u64>,
}

/// The names of the engines in records.
pub const NAMES: [&str; 2] = ["a", "b"];

/// The outcome of a game with this winner.
pub(super) fn outcome_of(winner: Winner) -> Outcome {
    winner.map_or(Outcome::Draw, |player| Outcome::Win(Side::BOTH[player]))
}

impl MatchGame {
    /// The record of a game; `first` is the index of the engine that is the first player.
    #[must_use]
    pub fn new(number: usize, opening: &str, first: usize, played: PlayedGame) -> Self {
        let engine = |player: usize| NAMES[player ^ first].to_owned();
        Self {
            game: number,
            opening: opening.into(),
            p1: engine(0),
            result: outcome_of(played.winner).to_string(),
            winner: played.winner.map(engine),
            reason: played.reason,
            forfeit: played.forfeit.map(|(player, what)| [engine(player), what]),
            moves: played.moves,
            scores: played.scores,
            times: played.times,
        }
    }

    /// Half points of engine `a`.
    #[must_use]
    pub fn half_points(&self) -> usize {
        match self.winner.as_deref() {
            Some("a") => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Wins, losses and draws of engine `a` as the first and as the second player.
    pub games: [[u64; 3]; 2],
    /// The pairs.
    pub pairs: Pentanomial,
    /// Games forfeited: on time, by a crash or by an illegal move, of each engine.
    pub forfeits: [[u64; 3]; 2],
    /// Half points of the games whose partner has not been played, by their pair.
    single: std::collections::BTreeMap<usize, usize>,
}

impl Results {
    /// Counts a game.
    pub fn add(&mut self, game: &MatchGame) {
        let half_points = game.half_points();
        let column = [1, 2, 0][half_points];
        self.games[usize::from(game.p1 != "a")][column] += 1;
        if let Some([engine, _]) = &game.forfeit {
            let kind = match game.reason.as_str() {
                "time" => 0,
                "illegal-move" => 2,
                _ => 1,
            };
            self.forfeits[usize::from(engine != "a")][kind] += 1;
        }
        let pair = (game.game - 1) / 2;
        match self.single.remove(&pair) {
            Some(other) => self.pairs.add(half_points + other),
            None => drop(self.single.insert(pair, half_points)),
        }
    }

    /// Number of games.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().flatten().sum()
    }
}
