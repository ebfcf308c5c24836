//! The document, and how elements are written.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

use petteia_core::scene::Grid;

use crate::glyphs::{self, Glyph};
use crate::layout::Layout;
use crate::theme::Colours;
use crate::{Options, Picture, areas, cells, coordinates, marks, pieces, words};

/// Draws a picture as one line of SVG.
#[must_use]
pub fn svg(picture: &Picture, options: &Options) -> String {
    let layout = Layout::new(picture, options);
    let mut canvas = Canvas {
        picture,
        options,
        colours: options.theme.colours(),
        out: String::new(),
        glyphs: BTreeSet::new(),
        is_round: false,
    };
    canvas.background(&layout);
    cells::draw(&mut canvas, &layout);
    marks::draw_highlights(&mut canvas, &layout);
    coordinates::draw(&mut canvas, &layout);
    pieces::draw(&mut canvas, &layout);
    areas::draw(&mut canvas, &layout);
    marks::draw_arrows(&mut canvas, &layout);
    marks::draw_marks(&mut canvas, &layout);
    canvas.finish(&layout)
}

/// A document in the making.
pub(crate) struct Canvas<'a> {
    pub(crate) picture: &'a Picture,
    pub(crate) options: &'a Options,
    pub(crate) colours: &'static Colours,
    out: String,
    glyphs: BTreeSet<Glyph>,
    /// Whether lines end round in the group that is open.
    pub(crate) is_round: bool,
}

/// A text at a place.
pub(crate) struct Label<'a> {
    pub(crate) text: &'a str,
    /// Where it stands: the middle of its height, and the side that `anchor` says.
    pub(crate) at: [f64; 2],
    pub(crate) anchor: Anchor,
    /// Height of a capital letter.
    pub(crate) size: f64,
    /// Width of the lines, in tenths of the height.
    pub(crate) weight: f64,
    pub(crate) colour: &'a str,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

impl Canvas<'_> {
    /// Writes text of the document.
    pub(crate) fn put(&mut self, text: fmt::Arguments) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
    }

    /// Opens a group with this class and further attributes.
    pub(crate) fn open(&mut self, class: &str, attributes: fmt::Arguments) {
        self.put(format_args!("<g class=\"pt-{class}\"{attributes}>"));
    }

    /// Closes a group.
    pub(crate) fn close(&mut self) {
        self.out.push_str("</g>");
    }

    /// Opens a group that programs that read the screen skip.
    pub(crate) fn open_hidden(&mut self, class: &str, attributes: fmt::Arguments) {
        let hidden = if self.options.interactive { " aria-hidden=\"true\"" } else { "" };
        self.open(class, format_args!("{hidden}{attributes}"));
    }

    /// Draws a text with lines.
    pub(crate) fn label(&mut self, label: &Label) {
        let (placed, width) = glyphs::set(label.text);
        if placed.is_empty() {
            return;
        }
        let scale = label.size / 10.0;
        let shift = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
        };
        let [x, y] = [label.at[0] - shift * scale, label.at[1] - 5.0 * scale];
        let ends = if self.is_round { "" } else { glyphs::ENDS };
        self.put(format_args!(
            "<g class=\"pt-label\"{ends} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" transform=\"translate({} {})scale({})\">",
            label.colour,
            Number(label.weight),
            Number(x),
            Number(y),
            Hundredths(scale)
        ));
        for (glyph, x) in placed {
            let prefix = &self.options.prefix;
            let _ = if x > 0.0 {
                write!(self.out, "<use href=\"#{prefix}_{glyph}\" x=\"{}\"/>", Number(x))
            } else {
                write!(self.out, "<use href=\"#{prefix}_{glyph}\"/>")
            };
            self.glyphs.insert(glyph);
        }
        self.close();
    }

    fn background(&mut self, layout: &Layout) {
        let ([width, height], frame) = (layout.size, self.colours.frame);
        self.put(format_args!(
            "<rect class=\"pt-frame\" width=\"{}\" height=\"{}\" rx=\"16\" fill=\"{frame}\"/>",
            Number(width),
            Number(height)
        ));
    }

    /// The document around what has been drawn.
    fn finish(self, layout: &Layout) -> String {
        let Self { picture, options, out: body, glyphs, .. } = self;
        let prefix = &options.prefix;
        let mut out = String::with_capacity(body.len() + 4096);
        let [width, height] = layout.size;
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pt-board game-{} theme-{}\" viewBox=\"0 0 {} {}\"",
            Escaped(&picture.game),
            options.theme.name(),
            Number(width),
            Number(height)
        );
        if let Some(size) = options.size {
            let _ = write!(out, " width=\"{size}\" height=\"{:.0}\"", f64::from(size) * height / width);
        }
        if picture.scene.grid != Grid::None {
            let [x, y] = layout.origin;
            let _ = write!(out, " data-origin=\"{} {}\"", Number(x), Number(y));
        }
        if options.turned {
            out.push_str(" data-turned=\"true\"");
        }
        let title = Escaped(&picture.title);
        let role = if options.interactive { "grid" } else { "img" };
        let _ = write!(out, " role=\"{role}\" aria-label=\"{title}\"><title>{title}</title>");
        let _ = write!(out, "<desc>{}</desc>", Escaped(&words::description(picture)));
        if !glyphs.is_empty() {
            out.push_str("<defs>");
            out.extend(glyphs.into_iter().map(|glyph| glyphs::define(glyph, prefix)));
            out.push_str("</defs>");
        }
        out + &body + "</svg>"
    }
}

/// A text as it stands inside an element or an attribute of XML or HTML. Characters that XML does not have become the replacement character, and
/// line ends become blanks.
pub struct Escaped<'a>(
    /// The text.
    pub &'a str,
);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => f.write_char(' ')?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A number with one decimal at most.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        shortest(f, self.0, 1)
    }
}

/// A number with two decimals at most.
struct Hundredths(f64);

impl Display for Hundredths {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        shortest(f, self.0, 2)
    }
}

/// Writes a number without zeros that mean nothing.
fn shortest(f: &mut Formatter, number: f64, decimals: usize) -> fmt::Result {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    f.write_str(match text {
        "-0" => "0",
        text => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.04, 12.0, 86.60, 100.05, -3.25].map(|number| Number(number).to_string());
        assert_eq!(written, ["0", "0", "12", "86.6", "100", "-3.2"]);
    }

    #[test]
    fn markup_is_escaped() {
        let text = Escaped("<a b='\"'>&\u{1}\n\u{ffff}").to_string();
        assert_eq!(text, "&lt;a b=&#39;&quot;&#39;&gt;&amp;\u{fffd} \u{fffd}");
    }
}
