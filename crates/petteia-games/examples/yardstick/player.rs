//! A plain alpha-beta player: material, mobility, and captures below the horizon. It speaks UGI.

use std::io::{BufRead, Write};

use anyhow::Context;

use crate::board::{Board, CHIEF, Move, Rules};

/// Score of a lost position, less the plies to it.
const MATE: i32 = 30_000;
/// A limit of the depth, for positions whose tree is small.
const MAX_DEPTH: i32 = 60;

/// What a move is chosen by.
struct Search {
    nodes: u64,
    limit: u64,
    /// The positions of the game and of the line that is searched, with their keys.
    line: Vec<(Board, u64)>,
}

/// The score for the side to move: a man is 100, a hero or a guard 200, a legal move 2.
fn evaluate(board: &Board) -> i32 {
    let material = |&piece: &i8| match (board.rules, piece.abs()) {
        (Rules::Tablut | Rules::Latrunculi, CHIEF) => 0,
        (Rules::Tablut, _) if piece > 0 => 200,
        (_, kind) => 100 * i32::from(kind) * i32::from(piece.signum()),
    };
    i32::from(board.side) * board.cells[..board.size()].iter().map(material).sum::<i32>()
        + 2 * (board.mobility(board.side) - board.mobility(-board.side))
}

fn with_key(board: &Board) -> (Board, u64) {
    (*board, board.key())
}

impl Search {
    /// The score of the position at the end of the line; `None` if the limit is reached.
    fn score(&mut self, depth: i32, mut alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        let (&(board, key), before) = self.line.split_last()?;
        if let Some(loser) = board.loser() {
            return Some(if loser == board.side { ply - MATE } else { MATE - ply });
        }
        if before.iter().any(|(_, earlier)| *earlier == key) {
            return Some(0);
        }
        let mut moves = board.moves(board.side);
        if moves.is_empty() {
            return Some(ply - MATE);
        }
        let captures = |m: &Move| board.captured(*m).len();
        let mut best = -MATE;
        if depth <= 0 {
            best = evaluate(&board);
            alpha = alpha.max(best);
            moves.retain(|m| captures(m) > 0);
        }
        moves.sort_by_cached_key(|m| std::cmp::Reverse(captures(m)));
        for m in moves {
            if alpha >= beta {
                break;
            }
            self.line.push(with_key(&board.after(m)));
            let score = self.score(depth - 1, -beta, -alpha, ply + 1);
            self.line.pop();
            best = best.max(-score?);
            alpha = alpha.max(best);
        }
        Some(best)
    }

    /// Searches deeper and deeper until the limit. Returns the best move, its score and its depth.
    fn run(&mut self) -> Option<(Move, i32, i32)> {
        let board = self.line.last()?.0;
        let mut moves = board.moves(board.side);
        moves.sort_by_cached_key(|m| std::cmp::Reverse(board.captured(*m).len()));
        let mut best = (*moves.first()?, 0, 0);
        for depth in 1..=MAX_DEPTH {
            let mut alpha = -MATE;
            for i in 0..moves.len() {
                self.line.push(with_key(&board.after(moves[i])));
                let score = self.score(depth - 1, -MATE, -alpha, 1);
                self.line.pop();
                let Some(score) = score else { return Some(best) };
                if -score > alpha {
                    alpha = -score;
                    best = (moves[i], alpha, depth);
                    moves[..=i].rotate_right(1);
                }
            }
            if alpha.abs() > MATE - MAX_DEPTH {
                break;
            }
        }
        Some(best)
    }
}

/// Answers the lines of a match.
pub fn play() -> anyhow::Result<()> {
    let mut variant = String::from("gonu");
    let mut line = vec![Board::start(&variant)?];
    let mut output = std::io::stdout().lock();
    for text in std::io::stdin().lock().lines() {
        let text = text?;
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["ugi" | "uci"] => {
                writeln!(output, "id name plain alpha-beta\noption name UCI_Variant type string default gonu\nugiok")?;
            }
            ["isready"] => writeln!(output, "readyok")?,
            ["setoption", "name", "UCI_Variant", "value", name] => name.clone_into(&mut variant),
            ["position", ref rest @ ..] => line = positions(&variant, rest)?,
            ["go", "nodes", limit] => {
                let mut search = Search { nodes: 0, limit: limit.parse()?, line: line.iter().map(with_key).collect() };
                let (m, score, depth) = search.run().context("expected a position with moves")?;
                let word = line.last().map(|board| board.write_move(m)).unwrap_or_default();
                writeln!(output, "info depth {depth} score cp {score} nodes {} pv {word}", search.nodes)?;
                writeln!(output, "bestmove {word}")?;
            }
            ["quit"] => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

/// The positions of a game from the words after `position`.
fn positions(variant: &str, words: &[&str]) -> anyhow::Result<Vec<Board>> {
    let mut parts = words.split(|word| *word == "moves");
    let start = Board::start(variant)?;
    let start = match parts.next() {
        Some(["fen", fen @ ..]) => start.with_fen(&fen.join(" "))?,
        _ => start,
    };
    let mut line = vec![start];
    for word in parts.next().unwrap_or_default() {
        let board = line[line.len() - 1];
        line.push(board.after(board.read_move(word)?));
    }
    Ok(line)
}
