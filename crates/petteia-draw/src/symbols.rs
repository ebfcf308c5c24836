//! Symbols on pieces and cells, drawn around a centre.

use crate::document::{Canvas, Number};

/// The symbol of a kind of piece, and whether it is filled rather than drawn with lines.
pub(crate) fn of_piece(kind: &str) -> Option<(&'static str, bool)> {
    Some(match kind {
        "king" => ("M-19 15 -23-12-10-2 0-19 10-2 23-12 19 15Z", true),
        "dux" => ("M0-22 5.6-7.7 21-6.8 9.1 3 13 17.8 0 9.5-13 17.8-9.1 3-21-6.8-5.6-7.7Z", true),
        "attacker" => ("M-11-11 11 11M11-11-11 11", false),
        "defender" => ("M-13-14H13V2C13 10 5 15 0 18-5 15-13 10-13 2Z", false),
        "warrior" => ("M-15 15 0-17 15 15", false),
        "hero" => ("M-14 19 0-9 14 19M-19-6C-15-27 15-27 19-6", false),
        _ => return None,
    })
}

/// Draws the sign of a cell of a special kind at its place. Cities have a frame: a whole one, or a broken one for the
/// second player.
pub(crate) fn of_cell(canvas: &mut Canvas, shade: &str, [x, y]: [f64; 2]) {
    const CITY: &str = "M-41-41H41V41H-41Z";
    let line = canvas.colours.line;
    let signs: &[(&str, &str, &str)] = match shade {
        "throne" => &[("M-36-36H36V36H-36ZM-36-36 36 36M36-36-36 36", line, "\" stroke-width=\"3")],
        "corner" => &[("M-36-36H36V36H-36ZM-24-24H24V24H-24Z", line, "\" stroke-width=\"3")],
        "city-1" => &[(CITY, line, "\" stroke-width=\"12"), (CITY, canvas.side_fill(1), "\" stroke-width=\"8")],
        "city-2" => &[(CITY, canvas.side_fill(2), "\" stroke-width=\"9\" stroke-dasharray=\"12 8.5")],
        _ => return,
    };
    for (path, stroke, more) in signs {
        canvas.put(format_args!(
            "<path d=\"{path}\" transform=\"translate({} {})\" fill=\"none\" stroke=\"{stroke}{more}\"/>",
            Number(x),
            Number(y)
        ));
    }
}
