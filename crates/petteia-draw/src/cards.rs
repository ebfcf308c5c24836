//! Tables of cards.

use petteia_core::ScenePiece;
use petteia_core::scene::SceneArea;

use crate::areas::attributes;
use crate::document::{Anchor, Canvas, Escaped, Label, Number};
use crate::layout::{GAP, Layout, PlacedArea};
use crate::{Picture, words};

/// Width and height of a card.
const CARD: [f64; 2] = [150.0, 200.0];
/// Width and height of a small one: the back of a card, a vote.
const TOKEN: [f64; 2] = [72.0, 96.0];
/// Height of the caption of an area.
const CAPTION: f64 = 34.0;
/// The greatest width of a line of areas.
const WIDTH: f64 = 1480.0;
/// Height of the clue.
const CLUE: f64 = 64.0;

/// What an area shows: all its pieces, or one for a pile.
fn shown(area: &SceneArea) -> Vec<ScenePiece> {
    if words::is_pile(area) && !area.pieces.is_empty() {
        let height = words::pile_size(area);
        return vec![ScenePiece { height, ..ScenePiece::new(None, "hidden") }];
    }
    area.pieces.clone()
}

fn size_of_piece(piece: &ScenePiece) -> [f64; 2] {
    if piece.kind == "card" { CARD } else { TOKEN }
}

/// Width and height of an area.
fn size_of_area(area: &SceneArea, caption: &str) -> [f64; 2] {
    let pieces = shown(area);
    let width: f64 = pieces.iter().map(|piece| size_of_piece(piece)[0] + GAP).sum();
    let height = pieces.iter().map(|piece| size_of_piece(piece)[1]).fold(TOKEN[1], f64::max);
    let caption = crate::glyphs::set(caption).1 * CAPTION_SIZE / 10.0;
    [(width + GAP).max(caption + 2.0 * GAP), CAPTION + height + GAP]
}

/// Height of the letters of a caption.
const CAPTION_SIZE: f64 = 14.0;

/// Areas from left to right in lines. A seat begins a new line if its cards are seen.
pub(crate) fn layout(picture: &Picture) -> Layout<'_> {
    let areas = &picture.scene.areas;
    let has_cards =
        |owner| areas.iter().any(|area| area.owner == owner && area.pieces.iter().any(|p| p.kind == "card"));
    let mut placed: Vec<PlacedArea> = Vec::new();
    let mut at = [GAP, if picture.scene.text.is_empty() { GAP } else { CLUE + GAP }];
    let (mut line, mut right, mut owner) = (0.0_f64, 0.0_f64, None);
    for area in areas.iter().filter(|area| !area.pieces.is_empty()) {
        let size = size_of_area(area, &words::area(picture, area));
        let is_new = placed.last().is_some()
            && area.owner != owner
            && (has_cards(area.owner) || has_cards(owner) || owner.is_none() || area.owner.is_none());
        if line > 0.0 && (is_new || at[0] + size[0] + GAP > WIDTH) {
            at = [GAP, at[1] + line + GAP];
            line = 0.0;
        }
        placed.push(PlacedArea { area, at, size });
        at[0] += size[0] + GAP;
        line = line.max(size[1]);
        right = right.max(at[0]);
        owner = area.owner;
    }
    Layout::of_areas(placed, [right.max(600.0), at[1] + line + GAP])
}

/// Draws the text of the position above the table.
pub(crate) fn draw_text(canvas: &mut Canvas, layout: &Layout) {
    let text = &canvas.picture.scene.text;
    if text.is_empty() {
        return;
    }
    let room = layout.size[0] - 60.0;
    let shortened = shorten(text, room / 24.0);
    canvas.open("clue", format_args!(""));
    let ink = canvas.colours.ink;
    write(canvas, &format!("“{shortened}”"), [layout.size[0] / 2.0, CLUE / 2.0 + 6.0], 34.0, ink);
    canvas.close();
}

/// Draws what lies in an area, and its caption.
pub(crate) fn draw(canvas: &mut Canvas, placed: &PlacedArea) {
    let [left, top] = placed.at;
    let (colour, caption) = (canvas.colours.ink, words::area(canvas.picture, placed.area));
    let at = [left + GAP, top + CAPTION / 2.0 + 2.0];
    canvas.label(&Label { text: &caption, at, anchor: Anchor::Start, size: CAPTION_SIZE, weight: 1.3, colour });
    let mut x = left + GAP;
    for (index, piece) in shown(placed.area).iter().enumerate() {
        let [width, height] = size_of_piece(piece);
        let centre = [x + width / 2.0, top + CAPTION + height / 2.0];
        let attributes = attributes(canvas, placed, index, piece, centre);
        draw_piece(canvas, piece, &attributes);
        x += width + GAP;
    }
}

