//! Pieces.

use petteia_core::ScenePiece;

use crate::document::{Anchor, Canvas, Escaped, Label, Number};
use crate::layout::Layout;
use crate::symbols;
use crate::theme::Paint;

/// Number of pieces of a stack that are seen one below the other.
const LAYERS: u32 = 5;
/// The distance between them.
const LAYER: f64 = 5.0;

/// Draws the pieces on the board.
pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout) {
    let scene = &canvas.picture.scene;
    canvas.open_hidden("pieces", format_args!(" stroke-width=\"3\""));
    for piece in &scene.pieces {
        if let Some([x, y]) = layout.find(&scene.cells, &piece.at) {
            let key = Escaped(&piece.at);
            let attributes = format!(
                " id=\"{}-p-{key}\" data-at=\"{key}\" transform=\"translate({} {})\"",
                canvas.options.prefix,
                Number(x),
                Number(y)
            );
            canvas.piece("piece", piece, &attributes);
        }
    }
    canvas.close();
}

impl Canvas<'_> {
    /// Whether the pieces of a seat are dark.
    fn is_dark(&self, owner: Option<u32>) -> bool {
        owner.and_then(|owner| self.side_name(owner)).is_some_and(|name| name == "black")
    }

    /// The name of a side, such as `white`.
    pub(crate) fn side_name(&self, owner: u32) -> Option<&str> {
        self.picture.sides.get((owner as usize).checked_sub(1)?).map(String::as_str)
    }

    /// The colour of the pieces of a seat.
    pub(crate) fn side_fill(&self, owner: u32) -> &'static str {
        if self.is_dark(Some(owner)) { self.colours.black.fill } else { self.colours.white.fill }
    }

    fn paint(&self, piece: &ScenePiece) -> &'static Paint {
        match piece.owner {
            _ if piece.kind == "red" => &self.colours.red,
            owner if self.is_dark(owner) => &self.colours.black,
            _ => &self.colours.white,
        }
    }

    /// Draws a piece around the origin of a group of this class with these attributes.
    pub(crate) fn piece(&mut self, class: &str, piece: &ScenePiece, attributes: &str) {
        let paint = self.paint(piece);
        let owner = piece.owner.map(|owner| format!(" owner-{owner}")).unwrap_or_default();
        self.put(format_args!(
            "<g class=\"pt-{class} kind-{}{owner}\"{attributes} fill=\"{}\" stroke=\"{}\">",
            piece.kind, paint.fill, paint.line
        ));
        self.piece_body(piece, paint);
        self.close();
    }

    fn piece_body(&mut self, piece: &ScenePiece, paint: &Paint) {
        let is_dark = self.is_dark(piece.owner);
        match piece.kind {
            "tile" => self.tile(piece, paint, is_dark),
            "red" => {
                self.put(format_args!(
                    "<circle r=\"38\"/><path d=\"M0-21 21 0 0 21-21 0Z\" fill=\"none\" stroke=\"{}\"/>",
                    paint.ring
                ));
            }
            "stack" | "stack-with-red" => self.stack(piece, paint, is_dark),
            kind => {
                self.disc(paint, is_dark, 0.0);
                if let Some((path, is_filled)) = symbols::of_piece(kind) {
                    self.symbol(path, is_filled, paint.ink);
                }
                self.number(&piece.label, paint.ink, 0.0, 30.0);
            }
        }
    }

    fn symbol(&mut self, path: &str, is_filled: bool, ink: &str) {
        if is_filled {
            self.put(format_args!("<path d=\"{path}\" fill=\"{ink}\" stroke=\"none\"/>"));
        } else {
            self.put(format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            ));
        }
    }

    /// A disc. The ring inside tells the sides apart without colours: it is whole on light discs and broken on dark ones.
    fn disc(&mut self, paint: &Paint, is_dark: bool, y: f64) {
        let dashes = if is_dark { " stroke-dasharray=\"6.1 6.1\"" } else { "" };
        let y = if y == 0.0 { String::new() } else { format!(" cy=\"{}\"", Number(y)) };
        self.put(format_args!(
            "<circle{y} r=\"38\"/><circle{y} r=\"31\" fill=\"none\" stroke=\"{}\"{dashes}/>",
            paint.ring
        ));
    }

    /// A stack with its height on the highest piece.
    fn stack(&mut self, piece: &ScenePiece, paint: &Paint, is_dark: bool) {
        let below = f64::from(piece.height.clamp(1, LAYERS) - 1);
        for layer in (1..piece.height.clamp(1, LAYERS)).rev() {
            let y = Number(f64::from(layer) * LAYER - below * LAYER / 2.0);
            self.put(format_args!("<circle cy=\"{y}\" r=\"38\"/>"));
        }
        let top = -below * LAYER / 2.0;
        self.disc(paint, is_dark, top);
        let height = if piece.height > 1 { piece.height.to_string() } else { String::new() };
        if piece.kind == "stack-with-red" {
            let red = &self.colours.red;
            let y = Number(top - 27.0);
            self.put(format_args!(
                "<path d=\"M0 {y}l27 27-27 27-27-27Z\" fill=\"{}\" stroke=\"{}\"/>",
                red.fill, paint.ring
            ));
            let size = if height.len() > 1 { 20.0 } else { 24.0 };
            self.number(&height, red.ink, top, size);
        } else {
            self.number(&height, paint.ink, top, 30.0);
        }
    }

    /// A tile: a rounded square, or an octagon for the dark side.
    fn tile(&mut self, piece: &ScenePiece, paint: &Paint, is_dark: bool) {
        let ring = paint.ring;
        if is_dark {
            self.put(format_args!(
                "<path d=\"M-22-40H22L40-22V22L22 40H-22L-40 22V-22Z\"/><path d=\"M-19-33H19L33-19V19L19 33H-19L-33 19V-19Z\" fill=\"none\" stroke=\"{ring}\" stroke-dasharray=\"6 6\"/>"
            ));
        } else {
            self.put(format_args!(
                "<rect x=\"-39\" y=\"-39\" width=\"78\" height=\"78\" rx=\"12\"/><rect x=\"-32\" y=\"-32\" width=\"64\" height=\"64\" rx=\"7\" fill=\"none\" stroke=\"{ring}\"/>"
            ));
        }
        self.number(&piece.label, paint.ink, 0.0, 32.0);
    }

    /// A number in the middle of a piece.
    fn number(&mut self, text: &str, colour: &str, y: f64, size: f64) {
        self.label(&Label { text, at: [0.0, y], anchor: Anchor::Middle, size, weight: 1.7, colour });
    }
}
