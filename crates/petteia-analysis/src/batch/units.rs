//! Counts that outgrow one machine: a count of leaves as lines for `map --perft`, and the sum of their records.

use std::collections::BTreeMap;
use std::io::BufRead;

use petteia_engine::{Engine, EngineError, MAX_DEPTH, Origin};
use petteia_files::read_line;
use serde::{Deserialize, Serialize};

/// The largest number of plies of a split.
pub const MAX_SPLIT: u32 = 64;

/// One unit of work: a position below the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its number, from 1.
    pub unit: u64,
    /// Number of all units.
    pub units: u64,
    /// Number of lines of moves that lead to the position.
    pub weight: u64,
    /// Their length in plies.
    pub plies: u32,
    /// The Zobrist key of the root, in hexadecimal digits, so that sums do not mix roots.
    pub root: String,
}

/// A line of input for `map`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitLine {
    /// The unit, which the record repeats.
    pub id: Unit,
    /// The game.
    pub variant: &'static str,
    /// The position.
    pub fen: String,
}

const TOO_MANY: EngineError =
    EngineError::Unsupported("expected fewer than 2^64 lines of moves to each unit, found more; use fewer plies");

/// The different positions some plies below the position at the table, in the order of their text. Positions that end
/// the game have no children.
///
/// # Errors
/// There is no position, the game has no tree, or more lines of moves lead to a unit than a number of 64 bits can say.
pub fn split(engine: &mut Engine, plies: u32) -> Result<Vec<UnitLine>, EngineError> {
    let game = engine.game()?;
    drop(game.perft(0)?);
    let root = format!("{:016X}", game.key());
    let mut level = BTreeMap::from([(game.fen(), 1_u64)]);
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (fen, weight) in level {
            engine.set_position(Origin::Fen(&fen), &[])?;
            for (word, _) in engine.divide_here(1)? {
                engine.play(&[&word])?;
                let count: &mut u64 = next.entry(engine.game()?.fen()).or_default();
                *count = count.checked_add(weight).ok_or(TOO_MANY)?;
                engine.undo(1)?;
            }
        }
        level = next;
    }
    let (units, variant) = (level.len() as u64, engine.options().variant.name);
    let lines = (1..).zip(level).map(|(unit, (fen, weight))| {
        let id = Unit { unit, units, weight, plies, root: root.clone() };
        UnitLine { id, variant, fen }
    });
    Ok(lines.collect())
}

/// The largest depth of a count, in plies below the root: that of `split`, and that of `map`.
const MAX_SUM_DEPTH: u32 = MAX_SPLIT + MAX_DEPTH;

/// A record of `map --perft` for a unit.
#[derive(Deserialize)]
struct UnitRecord {
    id: Unit,
    variant: String,
    perft: UnitCount,
}

#[derive(Deserialize)]
struct UnitCount {
    depth: u32,
    nodes: u64,
}

/// The count of all units together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// Depth in plies below the root.
    pub depth: u32,
    /// Number of leaves.
    pub nodes: u128,
    /// Number of units.
    pub units: u64,
}

/// Why counts cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SumError {
    /// An input cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The records are not those of one count, or their sum is too large.
    #[error("{0}")]
    Rejected(String),
}

/// Adds the counts of units up.
#[derive(Debug, Default)]
pub struct Sum {
    /// Game, root, plies above and below the units, and number of units.
    of: Option<(String, String, u32, u32, u64)>,
    /// Numbers of the units, with the line of each.
    seen: BTreeMap<u64, String>,
    nodes: u128,
}

impl Sum {
    /// Adds the records of a file, whose name is for errors.
    ///
    /// # Errors
    /// The file cannot be read, a line is no record of a unit, a unit has an error or stands there twice, units of
    /// different counts are mixed, or the sum is too large.
    pub fn add(&mut self, name: &str, mut input: impl BufRead) -> Result<(), SumError> {
        for number in 1_u64.. {
            let place = format!("{name}, line {number}");
            let line = read_line(&mut input).map_err(|error| SumError::Unreadable(format!("{name}: {error}")))?;
            let Some(line) = line else { break };
            let text = line.text().map_err(|error| SumError::Rejected(format!("{place}: {error}")))?;
            let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
            let record: UnitRecord = serde_json::from_str(text).map_err(|_| {
                SumError::Rejected(format!("{place}: expected the record of a unit with a count, found something else"))
            })?;
            self.add_record(record, &place).map_err(SumError::Rejected)?;
        }
        Ok(())
    }

    fn add_record(&mut self, record: UnitRecord, place: &str) -> Result<(), String> {
        let UnitRecord { id: Unit { unit, units, weight, plies, root }, variant, perft } = record;
        if unit == 0 || unit > units {
            return Err(format!("{place}: expected a unit from 1 to {units}, found {unit}"));
        }
        // Counts that do not fit are cut there.
        if perft.nodes == u64::MAX || weight == u64::MAX {
            return Err(format!("{place}: expected counts below 2^64 - 1, found a larger one"));
        }
        if plies.checked_add(perft.depth).is_none_or(|depth| depth > MAX_SUM_DEPTH) {
            return Err(format!("{place}: expected at most {MAX_SUM_DEPTH} plies, found more"));
        }
        let of = (variant, root, plies, perft.depth, units);
        if *self.of.get_or_insert_with(|| of.clone()) != of {
            return Err(format!("{place}: expected units of the same count, found another game, position or depth"));
        }
        if let Some(other) = self.seen.insert(unit, place.to_owned()) {
            return Err(format!("{place}: duplicate unit {unit}, first at {other}"));
        }
        // The product of two numbers of 64 bits always fits.
        let sum = self.nodes.checked_add(u128::from(weight) * u128::from(perft.nodes));
        self.nodes = sum.ok_or_else(|| format!("{place}: expected a sum below 2^128, found a larger one"))?;
        Ok(())
    }

    /// The count of all units.
    ///
    /// # Errors
    /// There are no units, or one is missing.
    pub fn total(&self) -> Result<Total, SumError> {
        let Some((_, _, plies, depth, units)) = &self.of else {
            return Err(SumError::Rejected("expected units, found none".into()));
        };
        if let Some(missing) = (1..=*units).find(|unit| !self.seen.contains_key(unit)) {
            let found = self.seen.len();
            return Err(SumError::Rejected(format!(
                "expected {units} units, found {found}: unit {missing} is missing"
            )));
        }
        Ok(Total { depth: plies + depth, nodes: self.nodes, units: *units })
    }
}
