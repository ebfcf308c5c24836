//! Names of ranks and files beside the board, or numbers in the cells.

use std::collections::BTreeMap;

use petteia_core::scene::{Grid, SceneCell};

use crate::document::{Anchor, Canvas, Label};
use crate::glyphs::ENDS;
use crate::layout::{CELL, HEX_RADIUS, Layout, is_named};

/// Draws the coordinates.
pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout) {
    let scene = &canvas.picture.scene;
    if !canvas.options.coordinates || scene.grid == Grid::None {
        return;
    }
    canvas.open_hidden("coordinates", format_args!("{ENDS}"));
    canvas.is_round = true;
    match scene.grid {
        _ if !is_named(&scene.cells) => draw_numbers(canvas, layout),
        Grid::Hexagons => draw_slanted(canvas, layout),
        _ => draw_straight(canvas, layout),
    }
    canvas.is_round = false;
    canvas.close();
}

fn write(canvas: &mut Canvas, text: &str, at: [f64; 2]) {
    let colour = canvas.colours.ink;
    canvas.label(&Label { text, at, anchor: Anchor::Middle, size: 21.0, weight: 1.2, colour });
}

/// The number of each square in its corner, where pieces leave room.
fn draw_numbers(canvas: &mut Canvas, layout: &Layout) {
    let colour = canvas.colours.faint;
    for cell in canvas.picture.scene.cells.iter().filter(|cell| !cell.key.is_empty()) {
        let [x, y] = layout.place(cell.centre);
        let at = [x - CELL / 2.0 + 6.0, y - CELL / 2.0 + 13.0];
        canvas.label(&Label { text: &cell.key, at, anchor: Anchor::Start, size: 14.0, weight: 1.3, colour });
    }
}

/// The letters and the digits of a key.
fn halves(cell: &SceneCell) -> Option<(&str, &str)> {
    let digits = cell.key.find(|c: char| c.is_ascii_digit())?;
    Some(cell.key.split_at(digits))
}

/// The files below the board, the ranks at its left.
fn draw_straight(canvas: &mut Canvas, layout: &Layout) {
    let [left, _, _, bottom] = layout.board;
    let (mut files, mut ranks) = (BTreeMap::new(), BTreeMap::new());
    for cell in &canvas.picture.scene.cells {
        let [x, y] = layout.place(cell.centre);
        if let Some((file, rank)) = halves(cell) {
            files.insert(file, x);
            ranks.insert(rank, y);
        }
    }
    for (file, x) in files {
        write(canvas, file, [x, bottom + 21.0]);
    }
    for (rank, y) in ranks {
        write(canvas, rank, [left - 23.0, y]);
    }
}

/// On hexagons: each rank at the left of its first cell, each file below its lowest cell, in the direction of the file.
fn draw_slanted(canvas: &mut Canvas, layout: &Layout) {
    let (mut files, mut ranks) = (BTreeMap::new(), BTreeMap::new());
    for cell in &canvas.picture.scene.cells {
        let [x, y] = layout.place(cell.centre);
        if let Some((file, rank)) = halves(cell) {
            let lowest = files.entry(file).or_insert([x, y]);
            if y > lowest[1] {
                *lowest = [x, y];
            }
            let first = ranks.entry(rank).or_insert([x, y]);
            if x < first[0] {
                *first = [x, y];
            }
        }
    }
    let slant = 0.62 * CELL;
    for (file, [x, y]) in files {
        write(canvas, file, [x + slant / 2.0, y + slant * 1.5 * HEX_RADIUS / CELL]);
    }
    for (rank, [x, y]) in ranks {
        write(canvas, rank, [x - CELL * 0.66, y]);
    }
}
