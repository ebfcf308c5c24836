//! The position at the host, and the one here.

use super::{Done, Otep};
use crate::base::Side;
use crate::engine::Origin;
use crate::formats::otn::{side_on, write_move};
use crate::protocol::conversation::Conversation;

/// The most moves at the end of a list of `opponent-move` that can be new. OpenTafl often repeats the last move of the
/// opponent and that of the engine before the new one.
const NEW_MOVES: usize = 3;

impl Otep {
    /// Sets a board with the same side to move.
    pub(super) fn set_board(&mut self, conversation: &mut Conversation, board: &str) -> Done {
        let side = side_to_move(conversation)?;
        self.set_position(conversation, &fen(board, side))
    }

    /// Sets the side to move.
    pub(super) fn set_side(&mut self, conversation: &mut Conversation, side: Side) -> Done {
        let board = current_board(conversation)?;
        self.set_position(conversation, &fen(&board, side))
    }

    /// Sets a position, unless it is the current one.
    fn set_position(&mut self, conversation: &mut Conversation, fen: &str) -> Done {
        if is_current(conversation, fen) {
            return Ok(());
        }
        conversation.engine.set_position(Origin::Fen(fen), &[]).map_err(|error| format!("{error} in {fen}"))?;
        self.forget_moves();
        Ok(())
    }

    /// Forgets what concerns only the position before.
    pub(super) fn forget_moves(&mut self) {
        self.proposed = None;
        self.refused.clear();
    }

    /// The host has made the move of the engine.
    pub(super) fn moved(&mut self, conversation: &mut Conversation, board: &str) -> Done {
        let Some(word) = self.proposed.take() else {
            let is_known = current_board(conversation)? == board;
            return if is_known {
                Ok(())
            } else {
                Err("move: expected a move of the engine before, found none".into())
            };
        };
        let opponent = !side_to_move(conversation)?;
        conversation.engine.play(&[&word]).map_err(|error| error.to_string())?;
        self.forget_moves();
        if current_board(conversation)? != board {
            self.set_position(conversation, &fen(board, opponent))?;
            say_difference(conversation, &word);
        }
        Ok(())
    }

    /// The opponent has moved. The position counts; it is reached by legal moves where that is possible, so that the
    /// game has its history.
    pub(super) fn opponent_moved(&mut self, conversation: &mut Conversation, moves: &[String], board: &str) -> Done {
        let last = moves.last().map_or("", String::as_str);
        let opponent = last.get(2..).and_then(|square| side_on(board, square));
        let opponent =
            opponent.ok_or_else(|| format!("opponent-move: expected the piece that made {last}, found none"))?;
        let expected = fen(board, !opponent);
        if is_current(conversation, &expected) {
            // The host asks again after an error.
            return Ok(());
        }
        let words: Vec<&str> = self.proposed.iter().chain(moves).map(String::as_str).collect();
        let mut is_legal = false;
        for new in 1..=words.len().min(NEW_MOVES) {
            if conversation.engine.play(&words[words.len() - new..]).is_err() {
                continue;
            }
            if is_current(conversation, &expected) {
                self.forget_moves();
                return Ok(());
            }
            is_legal = true;
            conversation.engine.undo(new).map_err(|error| error.to_string())?;
        }
        self.set_position(conversation, &expected)?;
        if is_legal {
            say_difference(conversation, last);
            return Ok(());
        }
        Err(format!("opponent-move: expected a legal move, found {last}; the position told is played on"))
    }
}

/// Says that a legal move has another effect by the rules of the host.
fn say_difference(conversation: &mut Conversation, word: &str) {
    let word = write_move(word).unwrap_or_default();
    conversation.say(&format!("status {word} has another effect here; continuing from the given position"));
}

fn fen(board: &str, side: Side) -> String {
    let side = if side == Side::First { 'b' } else { 'w' };
    format!("{board} {side}")
}

fn is_current(conversation: &Conversation, fen: &str) -> bool {
    conversation.engine.game().is_ok_and(|game| game.fen() == fen)
}

/// The side to move. Attackers are the first player.
pub(super) fn side_to_move(conversation: &Conversation) -> Result<Side, String> {
    let is_first = conversation.engine.game().map_err(|error| error.to_string())?.p1_turn();
    Ok(if is_first { Side::First } else { Side::Second })
}

fn current_board(conversation: &Conversation) -> Result<String, String> {
    let fen = conversation.engine.game().map_err(|error| error.to_string())?.fen();
    Ok(fen.split(' ').next().unwrap_or_default().to_owned())
}
