//! Boards of coloured squares with Unicode pieces, for terminals with 256 colours. Every cell has a background of its
//! own, so a board looks the same in dark and light terminals.

use std::collections::{BTreeMap, BTreeSet};

use console::Style;
use petteia_core::scene::{Grid, SceneCell, ScenePiece};
use petteia_draw::Picture;

/// Colours of the palette of 256: pieces and what is written on empty cells.
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const RED: u8 = 88;
/// The background of the cells of the last move.
const MARKED: u8 = 67;

/// A column of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Column {
    character: char,
    /// Foreground and background; a label beside the board has none.
    colours: Option<[u8; 2]>,
}

const BLANK: Column = Column { character: ' ', colours: None };

/// Draws the board of a picture. Every line ends with `\n`. `None` if it has no board, or is wider than `width` columns.
#[expect(clippy::cast_sign_loss, reason = "cells have positive places")]
pub fn draw(picture: &Picture, width: usize) -> Option<String> {
    let scene = &picture.scene;
    let (cell_width, unit) = match scene.grid {
        Grid::Squares | Grid::Points => (3, 3.0),
        Grid::Hexagons => (4, 4.0),
        Grid::None => return None,
    };
    // Rows of hexagons are less than 1 apart, but more than 1/2.
    let row = |cell: &SceneCell| (cell.centre[1] * 10.0).round() as i64;
    let rows: BTreeMap<i64, Vec<&SceneCell>> = scene.cells.iter().fold(BTreeMap::new(), |mut rows, cell| {
        rows.entry(row(cell)).or_insert_with(Vec::new).push(cell);
        rows
    });
    let names: Vec<[String; 2]> = rows.values().map(|row| row_names(row, scene.grid)).collect();
    let [left, right] = [0, 1].map(|i| names.iter().map(|name| name[i].len()).max().unwrap_or(0) + 1);
    let x = |cell: &SceneCell| (cell.centre[0] * unit).round() as usize;
    let columns = left + scene.cells.iter().map(|cell| x(cell) + cell_width).max()? + right;
    if columns > width {
        return None;
    }
    let pieces: BTreeMap<&str, &ScenePiece> = scene.pieces.iter().map(|piece| (piece.at.as_str(), piece)).collect();
    let marked: BTreeSet<&str> = picture.marks.iter().map(|mark| mark.at.as_str()).collect();
    let mut text = String::new();
    for (y, (row, [first, last])) in rows.values().zip(&names).enumerate() {
        let mut line = vec![BLANK; columns];
        let ends = [row.iter().map(|cell| x(cell)).min()?, row.iter().map(|cell| x(cell) + cell_width).max()?];
        write(&mut line, left + ends[0] - first.len() - 1, first, None);
        write(&mut line, left + ends[1] + 1, last, None);
        for cell in row {
            let has_shade = (x(cell) / cell_width + y) % 2 == 1;
            let ground = if marked.contains(cell.key.as_str()) && !cell.key.is_empty() {
                MARKED
            } else {
                ground(cell, &picture.game, has_shade)
            };
            let (face, ink) = match pieces.get(cell.key.as_str()) {
                Some(piece) => (face(piece), ink(piece.owner, &picture.sides)),
                None => (mark(cell), dim(ground, cell.shade)),
            };
            let at = left + x(cell);
            write(&mut line, at, &" ".repeat(cell_width), Some([ink, ground]));
            let start = at + (cell_width - face.chars().count()) / 2;
            for (column, character) in line[start..].iter_mut().zip(face.chars()) {
                let ink = if character == '◆' { RED } else { ink };
                *column = Column { character, colours: Some([ink, ground]) };
            }
        }
        text += &in_colours(&line);
    }
    text += &files(&scene.cells, scene.grid, |cell| left + x(cell) + cell_width / 2);
    for area in scene.areas.iter().filter(|area| area.name != "reserve" && !area.pieces.is_empty()) {
        let labels: Vec<&str> = area.pieces.iter().map(|piece| piece.label.as_str()).collect();
        let owner = area.owner.and_then(|seat| picture.sides.get(seat as usize - 1)).map_or("", String::as_str);
        text += &format!("{owner} {}: {}\n", area.name, labels.join(" "));
    }
    Some(text)
}

