//! The board, the result and the evaluation, as GoGui shows them.

use petteia_core::{BoardView, CellView, GameResult, Side};
use petteia_engine::{SearchInfo, Session};
use petteia_formats::gtp::{vertex_at, write_vertex};

/// The number of files and ranks of the board in GoGui, which draws square boards only.
pub(super) fn size(view: &BoardView) -> usize {
    view.files.max(view.ranks())
}

/// The cell at a file and a rank of the board in GoGui.
fn cell_at(view: &BoardView, file: usize, rank: usize) -> Option<&CellView> {
    let inside = file < view.files && rank < view.ranks();
    if inside { view.cells[view.files * rank + file].as_ref() } else { None }
}

/// Whether GoGui must have a cell where the game has none: on a board of hexagons it looks for cells that are not there
/// with file and rank exchanged, and neither draws nor hits the others (version 1.6.0).
fn is_filler(view: &BoardView, file: usize, rank: usize) -> bool {
    view.is_hex && cell_at(view, file, rank).is_none() && cell_at(view, rank, file).is_some()
}

/// `gogui-rules_board`: `X` for the first player, `O` for the second, `?` where there is no cell.
pub(super) fn board(view: &BoardView) -> String {
    let mark = |file: usize, rank: usize| match cell_at(view, file, rank) {
        None if is_filler(view, file, rank) => ".",
        None => "?",
        Some(cell) => cell.owner.map_or(".", |side| if side == Side::First { "X" } else { "O" }),
    };
    let size = size(view);
    let rank = |rank| (0..size).map(|file| mark(file, rank)).collect::<Vec<_>>().join(" ");
    (0..size).rev().map(rank).collect::<Vec<_>>().join("\n")
}

/// `gogui-rules_board_gfx`: labels, and the cells that have been clicked.
pub(super) fn graphics(view: &BoardView, clicked: &[usize]) -> String {
    let mut lines = Vec::new();
    let places = (0..size(view)).flat_map(|rank| (0..size(view)).map(move |file| (file, rank)));
    let fillers = places.filter(|&(file, rank)| is_filler(view, file, rank));
    let fillers: Vec<String> = fillers.map(|(file, rank)| vertex_at(file, rank)).collect();
    if !fillers.is_empty() {
        lines.push(format!("COLOR gray {}", fillers.join(" ")));
    }
    let labelled = view.cells.iter().enumerate().filter_map(|(i, cell)| Some((i, cell.as_ref()?)));
    let labels: Vec<String> = labelled
        .filter(|(_, cell)| !cell.label.is_empty())
        .map(|(i, cell)| format!("{} {}", write_vertex(view, i), cell.label))
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    if !clicked.is_empty() {
        lines.push(format!("SQUARE {}", vertices(view, clicked)));
    }
    lines.join("\n")
}

/// Vertices, separated by blanks.
pub(super) fn vertices(view: &BoardView, cells: &[usize]) -> String {
    cells.iter().map(|&cell| write_vertex(view, cell)).collect::<Vec<_>>().join(" ")
}

/// Who has won, for people.
pub(super) fn result(game: &dyn Session) -> String {
    let Some(result) = game.result() else { return "The game is not over".into() };
    let scores: Vec<String> = game.scores().iter().map(ToString::to_string).collect();
    let reason = game.reason().unwrap_or("none");
    let scores = scores.join(" : ");
    match winner(game, &result) {
        Some(colour) => format!("{} wins, {scores} ({reason})", capital(colour)),
        None => format!("Draw, {scores} ({reason})"),
    }
}

/// `final_score`: `0`, or the colour that has won with the difference of the scores.
pub(super) fn final_score(game: &dyn Session) -> Option<String> {
    let result = game.result()?;
    let difference = match game.scores().as_slice() {
        [first, second] => (first - second).abs().max(1),
        _ => 1,
    };
    Some(match winner(game, &result) {
        Some(colour) => format!("{}+{difference}", capital(&colour[..1])),
        None => "0".into(),
    })
}

/// The colour that has won.
fn winner(game: &dyn Session, result: &GameResult) -> Option<&'static str> {
    result.outcome()?.winner().map(|side| colours(game)[side as usize])
}

/// The colours of the first and the second player.
pub(super) fn colours(game: &dyn Session) -> [&'static str; 2] {
    if (game.side_name() == "black") == game.p1_turn() { ["black", "white"] } else { ["white", "black"] }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// `gogui-rules_game_id`: the name of a game with a capital letter.
pub(super) fn game_id(name: &str) -> String {
    // Programs know the game of the variant by this name.
    if name == "reversi" { "Othello".into() } else { capital(name) }
}

/// A line of a search and its score, for people.
pub(super) fn line(info: &SearchInfo<String>) -> String {
    let score = match info.score.mate_plies() {
        Some(plies) => format!("mate {plies}"),
        None => format!("{:.2}", f64::from(info.score.centipieces()) / 100.0),
    };
    format!("depth {} score {score} {}", info.depth, info.pv.join(" "))
}
