//! Games of Reversi in the Generic Game Format of the Generic Game Server, as NBoard sends them.

use std::fmt::Write;
use std::time::Duration;

/// A game in one line, in which the player to move has this time left.
///
/// `fen` is the start position as this program writes it, or a board string; `moves` are squares and `pass`. The time
/// of a game is in whole seconds there; the last move of the player to move takes what is too much.
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
    let last = moves.len().checked_sub(2);
    let used = Duration::from_nanos(last.map_or(0, |_| (1_000_000_000 - time.subsec_nanos()) % 1_000_000_000).into());
    let seconds = (time + used).as_secs();
    let mut text = format!(
        "(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[{}:{:02}]TY[8]BO[8 {squares} {player}]",
        seconds / 60,
        seconds % 60,
    );
    for (i, word) in moves.iter().enumerate() {
        let colour = if (i % 2 == 0) == black_first { 'B' } else { 'W' };
        let word = if word == "pass" { "PA".into() } else { word.to_ascii_uppercase() };
        let time = if last == Some(i) { format!("//{:.3}", used.as_secs_f64()) } else { String::new() };
        let _ = write!(text, "{colour}[{word}{time}]");
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
            format!("(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[1:06]TY[8]BO[8 {board}]B[F5//0.570]W[PA];)")
        );
        let white = write_game("8/8/8/3OX3/3XO3/8/8/8 w", &moves[..1], Duration::from_millis(1_999));
        assert!(white.contains("TI[0:01]") && white.ends_with("- O]W[F5];)"), "{white}");
    }
}
