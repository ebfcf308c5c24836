//! Games between two strengths.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use anyhow::Context;
use petteia_core::{GameResult, Outcome, RandomSource};
use petteia_engine::ladder::Ladder;
use petteia_engine::{Engine, EngineError, GameKind, Limits, SearchRequest, Session, ToMove, VARIANTS, Variant};
use petteia_matches::openings::{Opening, OpeningGenerator, OpeningSettings};
use petteia_matches::statistics::Pentanomial;
use petteia_search::{Control, HashTable, SearchOptions};

/// Moves after which a game is a draw.
const MAX_MOVES: usize = 400;
/// Nodes of a move at full strength, in these matches.
const FULL_NODES: u64 = 100_000;
/// The same in joint turns.
const FULL_JOINT_TURNS: u64 = 1_500_000;

/// A side of a match.
#[derive(Clone, Copy)]
pub struct Player {
    pub strength: f64,
    pub is_careful: bool,
    pub is_full: bool,
}

impl Player {
    /// A strength in thousandths.
    pub fn new(strength: u16, is_careful: bool) -> Self {
        Self { strength: f64::from(strength) / 1000.0, is_careful, is_full: false }
    }

    /// Full strength.
    pub fn full() -> Self {
        Self { strength: 1.0, is_careful: true, is_full: true }
    }
}

/// Writes the player as the file of results names it.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let careful = if self.is_careful { "" } else { "-" };
        if self.is_full { f.write_str("full") } else { write!(f, "{:.0}{careful}", 1000.0 * self.strength) }
    }
}

/// What the matches of a game have in common.
pub struct Table {
    variant: &'static Variant,
    openings: Vec<Opening>,
    hash: [Arc<HashTable>; 2],
}

/// Random plies of the openings of a game, none for one with random deals.
fn opening_plies(variant: &Variant) -> usize {
    match variant.name {
        "dvonn" => 51,
        "reversi" => 8,
        "dixit" => 0,
        "epigo" => 1,
        "checkers" | "draughts" => 4,
        _ => 6,
    }
}

impl Table {
    pub fn new(variant: &'static Variant, games: usize) -> anyhow::Result<Self> {
        let plies = opening_plies(variant);
        let mut openings = Vec::new();
        if plies > 0 {
            let limits = Limits { nodes: Some(10_000), ..Limits::default() };
            let balance = (!variant.secrets).then_some(150);
            let settings = OpeningSettings { plies, balance, limits, seed: 1 };
            let mut engine = Engine::new(VARIANTS, variant)?;
            let mut generator = OpeningGenerator::new(Engine::new(VARIANTS, variant)?, settings);
            while openings.len() < games / 2 {
                let fen = generator.next_opening().map_err(|error| anyhow::anyhow!("{}", error.text))?;
                let fen = fen.context("expected more openings")?;
                openings.push(Opening::read(&fen, &mut engine).map_err(|error| anyhow::anyhow!("{}", error.text))?);
            }
        } else {
            openings = vec![Opening::start(); games / 2];
        }
        let hash = || HashTable::new(16).map(Arc::new);
        Ok(Self { variant, openings, hash: [hash()?, hash()?] })
    }

    /// Plays each opening twice, with the sides changed.
    pub fn play_match(&mut self, a: Player, b: Player) -> anyhow::Result<Pentanomial> {
        let mut counts = Pentanomial::default();
        for (pair, opening) in self.openings.iter().enumerate() {
            let mut half_points = 0;
            for first in 0..2 {
                self.hash.iter().for_each(|table| table.clear());
                let seed = 2 * pair as u64 + first as u64;
                half_points += self.play_game(opening, [a, b], first, seed)?;
            }
            counts.add(half_points);
        }
        Ok(counts)
    }

    /// The half points of player 0, who has the first side, or the seat of that index, if `first` is 0.
    fn play_game(&self, opening: &Opening, players: [Player; 2], first: usize, seed: u64) -> anyhow::Result<usize> {
        let chance = RandomSource::Seed(1_000 + seed);
        let mut engine = Engine::new(VARIANTS, self.variant)?;
        engine.set_option("Seed", Some(&(1_000 + seed).to_string()))?;
        opening.set_up(&mut engine)?;
        let mut moves = 0;
        while engine.game()?.result().is_none() && moves < MAX_MOVES {
            let game = engine.game()?;
            let word = match game.turn() {
                ToMove::Side(side) => self.think(game, None, (players, side as usize ^ first), chance)?,
                ToMove::Both => {
                    let one = self.think(game, Some(1), (players, first), chance)?;
                    format!("{one}/{}", self.think(game, Some(2), (players, 1 - first), chance)?)
                }
                ToMove::Seats(seats) => {
                    let seat = *seats.first().context("expected a seat to act")?;
                    let own = 1 + (seed % 4) as u32;
                    self.think(game, Some(seat), (players, usize::from(seat != own)), chance)?
                }
            };
            engine.play(&[&word])?;
            moves += 1;
        }
        Ok(half_points(engine.game()?, first, seed))
    }

    fn think(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        (players, index): ([Player; 2], usize),
        chance: RandomSource,
    ) -> anyhow::Result<String> {
        let player = players[index];
        let ladder = Ladder::of(self.variant);
        let skill = (!player.is_full).then(|| ladder.skill(player.strength, player.is_careful));
        let nodes = if game.kind() == GameKind::Simultaneous { FULL_JOINT_TURNS } else { FULL_NODES };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let options = SearchOptions { skill, chance, ..SearchOptions::default() };
        let request =
            SearchRequest { seat, moves: &[], limits, options, table: Arc::clone(&self.hash[index]), book: None };
        let job = game.search(&request).map_err(EngineError::from)?;
        let answer = job(&Control::new(), &|_| ()).into_best_move();
        answer.best.context("expected a move")
    }
}

/// The half points of a player: for a win or a draw, or in a game of several seats for more points than the median of
/// the others, or as many. Among four equal seats that is half of the points.
fn half_points(game: &dyn Session, first: usize, seed: u64) -> usize {
    let order = match game.result() {
        Some(GameResult::Seats(_)) => {
            let scores = game.scores();
            let mut others = scores.clone();
            let own = others.remove((seed % 4) as usize);
            others.sort_unstable();
            own.cmp(&others[others.len() / 2])
        }
        Some(GameResult::Sides(Outcome::Win(side))) if side as usize == first => Ordering::Greater,
        Some(GameResult::Sides(Outcome::Win(_))) => Ordering::Less,
        _ => Ordering::Equal,
    };
    match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
