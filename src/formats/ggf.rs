//! Games of Reversi in the Generic Game Format of the Generic Game Server, as NBoard sends them.

use std::fmt::Write;
use std::time::Duration;

/// A game in one line, with the time that each player has at its start.
///
/// `fen` is the start position as this program writes it, or a board string; `moves` are squares and `pass`.
#[must_use]
pub fn write_game(fen: &str, moves: &[String], time: Duration) -> String {
    let (board, side) = fen.split_once(' ').unwrap_or((fen, "b"));
    let mut squares = String::new();
    for c in board.chars() {
        match c {
            'X' => squares.push('*'),
            '1'..='8' => (0..c as u8 - b'0').for_each(|_| squares.push('-')),
            '/' => {}
            c => squares.push(c),
        }
    }
    let black_first = side == "b";
    let player = if black_first { '*' } else { 'O' };
    let seconds = time.as_millis() / 1_000;
    let mut text = format!(
        "(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[{}:{:02}.{:03}]TY[8]BO[8 {squares} {player}]",
        seconds / 60,
        seconds % 60,
        time.as_millis() % 1_000
    );
    for (i, word) in moves.iter().enumerate() {
        let colour = if (i % 2 == 0) == black_first { 'B' } else { 'W' };
        let word = if word == "pass" { "PA".into() } else { word.to_ascii_uppercase() };
        let _ = write!(text, "{colour}[{word}]");
    }
    text + ";)"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_a_line() {
        let moves = ["f5", "pass"].map(String::from);
        let text = write_game("8/8/8/3OX3/3XO3/8/8/8 b", &moves, Duration::from_millis(65_430));
        let board = "---------------------------O*------*O--------------------------- *";
        assert_eq!(
            text,
            format!("(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[1:05.430]TY[8]BO[8 {board}]B[F5]W[PA];)")
        );
        let white = write_game("8/8/8/3OX3/3XO3/8/8/8 w", &moves[..1], Duration::ZERO);
        assert!(white.contains("TI[0:00.000]") && white.ends_with("- O]W[F5];)"), "{white}");
    }
}
