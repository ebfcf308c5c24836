//! The position at the host, and the one here.

use petteia_core::Side;
use petteia_engine::Origin;
use petteia_formats::otn::{side_on, target, write_move};

use super::Otep;
use crate::server::connection::Connection;

/// The most moves at the end of a list of `opponent-move` that can be new. OpenTafl often repeats the last move of the
/// opponent and that of the engine before the new one.
const NEW_MOVES: usize = 3;

impl Otep {
    /// Sets a board with the same side to move.
    pub(super) fn set_board(&mut self, connection: &mut Connection, board: &str) -> Result<(), String> {
        let side = side_to_move(connection)?;
        self.set_position(connection, &fen(board, side))
    }

    /// Sets the side to move.
    pub(super) fn set_side(&mut self, connection: &mut Connection, side: Side) -> Result<(), String> {
        let board = current_board(connection)?;
        self.set_position(connection, &fen(&board, side))
    }

    /// Sets a position, unless it is the current one.
    fn set_position(&mut self, connection: &mut Connection, fen: &str) -> Result<(), String> {
        if is_current(connection, fen) {
            return Ok(());
        }
        connection.engine.set_position(Origin::Fen(fen), &[]).map_err(|error| format!("{error} in {fen}"))?;
        self.forget_moves();
        Ok(())
    }

    /// Forgets what concerns only the position before.
    pub(super) fn forget_moves(&mut self) {
        self.proposed = None;
        self.refused.clear();
    }

    /// The host has made the move of the engine.
    pub(super) fn moved(&mut self, connection: &mut Connection, board: &str) -> Result<(), String> {
        let Some(word) = self.proposed.take() else {
            let is_known = current_board(connection)? == board;
            return if is_known {
                Ok(())
            } else {
                Err("move: expected a move of the engine before, found none".into())
            };
        };
        let opponent = !side_to_move(connection)?;
        connection.engine.play(&[&word]).map_err(|error| error.to_string())?;
        self.forget_moves();
        if current_board(connection)? != board {
            self.set_position(connection, &fen(board, opponent))?;
            say_difference(connection, &word);
        }
        Ok(())
    }

    /// The opponent has moved. The position counts; it is reached by legal moves where that is possible, so that the
    /// game has its history.
    pub(super) fn opponent_moved(
        &mut self,
        connection: &mut Connection,
        moves: &[String],
        board: &str,
    ) -> Result<(), String> {
        let last = moves.last().map_or("", String::as_str);
        let opponent = target(last).and_then(|square| side_on(board, square));
        let opponent =
            opponent.ok_or_else(|| format!("opponent-move: expected the piece that made {last}, found none"))?;
        let expected = fen(board, !opponent);
        if is_current(connection, &expected) {
            // The host asks again after an error.
            return Ok(());
        }
        let words: Vec<&str> = self.proposed.iter().chain(moves).map(String::as_str).collect();
        let mut is_legal = false;
        for new in 1..=words.len().min(NEW_MOVES) {
            if connection.engine.play(&words[words.len() - new..]).is_err() {
                continue;
            }
            if is_current(connection, &expected) {
                self.forget_moves();
                return Ok(());
            }
            is_legal = true;
            connection.engine.undo(new).map_err(|error| error.to_string())?;
        }
        self.set_position(connection, &expected)?;
        if is_legal {
            say_difference(connection, last);
            return Ok(());
        }
        Err(format!("opponent-move: expected a legal move, found {last}; the position told is played on"))
    }
}

/// Says that a legal move has another effect by the rules of the host.
fn say_difference(connection: &mut Connection, word: &str) {
    let word = write_move(word).unwrap_or_default();
    connection.write_line(&format!("status {word} has another effect here; continuing from the given position"));
}

fn fen(board: &str, side: Side) -> String {
    let side = if side == Side::First { 'b' } else { 'w' };
    format!("{board} {side}")
}

fn is_current(connection: &Connection, fen: &str) -> bool {
    connection.engine.game().is_ok_and(|game| game.fen() == fen)
}

/// The side to move. Attackers are the first player.
pub(super) fn side_to_move(connection: &Connection) -> Result<Side, String> {
    let is_first = connection.engine.game().map_err(|error| error.to_string())?.p1_turn();
    Ok(if is_first { Side::First } else { Side::Second })
}

fn current_board(connection: &Connection) -> Result<String, String> {
    let fen = connection.engine.game().map_err(|error| error.to_string())?.fen();
    Ok(fen.split(' ').next().unwrap_or_default().to_owned())
}
