//! A book as text for people.

use petteia_core::{Notation, Score, Scoring};

use super::book::{Book, Counts};
use super::choice::{BookMove, candidates};

/// What is shown of a book.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Greatest number of moves behind the position.
    pub plies: usize,
    /// Greatest number of moves of a position.
    pub moves: usize,
}

impl Shown {
    /// The tree of moves from a position, one line each: the move, its score for the side that makes it, and the wins,
    /// draws and losses of that side. A `*` marks a move that leads out of the book.
    pub(crate) fn write<P: Scoring + Notation>(&self, book: &Book, position: &P) -> String {
        let mut text = String::new();
        self.write_below(book, position, 0, &mut text);
        text
    }

    fn write_below<P: Scoring + Notation>(&self, book: &Book, position: &P, depth: usize, text: &mut String) {
        if depth >= self.plies {
            return;
        }
        for found in candidates(book, position).into_iter().take(self.moves) {
            let BookMove { m, score, counts: Counts { wins, draws, losses }, is_deviation } = found;
            let mark = if is_deviation { "*" } else { "" };
            let score = score.map_or_else(String::new, |score| format!(" {}", write_score(score)));
            let games = if wins + draws + losses > 0 { format!(" +{wins} ={draws} -{losses}") } else { String::new() };
            text.push_str(&format!("{}{}{mark}{score}{games}\n", "  ".repeat(depth), position.write_move(m)));
            if !is_deviation {
                self.write_below(book, &position.after(m), depth + 1, text);
            }
        }
    }
}

/// A score in pieces, such as `+1.25`; `#5` for a win by force in five plies.
fn write_score(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("#{plies}"),
        None => format!("{:+.2}", f64::from(score.centipieces()) / 100.0),
    }
}
