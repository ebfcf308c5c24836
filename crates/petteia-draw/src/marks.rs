//! Marks and arrows.

use crate::document::{Anchor, Canvas, Escaped, Label, Number};
use crate::layout::Layout;
use crate::{Arrow, ArrowKind, Mark, MarkKind, cells};

/// Whether a mark lies below the pieces.
fn is_highlight(mark: &Mark) -> bool {
    matches!(mark.kind, MarkKind::From | MarkKind::To | MarkKind::Selected) || mark.ghost.is_some()
}

/// Draws what lies below the pieces: the cells of the last move, and pieces that have left the board.
pub(crate) fn draw_highlights(canvas: &mut Canvas, layout: &Layout) {
    canvas.open_hidden("highlights", format_args!(" stroke-width=\"3\""));
    let (cells, grid) = (&canvas.picture.scene.cells, canvas.picture.scene.grid);
    for mark in canvas.picture.marks.iter().filter(|mark| is_highlight(mark)) {
        let Some([x, y]) = layout.find(cells, &mark.at) else { continue };
        let is_taken = canvas.picture.scene.pieces.iter().any(|piece| piece.at == mark.at);
        if let Some(ghost) = mark.ghost.as_ref().filter(|_| !is_taken) {
            let attributes = format!(" opacity=\".38\" transform=\"translate({} {})\"", Number(x), Number(y));
            canvas.piece("ghost", ghost, &attributes);
            continue;
        }
        let ([last, frame], shape) = (canvas.colours.last, cells::shape(grid, [x, y], 4.0));
        let (opacity, dashes) =
            if mark.kind == MarkKind::From { (".4", " stroke-dasharray=\"14 9\"") } else { (".65", "") };
        canvas.put(format_args!(
            "<path class=\"pt-highlight mark-{}\" data-at=\"{}\" d=\"{shape}\" fill=\"{last}\" fill-opacity=\"{opacity}\" stroke=\"{frame}\" stroke-width=\"4\"{dashes}/>",
            mark.kind.name(),
            Escaped(&mark.at)
        ));
    }
    canvas.close();
}

/// Draws the marks above the pieces.
pub(crate) fn draw_marks(canvas: &mut Canvas, layout: &Layout) {
    canvas.open_hidden("marks", format_args!(""));
    for mark in &canvas.picture.marks {
        let Some([x, y]) = layout.find(&canvas.picture.scene.cells, &mark.at) else { continue };
        let colours = canvas.colours;
        let (path, stroke, more) = match mark.kind {
            MarkKind::Captured => ("M-24-24 24 24M24-24-24 24", colours.captured, " stroke-width=\"8\""),
            MarkKind::Changed => {
                ("M-44-26V-44H-26M26-44H44V-26M44 26V44H26M-26 44H-44V26", colours.arrows[0], " stroke-width=\"6\"")
            }
            MarkKind::Target => ("M-1 0H1", colours.arrows[1], " stroke-width=\"26\""),
            _ => continue,
        };
        let halo = if mark.kind == MarkKind::Captured {
            format!("<path d=\"{path}\" stroke=\"{}\" stroke-width=\"15\"/>", colours.halo)
        } else {
            String::new()
        };
        canvas.put(format_args!(
            "<g class=\"pt-mark mark-{}\" data-at=\"{}\" transform=\"translate({} {})\" fill=\"none\" stroke-linecap=\"round\">{halo}<path d=\"{path}\" stroke=\"{stroke}\"{more}/></g>",
            mark.kind.name(),
            Escaped(&mark.at),
            Number(x),
            Number(y)
        ));
    }
    canvas.close();
}

/// Draws the arrows.
pub(crate) fn draw_arrows(canvas: &mut Canvas, layout: &Layout) {
    canvas.open_hidden("arrows", format_args!(" stroke-linecap=\"round\" stroke-linejoin=\"round\""));
    for arrow in &canvas.picture.arrows {
        let cells = &canvas.picture.scene.cells;
        let places: Option<Vec<[f64; 2]>> = arrow.path.iter().map(|key| layout.find(cells, key)).collect();
        if let Some(places) = places.filter(|places| places.len() > 1) {
            draw_arrow(canvas, arrow, &places);
        }
    }
    canvas.close();
}

/// Draws an arrow: a line, its head and its label at the start. It leaves a piece at its end visible.
fn draw_arrow(canvas: &mut Canvas, arrow: &Arrow, places: &[[f64; 2]]) {
    const HEAD: f64 = 26.0;
    let [Some(&end), Some(&before)] = [places.last(), places.iter().rev().nth(1)] else { return };
    let colour = canvas.colours.arrows[usize::from(arrow.kind == ArrowKind::Planned)];
    let is_taken =
        |key: Option<&String>| key.is_some_and(|key| canvas.picture.scene.pieces.iter().any(|p| p.at == *key));
    let tip = if is_taken(arrow.path.last()) { 26.0 } else { 0.0 };
    let start = towards(places[0], places[1], if is_taken(arrow.path.first()) { 30.0 } else { 0.0 });
    let mut line = format!("M{} {}", Number(start[0]), Number(start[1]));
    for [x, y] in &places[1..places.len() - 1] {
        line += &format!("L{} {}", Number(*x), Number(*y));
    }
    let [neck, point] = [tip + HEAD, tip].map(|back| towards(end, before, back));
    line += &format!("L{} {}", Number(neck[0]), Number(neck[1]));
    let aside = [(point[1] - neck[1]) * 0.56, (neck[0] - point[0]) * 0.56];
    let corners = [point, [neck[0] + aside[0], neck[1] + aside[1]], [neck[0] - aside[0], neck[1] - aside[1]]];
    let [[x0, y0], [x1, y1], [x2, y2]] = corners.map(|corner| corner.map(Number));
    let dashes = if arrow.kind == ArrowKind::Planned { " stroke-dasharray=\"15 13\"" } else { "" };
    canvas.put(format_args!(
        "<g class=\"pt-arrow arrow-{}\" data-path=\"{}\" fill=\"{colour}\" stroke=\"{colour}\" opacity=\".85\">\
         <path d=\"{line}\" fill=\"none\" stroke-width=\"9\"{dashes}/>\
         <path d=\"M{x0} {y0}L{x1} {y1}L{x2} {y2}z\" stroke-width=\"4\"/></g>",
        arrow.kind.name(),
        Escaped(&arrow.path.join(" ")),
    ));
    if !arrow.label.is_empty() {
        let length = (places[1][0] - places[0][0]).hypot(places[1][1] - places[0][1]);
        draw_badge(canvas, &arrow.label, towards(places[0], places[1], length * 0.36), colour);
    }
}

/// The point at a distance from `from`, in the direction of `to`.
fn towards(from: [f64; 2], to: [f64; 2], distance: f64) -> [f64; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1.0);
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * distance / length)
}

/// Draws the label of an arrow on a disc.
fn draw_badge(canvas: &mut Canvas, text: &str, at: [f64; 2], fill: &str) {
    let colour = canvas.colours.halo;
    let [x, y] = at.map(Number);
    canvas.put(format_args!(
        "<circle class=\"pt-badge\" cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
    ));
    canvas.label(&Label { text, at, anchor: Anchor::Middle, size: 14.0, weight: 1.9, colour });
}
