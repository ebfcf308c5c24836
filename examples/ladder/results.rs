//! A file of results, one match a line: the game, both players, and the numbers of pairs with 0 to 4 half points.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;

use anyhow::Context;
use petteia_engine::Variant;
use petteia_matches::statistics::Pentanomial;

use super::GAMES;
use super::games::{Player, Table};

/// A match between two strengths, in thousandths.
pub struct Match {
    pub strengths: [u16; 2],
    /// The score of the first one, from 0 to 1.
    pub score: f64,
}

pub struct Results {
    table: Table,
    game: &'static str,
    file: String,
    known: HashMap<String, Pentanomial>,
}

impl Results {
    /// Reads the results of a game.
    pub fn open(variant: &'static Variant, file: &str) -> anyhow::Result<Self> {
        let text = if fs::exists(file)? { fs::read_to_string(file)? } else { String::new() };
        let mut known = HashMap::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [game, first, second, counts] = fields[..] else { continue };
            let counts: Vec<u64> = counts.split(',').map(str::parse).collect::<Result<_, _>>()?;
            if game == variant.name {
                let counts = counts.try_into().ok().context("expected five counts")?;
                known.insert(format!("{first}\t{second}"), Pentanomial(counts));
            }
        }
        Ok(Self { table: Table::new(variant, GAMES.into())?, game: variant.name, file: file.into(), known })
    }

    /// The result of a match, which is played if it is not known.
    pub fn play(&mut self, a: Player, b: Player) -> anyhow::Result<Pentanomial> {
        let key = format!("{a}\t{b}");
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let counts = self.table.play_match(a, b)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file)?;
        let numbers = counts.0.map(|count| count.to_string()).join(",");
        writeln!(file, "{}\t{key}\t{numbers}", self.game)?;
        self.known.insert(key, counts);
        Ok(counts)
    }

    /// The matches between strengths that are careful and not full.
    pub fn between_strengths(&self) -> Vec<Match> {
        let matches = self.known.iter().filter_map(|(key, counts)| {
            let (a, b) = key.split_once('\t')?;
            let strengths = [a.parse().ok()?, b.parse().ok()?];
            Some(Match { strengths, score: counts.score()?[0] })
        });
        matches.collect()
    }
}
