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
    canvas.open_hidden("highlights", format_args!(""));
    let (cells, grid) = (&canvas.picture.scene.cells, canvas.picture.scene.grid);
    for mark in canvas.picture.marks.iter().filter(|mark| is_highlight(mark)) {
        let Some([x, y]) = layout.find(cells, &mark.at) else { continue };
        let is_taken = canvas.picture.scene.pieces.iter().any(|piece| piece.at == mark.at);
        if let Some(ghost) = mark.ghost.as_ref().filter(|_| !is_taken) {
            let attributes = format!(" opacity=\".38\" transform=\"translate({} {})\"", Number(x), Number(y));
            canvas.open("ghost", format_args!(""));
            canvas.piece(ghost, &attributes);
            canvas.close();
            continue;
        }
        let (last, shape) = (canvas.colours.last, cells::shape(grid, [x, y], 4.0));
        let (opacity, dashes) =
            if mark.kind == MarkKind::From { (".4", " stroke-dasharray=\"14 9\"") } else { (".65", "") };
        canvas.put(format_args!(
            "<path class=\"pt-highlight mark-{}\" data-at=\"{}\" d=\"{shape}\" fill=\"{last}\" fill-opacity=\"{opacity}\" stroke=\"{last}\" stroke-width=\"6\"{dashes}/>",
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
            MarkKind::Captured => ("M-24-24 24 24M24-24-24 24", colours.captured, " stroke-width=\"9\""),
            MarkKind::Changed => {
                ("M-44-26V-44H-26M26-44H44V-26M44 26V44H26M-26 44H-44V26", colours.arrows[0], " stroke-width=\"6\"")
            }
            MarkKind::Target => ("M-1 0H1", colours.arrows[1], " stroke-width=\"26\""),
            _ => continue,
        };
        canvas.put(format_args!(
            "<path class=\"pt-mark mark-{}\" data-at=\"{}\" d=\"{path}\" transform=\"translate({} {})\" fill=\"none\" stroke=\"{stroke}\" stroke-linecap=\"round\"{more}/>",
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

/// Draws an arrow: a line, its head and its label at the start.
fn draw_arrow(canvas: &mut Canvas, arrow: &Arrow, places: &[[f64; 2]]) {
    const HEAD: f64 = 30.0;
    let (Some(&end), Some(&before)) = (places.last(), places.iter().rev().nth(1)) else { return };
    let colour = canvas.colours.arrows[usize::from(arrow.kind == ArrowKind::Planned)];
    let length = (end[0] - before[0]).hypot(end[1] - before[1]).max(1.0);
    let along = [0, 1].map(|axis| (end[axis] - before[axis]) / length);
    let at = |back: f64, aside: f64| {
        [end[0] - along[0] * back - along[1] * aside, end[1] - along[1] * back + along[0] * aside].map(Number)
    };
    let mut line = String::new();
    for (i, [x, y]) in places[..places.len() - 1].iter().enumerate() {
        line += &format!("{}{} {}", if i == 0 { "M" } else { "L" }, Number(*x), Number(*y));
    }
    let [x, y] = at(HEAD, 0.0);
    line += &format!("L{x} {y}");
    let [tip, left, right] = [at(2.0, 0.0), at(HEAD, 15.0), at(HEAD, -15.0)];
    let dashes = if arrow.kind == ArrowKind::Planned { " stroke-dasharray=\"16 13\"" } else { "" };
    canvas.put(format_args!(
        "<g class=\"pt-arrow arrow-{}\" data-path=\"{}\" fill=\"{colour}\" stroke=\"{colour}\" opacity=\".82\"><path d=\"{line}\" fill=\"none\" stroke-width=\"9\"{dashes}/><path d=\"M{} {}L{} {}L{} {}z\" stroke-width=\"4\"/></g>",
        arrow.kind.name(),
        Escaped(&arrow.path.join(" ")),
        tip[0],
        tip[1],
        left[0],
        left[1],
        right[0],
        right[1]
    ));
    if !arrow.label.is_empty() {
        let [from, _] = [places[0], end];
        let next = places[1];
        let [x, y] = [0, 1].map(|axis| from[axis] + (next[axis] - from[axis]) * 0.36);
        canvas.put(format_args!(
            "<circle class=\"pt-badge\" cx=\"{}\" cy=\"{}\" r=\"14\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\"2\"/>",
            Number(x),
            Number(y),
            canvas.colours.frame
        ));
        let colour = canvas.colours.frame;
        canvas.label(&Label {
            text: &arrow.label,
            at: [x, y],
            anchor: Anchor::Middle,
            size: 14.0,
            weight: 1.9,
            colour,
        });
    }
}