/// Writes text into the columns of a line, as far as it has them.
fn write(line: &mut [Column], at: usize, text: &str, colours: Option<[u8; 2]>) {
    for (column, character) in line[at..].iter_mut().zip(text.chars()) {
        *column = Column { character, colours };
    }
}

/// A line with the codes of its colours, without blanks at its end.
fn in_colours(line: &[Column]) -> String {
    let used = line.iter().rposition(|&column| column != BLANK).map_or(0, |last| last + 1);
    let mut text = String::new();
    for run in line[..used].chunk_by(|a, b| a.colours == b.colours) {
        let style = match run[0].colours {
            Some([ink, ground]) => Style::new().color256(ink).on_color256(ground).bold(),
            None => Style::new(),
        };
        let run: String = run.iter().map(|column| column.character).collect();
        text += &style.force_styling(true).apply_to(run).to_string();
    }
    text + "\n"
}

/// The letters and the digits of the name of a cell; `None` for numbers of squares.
fn halves(key: &str) -> Option<(&str, &str)> {
    let digits = key.find(|c: char| c.is_ascii_digit())?;
    (digits > 0).then(|| key.split_at(digits))
}

/// What stands at the left and at the right of a row: its rank, its first square where squares have numbers, and the
/// names of both ends where rows of hexagons are slanted.
fn row_names(row: &[&SceneCell], grid: Grid) -> [String; 2] {
    let mut named: Vec<&&SceneCell> = row.iter().filter(|cell| !cell.key.is_empty()).collect();
    named.sort_by(|a, b| a.centre[0].total_cmp(&b.centre[0]));
    let [first, last] = [named.first(), named.last()].map(|cell| cell.map_or("", |cell| cell.key.as_str()));
    match halves(first) {
        Some((_, rank)) if grid != Grid::Hexagons => [rank.to_owned(), String::new()],
        Some(_) => [first.to_owned(), last.to_owned()],
        None => [first.to_owned(), String::new()],
    }
}

/// The line with the names of the files, if they are straight.
fn files(cells: &[SceneCell], grid: Grid, column: impl Fn(&SceneCell) -> usize) -> String {
    let mut line = Vec::new();
    for cell in cells.iter().filter(|_| grid != Grid::Hexagons) {
        if let Some((file, _)) = halves(&cell.key) {
            line.resize(line.len().max(column(cell) + 1), BLANK);
            write(&mut line, column(cell), file, None);
        }
    }
    if line.is_empty() { String::new() } else { in_colours(&line) }
}

/// The background of a cell. Neighbours on a plain board have two shades that hardly differ.
fn ground(cell: &SceneCell, game: &str, has_shade: bool) -> u8 {
    match cell.shade {
        "plain" if game.starts_with("reversi") => [28, 29][usize::from(has_shade)],
        "plain" => [136, 137][usize::from(has_shade)],
        "dark" => 94,
        "light" if cell.key.is_empty() => 223,
        "light" => 136,
        shade if shade.starts_with("city") => 66,
        _ => 60,
    }
}

/// The colour of what is written on an empty cell.
fn dim(ground: u8, shade: &str) -> u8 {
    match (shade, ground) {
        ("city-1", _) => WHITE,
        ("city-2", _) => BLACK,
        (_, 94) => 180,
        (_, 28 | 29) => 22,
        (_, 60) => 146,
        (_, MARKED) => 17,
        _ => 94,
    }
}

/// What an empty cell shows.
fn mark(cell: &SceneCell) -> String {
    match cell.shade {
        "light" | "dark" | "plain" if cell.key.is_empty() => String::new(),
        "light" | "dark" | "plain" if halves(&cell.key).is_none() => cell.key.clone(),
        "light" | "dark" | "plain" => "·".into(),
        shade if shade.starts_with("city") => "⌂".into(),
        _ => "×".into(),
    }
}

