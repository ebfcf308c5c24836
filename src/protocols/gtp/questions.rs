//! Questions about the position, and the lists of commands.

use petteia_core::{BoardView, Side};
use petteia_engine::Session;
use petteia_formats::gtp::{GtpCommand, write_vertex};

use super::arguments::{colour, game_and_board, number, seconds};
use super::{Answer, Gtp, drawing, said};
use crate::server::connection::Connection;

/// Every command, in byte order.
pub(super) const COMMANDS: [&str; 35] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_board_size",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "list_games",
    "name",
    "petteia-best_move",
    "petteia-evaluation",
    "petteia-legal_moves",
    "petteia-line",
    "petteia-moves",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Type, label and command, as GoGui wants them.
pub(super) const ANALYZE_COMMANDS: [&str; 6] = [
    "gfx/Best Move/petteia-best_move",
    "string/Principal Variation/petteia-line",
    "string/Evaluation/petteia-evaluation",
    "gfx/Legal Moves/petteia-legal_moves",
    "string/Moves/petteia-moves",
    "gfx/Pieces/gogui-rules_board_gfx",
];

impl Gtp {
    /// Questions about the position.
    pub(super) fn ask(&mut self, connection: &mut Connection, command: &GtpCommand) -> Answer {
        let arguments = &command.arguments;
        if !COMMANDS.contains(&command.name) {
            return Err("unknown command".into());
        }
        let (game, view) = game_and_board(connection)?;
        match command.name {
            "boardsize" => {
                let size = number(arguments.first())?;
                if size as usize == drawing::size(&view) { said("") } else { Err("unacceptable size".into()) }
            }
            "time_left" => {
                let colour = colour(game, arguments.first())?;
                self.clocks.set_left(colour, seconds(arguments.get(1))?, number(arguments.get(2))?);
                said("")
            }
            "showboard" => said(format!("\n{}", game.diagram().trim_end())),
            "final_score" => drawing::final_score(game).map(Some).ok_or_else(|| "the game is not over".into()),
            "gogui-rules_game_id" => said(drawing::game_id(connection.engine.options().variant.name)),
            "gogui-rules_board" => said(drawing::board(&view)),
            "gogui-rules_board_gfx" => said(drawing::graphics(&view, &self.clicks.open)),
            "gogui-rules_board_size" => {
                said(format!("{}{}", drawing::size(&view), if view.is_hex { " hex" } else { "" }))
            }
            "gogui-rules_legal_moves" => said(self.legal_moves(game, &view)),
            "gogui-rules_side_to_move" => said(game.side_name()),
            "gogui-rules_final_result" => said(drawing::result(game)),
            "gogui-rules_captured_count" => said(captured(game, &view)),
            "petteia-legal_moves" => {
                let cells = self.clicks.next(&game.moves_by_cells());
                said(if cells.is_empty() {
                    String::new()
                } else {
                    format!("MARK {}", drawing::vertices(&view, &cells))
                })
            }
            "petteia-moves" => said(self.clicks.words(&game.moves_by_cells()).join(" ")),
            "petteia-evaluation" => {
                let score = game.evaluate().map_err(|error| error.to_string())?;
                said(format!("{:.2}", f64::from(score) / 100.0))
            }
            _ => Err("unknown command".into()),
        }
    }

    /// The cells that can be clicked next, and `pass`; nothing if the game is over.
    fn legal_moves(&self, game: &dyn Session, view: &BoardView) -> String {
        if game.result().is_some() {
            return String::new();
        }
        let moves = game.moves_by_cells();
        let pass = self.clicks.pass(&moves).map(|_| "pass".to_owned());
        let cells = self.clicks.next(&moves).into_iter().map(|cell| write_vertex(view, cell));
        cells.chain(pass).collect::<Vec<_>>().join(" ")
    }
}

pub(super) fn game_ids(connection: &Connection) -> Vec<String> {
    let variants = connection.engine.variants().iter().filter(|variant| !variant.secrets);
    variants.map(|variant| drawing::game_id(variant.name)).collect()
}

/// How many pieces Black and White have taken: those that the other one has less than at the start.
fn captured(game: &dyn Session, view: &BoardView) -> String {
    let start = game.start_view();
    let lost = |side| start.as_ref().map_or(0, |start| start.pieces(side).saturating_sub(view.pieces(side)));
    let pieces = |view: &BoardView| view.pieces(Side::First) + view.pieces(Side::Second);
    // Where the number of pieces does not fall, they change their owner and are not taken.
    let is_less = start.as_ref().is_some_and(|start| pieces(view) < pieces(start));
    let [by_first, by_second] = if is_less { [lost(Side::Second), lost(Side::First)] } else { [0, 0] };
    let [black, white] =
        if drawing::colours(game)[0] == "black" { [by_first, by_second] } else { [by_second, by_first] };
    format!("{black} {white}")
}