fn draw_piece(canvas: &mut Canvas, piece: &ScenePiece, attributes: &str) {
    let owner = piece.owner.map(|owner| format!(" owner-{owner}")).unwrap_or_default();
    let paint = &canvas.colours.card;
    canvas.put(format_args!(
        "<g class=\"pt-piece kind-{}{owner}\"{attributes}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.5\">",
        piece.kind, paint.fill, paint.line
    ));
    match piece.kind {
        "card" => draw_card(canvas, piece),
        "hidden" => draw_back(canvas, piece.height),
        _ => {
            canvas.put(format_args!("<circle r=\"32\"/><circle r=\"26\" fill=\"none\" stroke=\"{}\"/>", paint.ring));
            canvas.label(&Label {
                text: &piece.label,
                at: [0.0, 0.0],
                anchor: Anchor::Middle,
                size: 24.0,
                weight: 1.6,
                colour: paint.ink,
            });
        }
    }
    canvas.close();
}

/// A card: its number, its picture if it has one, and its title.
fn draw_card(canvas: &mut Canvas, piece: &ScenePiece) {
    let paint = &canvas.colours.card;
    let [width, height] = CARD;
    canvas.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>",
        -width / 2.0,
        -height / 2.0
    ));
    // Programs without fonts have no access to files either.
    if !canvas.options.outlines && is_link_to_image(&piece.image) {
        draw_image(canvas, piece);
        return;
    }
    canvas.put(format_args!("<path d=\"M-58-48H58\" stroke=\"{}\"/>", paint.ring));
    card_number(canvas, piece, -74.0, 26.0);
    draw_title(canvas, &piece.title, 22.0, 5);
}

fn draw_image(canvas: &mut Canvas, piece: &ScenePiece) {
    let alt = if piece.alt.is_empty() { &piece.title } else { &piece.alt };
    canvas.put(format_args!(
        "<image href=\"{}\" x=\"-67\" y=\"-68\" width=\"134\" height=\"112\"><title>{}</title></image>",
        Escaped(&piece.image),
        Escaped(alt)
    ));
    card_number(canvas, piece, -83.0, 18.0);
    draw_title(canvas, &piece.title, 72.0, 2);
}

/// Whether a text names an image: a file, or a link over the web. Other links are not followed.
fn is_link_to_image(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let has_scheme = lower.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    !text.is_empty()
        && (!has_scheme || ["https://", "http://", "data:image/"].iter().any(|good| lower.starts_with(good)))
}

fn card_number(canvas: &mut Canvas, piece: &ScenePiece, y: f64, size: f64) {
    let colour = canvas.colours.card.ink;
    canvas.label(&Label { text: &piece.label, at: [0.0, y], anchor: Anchor::Middle, size, weight: 1.6, colour });
}

/// The title of a card around a height, in a number of lines.
fn draw_title(canvas: &mut Canvas, title: &str, middle: f64, most: usize) {
    /// Distance between the lines.
    const LINE: f64 = 24.0;
    let ink = canvas.colours.card.ink;
    let lines = wrap(title, 11.5, most);
    let mut y = middle + LINE / 2.0 - lines.iter().fold(0.0, |height, _| height + LINE / 2.0);
    for line in &lines {
        write(canvas, line, [0.0, y], 20.0, ink);
        y += LINE;
    }
}

/// The back of a card, with the number of cards.
fn draw_back(canvas: &mut Canvas, count: u32) {
    let paint = &canvas.colours.card;
    let [width, height] = TOKEN;
    canvas.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"9\" fill=\"{}\"/><path d=\"M-27-38H27V38H-27ZM-27 0 0-38 27 0 0 38Z\" fill=\"none\" stroke=\"{}\"/>",
        -width / 2.0,
        -height / 2.0,
        paint.ring,
        paint.fill
    ));
    canvas.put(format_args!("<circle r=\"19\"/>"));
    let text = count.to_string();
    canvas.label(&Label {
        text: &text,
        at: [0.0, 0.0],
        anchor: Anchor::Middle,
        size: 17.0,
        weight: 1.6,
        colour: paint.ink,
    });
}

/// Writes a text around the middle of its place, `size` high from line to line.
fn write(canvas: &mut Canvas, text: &str, at: [f64; 2], size: f64, colour: &str) {
    if canvas.options.outlines {
        canvas.label(&Label { text, at, anchor: Anchor::Middle, size: size * 0.7, weight: 1.1, colour });
    } else {
        canvas.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{colour}\" stroke=\"none\">{}</text>",
            Number(at[0]),
            Number(at[1] + size * 0.35),
            Escaped(text)
        ));
    }
}

/// The width of a text, in widths of a letter. Letters of East Asia are twice as wide.
fn width(text: &str) -> f64 {
    text.chars().map(|c| if c < '\u{1100}' { 1.0 } else { 1.8 }).sum()
}

/// The text, or its beginning and an ellipsis if it is too long.
fn shorten(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.into();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short) + 2.0 > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}

/// Breaks a text at its blanks into lines; the last one is shortened.
fn wrap(text: &str, room: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_full = out.len() == lines;
        match out.last_mut() {
            Some(line) if width(line) + 1.0 + width(word) <= room => *line = format!("{line} {word}"),
            Some(line) if is_full => {
                line.push('…');
                break;
            }
            _ => out.push(shorten(word, room)),
        }
    }
    out
}