/// What a piece looks like, at most three columns.
fn face(piece: &ScenePiece) -> String {
    if !piece.label.is_empty() {
        return piece.label.clone();
    }
    let stack = if piece.height > 1 { piece.height.to_string() } else { "●".into() };
    match piece.kind {
        "king" => "K".into(),
        "dux" => "D".into(),
        "hero" => "★".into(),
        "red" => "◆".into(),
        "stack-with-red" => stack + "◆",
        _ => stack,
    }
}

fn ink(owner: Option<u32>, sides: &[String]) -> u8 {
    match owner.and_then(|seat| sides.get(seat as usize - 1)) {
        Some(side) if side == "black" => BLACK,
        Some(_) => WHITE,
        None => RED,
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::Scene;
    use petteia_engine::{Engine, Origin, VARIANTS, picture};

    use super::*;

    fn drawn(game: &str, moves: &[&str], width: usize) -> Option<String> {
        let variant = petteia_engine::Variant::find(VARIANTS, game).expect("a game");
        let mut engine = Engine::new(VARIANTS, variant).expect("an engine");
        engine.set_position(Origin::Start, moves).expect("legal moves");
        draw(&picture(engine.game().expect("a position"), variant.name, None, None).expect("a picture"), width)
    }

    fn plain(game: &str, moves: &[&str]) -> String {
        console::strip_ansi_codes(&drawn(game, moves, 80).expect("a board")).into_owned()
    }

    #[test]
    fn boards_show_their_pieces() {
        let reversi = plain("reversi", &["f5"]);
        assert_eq!(reversi.matches('●').count(), 5, "{reversi}");
        assert!(reversi.contains("5  ·  ·  ·  ●  ●  ●  ·  · \n"), "{reversi}");
        assert!(reversi.ends_with("\n   a  b  c  d  e  f  g  h\n"), "{reversi}");
        let draughts = plain("draughts", &["32-28"]);
        assert!(draughts.contains("26 26    27     ●    29    30 "), "{draughts}");
        assert!(!draughts.contains("\n   a"), "{draughts}");
        assert!(plain("epigo", &["1234X567/7654X321"]).contains(" 1  2  3  4  ·  5  6  7 \n"));
        assert!(plain("dvonn", &["c3"]).contains("a3  ·   ·   ◆   ·"));
        assert!(plain("sparta", &[]).contains("4  ⌂  ·  ·  ⌂"));
    }

    #[test]
    fn stacks_show_their_height_and_red_pieces() {
        let piece = |kind, height| face(&ScenePiece { height, ..ScenePiece::new(Some(1), kind) });
        let faces = [piece("stack", 1), piece("stack", 12), piece("stack-with-red", 3), piece("stack-with-red", 12)];
        assert_eq!(faces, ["●", "12", "3◆", "12◆"]);
    }

    #[test]
    fn the_last_move_has_another_background() {
        let before = drawn("gonu", &[], 80).expect("a board");
        let after = drawn("gonu", &["a1a4"], 80).expect("a board");
        assert_eq!((before.matches("48;5;67m").count(), after.matches("48;5;67m").count()), (0, 2));
    }

    #[test]
    fn boards_that_do_not_fit_are_left_to_letters() {
        for variant in VARIANTS.iter().filter(|variant| variant.name != "dixit") {
            let text = drawn(variant.name, &[], 80).unwrap_or_else(|| panic!("{} is wider", variant.name));
            let widest = text.lines().map(console::measure_text_width).max().expect("lines");
            assert!(widest <= 80, "{}", variant.name);
            assert_eq!(drawn(variant.name, &[], widest - 2), None, "{}", variant.name);
        }
        assert_eq!(draw(&Picture { scene: Scene::default(), ..Picture::default() }, 80), None);
    }
}
