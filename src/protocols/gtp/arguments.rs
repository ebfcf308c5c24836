//! The arguments of commands.

use std::time::Duration;

use petteia_core::BoardView;
use petteia_engine::Session;

use super::drawing;
use crate::server::connection::Connection;

/// The game at the table and its board.
pub(super) fn game_and_board<'a>(connection: &'a Connection) -> Result<(&'a dyn Session, BoardView), String> {
    let game = connection.engine.game().map_err(|error| error.to_string())?;
    let name = connection.engine.options().variant.name;
    let view = game.board_view().ok_or_else(|| format!("{name} is not supported over GTP"))?;
    Ok((game, view))
}

/// The index of a colour: 0 for the first player.
pub(super) fn colour(game: &dyn Session, word: Option<&&str>) -> Result<usize, String> {
    let word = word.map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let full = match word.as_str() {
        "b" | "black" => "black",
        "w" | "white" => "white",
        _ => return Err(format!("expected a colour, black or white, found '{word}'")),
    };
    Ok(usize::from(drawing::colours(game)[0] != full))
}

/// The colour, if it is to move.
pub(super) fn colour_to_move(game: &dyn Session, word: Option<&&str>) -> Result<usize, String> {
    let colour = colour(game, word)?;
    if game.result().is_some() {
        return Err("the game is over".into());
    }
    if (colour == 0) == game.p1_turn() { Ok(colour) } else { Err("wrong side".into()) }
}

/// Whether a pass of this colour is none of the game. Programs that know of strict turns only, such as twogtp, ask each
/// colour in turn, Black first, and end with two passes. So the other side passes where a move takes two clicks or
/// White begins, and so do both after the end.
pub(super) fn is_without_effect(game: &dyn Session, word: Option<&&str>) -> Result<bool, String> {
    let is_to_move = (colour(game, word)? == 0) == game.p1_turn();
    let is_strict =
        drawing::colours(game)[0] == "black" && game.moves_by_cells().iter().all(|(_, cells)| cells.len() < 2);
    Ok(game.result().is_some() || (!is_to_move && !is_strict))
}

pub(super) fn seconds(word: Option<&&str>) -> Result<Duration, String> {
    let word = word.copied().unwrap_or_default();
    let number = word.parse::<f64>().ok().filter(|number| (0.0..=3.2e9).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("expected seconds, found '{word}'"))
}

pub(super) fn number(word: Option<&&str>) -> Result<u32, String> {
    let word = word.copied().unwrap_or_default();
    word.parse().map_err(|_| format!("expected a number, found '{word}'"))
}
