//! Positions of games with what became of them.

use std::io;

use crate::core::Side;
use crate::game::Learnable;

/// A position and what the training takes its value to be.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The chance of the side to move, from 0 to 1.
    pub target: f32,
}

/// A winning chance for a value in hundredths of a piece.
#[must_use]
pub fn chance<P: Learnable>(value: f32) -> f32 {
    1.0 / (1.0 + (-value / P::SCALE).exp())
}

/// Reads the samples of a game, a line as `games` writes them. The target is the chance by the end of the game and
/// that by the score of the search, with the weights `by_end` and one less that; a position that was not searched
/// takes the next score of the game.
///
/// # Errors
/// The line is no such game.
pub fn of_game<P: Learnable>(line: &str, by_end: f32, mut visit: impl FnMut(Sample<P>)) -> io::Result<()> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{what} in '{line}'"));
    let (moves, margin) = line.split_once("= ").ok_or_else(|| wrong("no end"))?;
    let margin: i16 = margin.trim().parse().map_err(|_| wrong("no margin"))?;
    let end = f32::from(margin) * if P::COUNTED { 100.0 } else { 10_000.0 };
    let mut position = P::start();
    let mut positions = Vec::new();
    for word in moves.split_ascii_whitespace() {
        let (word, score) = word.split_once(':').map_or((word, None), |(word, score)| (word, Some(score)));
        let score = score.map(|score| score.parse::<i16>().map_err(|_| wrong("no score"))).transpose()?;
        positions.push((position, score));
        let m = position.read_move(word).map_err(|_| wrong("no move"))?;
        position.play(m);
    }
    // From the first player's side, backwards from the end.
    let mut by_search = chance::<P>(end);
    for (position, score) in positions.into_iter().rev() {
        let first = position.side() == Side::First;
        if let Some(score) = score {
            by_search = chance::<P>(if first { f32::from(score) } else { -f32::from(score) });
        }
        let target = by_end * chance::<P>(end) + (1.0 - by_end) * by_search;
        visit(Sample { position, target: if first { target } else { 1.0 - target } });
    }
    Ok(())
}
