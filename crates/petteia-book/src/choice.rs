//! Chooses a move from a book.

use std::cmp::Reverse;

use petteia_core::sorting::sort_by_key;
use petteia_core::{Position, Score, Scoring};
use rand::Rng;

use super::book::{Book, Counts, Deviation, one_ply_earlier, successors, worth};

/// The greatest loss of a move that is chosen, as a divisor of [`EVAL_ERROR`](Scoring::EVAL_ERROR).
const MAX_LOSS: i32 = 10;
/// Temperature of the choice, as a divisor of [`EVAL_ERROR`](Scoring::EVAL_ERROR).
const TEMPERATURE: f64 = 20.0;

/// A move of a book.
#[derive(Clone, Copy, Debug)]
pub struct BookMove<M> {
    /// The move. Moves that a symmetry maps to each other are one.
    pub m: M,
    /// Its score for the side that makes it.
    pub score: Option<Score>,
    /// The results of games with it, as seen by this side.
    pub counts: Counts,
    /// Whether it leads out of the book.
    pub is_deviation: bool,
}

/// The moves of a position that a book knows, the best first.
#[must_use]
pub fn candidates<P: Scoring>(book: &Book, position: &P) -> Vec<BookMove<P::Move>> {
    let Some(entry) = book.get(position) else { return Vec::new() };
    let mut moves = Vec::new();
    for (number, (key, m)) in (0..).zip(successors(position)) {
        let known = match (book.entries.get(&key), entry.deviation) {
            (Some(after), _) => (after.score.map(one_ply_earlier), after.counts.reversed(), false),
            (None, Deviation::Move { rank, score }) if rank == number => (Some(score), Counts::default(), true),
            (None, _) => continue,
        };
        let (score, counts, is_deviation) = known;
        moves.push(BookMove { m, score, counts, is_deviation });
    }
    sort_by_key(&mut moves, |found| Reverse((found.score, found.counts.games())));
    moves
}

/// Draws a move of a book by its scores; by the results of games, as Polyglot does, where no search has been. `None` if
/// the position is not in the book or none of its moves may be played.
#[must_use]
pub fn choose<P: Scoring>(
    book: &Book,
    position: &P,
    is_allowed: impl Fn(P::Move) -> bool,
    rng: &mut impl Rng,
) -> Option<BookMove<P::Move>> {
    let by_score = book.get(position)?.deviation != Deviation::Unsearched;
    let mut moves = candidates(book, position);
    let worths = moves.iter().map(|found| found.score.map(|score| worth(score, P::WON_BY_MARGIN)));
    let worths: Vec<Option<i32>> = worths.collect();
    let best = worths.iter().flatten().max().copied().unwrap_or(0);
    let weights: Vec<f64> = moves
        .iter()
        .zip(&worths)
        .map(|(found, worth)| match worth {
            _ if !is_allowed(found.m) => 0.0,
            Some(worth) if by_score => weight_by_score(best - worth, P::EVAL_ERROR, &found.counts),
            _ if by_score => 0.0,
            _ => 2.0 * f64::from(found.counts.wins) + f64::from(found.counts.draws),
        })
        .collect();
    let mut drawn = rng.random::<f64>() * weights.iter().sum::<f64>();
    let chosen = weights.iter().position(|&weight| {
        let is_chosen = weight > 0.0 && drawn < weight;
        drawn -= weight;
        is_chosen
    })?;
    let chosen = moves.swap_remove(chosen);
    Some(BookMove { m: draw_equal(position, chosen.m, rng), ..chosen })
}

/// The weight of a move that loses so many centipieces: a softmax, times the share of points of its games.
fn weight_by_score(loss: i32, error: i32, counts: &Counts) -> f64 {
    if loss > error / MAX_LOSS {
        return 0.0;
    }
    counts.share() * (-f64::from(loss) * TEMPERATURE / f64::from(error)).exp()
}

/// One of the moves that a symmetry maps to this one.
fn draw_equal<P: Position>(position: &P, m: P::Move, rng: &mut impl Rng) -> P::Move {
    let key = position.after(m).symmetric_key();
    let mut equal = position.legal_moves();
    equal.retain(|&other| position.after(other).symmetric_key() == key);
    equal[rng.random_range(0..equal.len())]
}

/// The moves from a position that the book thinks best, at most `plies` of them.
#[must_use]
pub fn line<P: Scoring>(book: &Book, mut position: P, plies: usize) -> Vec<P::Move> {
    let mut line = Vec::new();
    while line.len() < plies
        && let Some(best) = candidates(book, &position).first()
    {
        line.push(best.m);
        position.play_unchecked(best.m);
    }
    line
}
