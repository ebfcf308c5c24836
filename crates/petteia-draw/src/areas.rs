//! Areas beside the board.

use petteia_core::ScenePiece;
use petteia_core::scene::Grid;

use crate::document::{Anchor, Canvas, Escaped, Label, Number};
use crate::layout::{Layout, PlacedArea};
use crate::{Options, cards, words};

/// Size of a piece beside the board, compared with one on it.
const SCALE: f64 = 0.78;

/// Draws the areas.
pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout) {
    if canvas.picture.scene.grid == Grid::None {
        cards::draw_text(canvas, layout);
    }
    canvas.open("areas", format_args!(" stroke-width=\"3\""));
    for placed in &layout.areas {
        open_area(canvas, placed);
        draw_tray(canvas, placed);
        if canvas.picture.scene.grid == Grid::None {
            cards::draw(canvas, placed);
        } else {
            draw_pieces(canvas, placed);
        }
        canvas.close();
    }
    canvas.close();
}

/// Opens the group of an area. It is a row of the grid, if it holds anything.
fn open_area(canvas: &mut Canvas, PlacedArea { area, .. }: &PlacedArea) {
    let owner = area.owner.map(|owner| format!(" data-owner=\"{owner}\"")).unwrap_or_default();
    let role = if canvas.options.interactive && !area.pieces.is_empty() {
        format!(" role=\"row\" aria-label=\"{}\"", Escaped(&words::area(canvas.picture, area)))
    } else {
        String::new()
    };
    let name = area.name;
    canvas.put(format_args!("<g class=\"pt-area area-{name}\" data-name=\"{name}\"{owner}{role}>"));
}

fn draw_tray(canvas: &mut Canvas, placed: &PlacedArea) {
    let [[x, y], [width, height]] = [placed.at, placed.size].map(|pair| pair.map(Number));
    let tray = canvas.colours.tray;
    canvas.put(format_args!(
        "<rect class=\"pt-tray\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{tray}\"/>"
    ));
}

/// The attributes of a piece of an area: its id, what is written on it, its place, and its role as a cell of the grid.
pub(crate) fn attributes(
    canvas: &Canvas,
    placed: &PlacedArea,
    index: usize,
    piece: &ScenePiece,
    at: [f64; 2],
) -> String {
    let Options { prefix, interactive, .. } = canvas.options;
    let area = placed.area;
    let owner = area.owner.unwrap_or(0);
    let label =
        if piece.label.is_empty() { String::new() } else { format!(" data-label=\"{}\"", Escaped(&piece.label)) };
    let role = if *interactive {
        let words = if words::is_pile(area) {
            format!("{} cards", words::pile_size(area))
        } else {
            words::piece(canvas.picture, piece)
        };
        format!(" role=\"gridcell\" tabindex=\"-1\" aria-label=\"{}\"", Escaped(&words))
    } else {
        String::new()
    };
    let [x, y] = at.map(Number);
    format!(" id=\"{prefix}-{}-{owner}-{index}\"{label}{role} transform=\"translate({x} {y})", area.name)
}

fn draw_pieces(canvas: &mut Canvas, placed: &PlacedArea) {
    let [left, middle] = [placed.at[0], placed.at[1] + placed.size[1] / 2.0];
    let colour = canvas.colours.ink;
    let caption = Label {
        text: placed.area.name,
        at: [left + 14.0, middle],
        anchor: Anchor::Start,
        size: 15.0,
        weight: 1.3,
        colour,
    };
    canvas.label(&caption);
    let mut x = left + 150.0;
    for (index, piece) in placed.area.pieces.iter().enumerate() {
        let attributes = attributes(canvas, placed, index, piece, [x, middle]);
        let single = ScenePiece { height: 1, ..piece.clone() };
        canvas.piece("piece", &single, &format!("{attributes}scale({SCALE})\""));
        x += 84.0;
        if piece.height > 1 {
            let text = format!("×{}", piece.height);
            canvas.label(&Label {
                text: &text,
                at: [x - 34.0, middle],
                anchor: Anchor::Start,
                size: 22.0,
                weight: 1.5,
                colour,
            });
            x += 80.0;
        }
    }
}
