//! How a picture is drawn.

use crate::Theme;

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// The colours.
    pub theme: Theme,
    /// Whether the board is turned by half a turn.
    pub turned: bool,
    /// Whether the names of ranks and files, or the numbers of squares, are written.
    pub coordinates: bool,
    /// Whether there are roles and labels for programs that read the screen.
    pub interactive: bool,
    /// What ids begin with: letters, digits and `-`, at most [`MAX_PREFIX`](Options::MAX_PREFIX).
    pub prefix: String,
    /// The width in pixels, up to [`MAX_SIZE`](Options::MAX_SIZE). Without it the picture fits where it is.
    pub size: Option<u32>,
    /// Whether titles and clues are drawn as lines rather than text, for programs without fonts.
    pub outlines: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            turned: false,
            coordinates: true,
            interactive: false,
            prefix: "pt".into(),
            size: None,
            outlines: false,
        }
    }
}

impl Options {
    /// Number of bytes that a prefix may have.
    pub const MAX_PREFIX: usize = 16;
    /// The greatest width in pixels.
    pub const MAX_SIZE: u32 = 8192;

    /// What [`prefix`](Options::prefix) says about a text.
    #[must_use]
    pub fn is_prefix(text: &str) -> bool {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        text.len() <= Self::MAX_PREFIX
            && text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
            && text.as_bytes().iter().all(is_letter)
    }
}
