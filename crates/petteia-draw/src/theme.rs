//! Colours. Marks use the palette of Okabe and Ito, whose colours people with any colour vision tell apart.

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// Black on white paper.
    Print,
    /// The strongest contrasts.
    Contrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::Contrast];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::Contrast => "contrast",
        }
    }

    /// The theme with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(name))
    }

    pub(crate) fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
            Self::Contrast => &CONTRAST,
        }
    }
}

/// The colours of a theme.
pub(crate) struct Colours {
    /// Around the board.
    pub(crate) frame: &'static str,
    /// Writing on the frame.
    pub(crate) ink: &'static str,
    /// Places beside the board.
    pub(crate) tray: &'static str,
    /// Light squares.
    pub(crate) light: &'static str,
    /// Dark squares.
    pub(crate) dark: &'static str,
    /// Squares of boards of one colour.
    pub(crate) plain: &'static str,
    /// Squares of Reversi, and the lines between them.
    pub(crate) felt: [&'static str; 2],
    /// Throne and corners.
    pub(crate) special: &'static str,
    /// Lines between cells.
    pub(crate) line: &'static str,
    /// Writing on cells.
    pub(crate) faint: &'static str,
    /// Light pieces.
    pub(crate) white: Paint,
    /// Dark pieces.
    pub(crate) black: Paint,
    /// Pieces of nobody.
    pub(crate) red: Paint,
    /// Cards.
    pub(crate) card: Paint,
    /// The cells of the last move, and their frames, which stand out without colours too.
    pub(crate) last: [&'static str; 2],
    /// Captured pieces.
    pub(crate) captured: &'static str,
    /// Around marks, and writing on arrows.
    pub(crate) halo: &'static str,
    /// Arrows of played moves, and of planned ones.
    pub(crate) arrows: [&'static str; 2],
}

/// The colours of a piece.
pub(crate) struct Paint {
    pub(crate) fill: &'static str,
    /// Its outline.
    pub(crate) line: &'static str,
    /// The ring inside.
    pub(crate) ring: &'static str,
    /// Symbols and numbers on it.
    pub(crate) ink: &'static str,
}

const WHITE: Paint = Paint { fill: "#fbf8f1", line: "#5b5348", ring: "#8f8371", ink: "#3a342c" };
const BLACK: Paint = Paint { fill: "#35322f", line: "#141312", ring: "#98928a", ink: "#f6f2ea" };
const RED: Paint = Paint { fill: "#d1412f", line: "#7a1d12", ring: "#ffffff", ink: "#ffffff" };
const CARD: Paint = Paint { fill: "#fffdf8", line: "#8b8375", ring: "#5f7fa3", ink: "#3a342c" };

static LIGHT: Colours = Colours {
    frame: "#f3ece0",
    ink: "#6b6154",
    tray: "#e7dccb",
    light: "#f0e2c8",
    dark: "#bf976c",
    plain: "#e6cfa6",
    felt: ["#4f9b76", "#2f6b4d"],
    special: "#cfa671",
    line: "#8a6d4b",
    faint: "#6e4f2c",
    white: WHITE,
    black: BLACK,
    red: RED,
    card: CARD,
    last: ["#ffd54a", "#7a5300"],
    captured: "#b3400a",
    halo: "#fff8e8",
    arrows: ["#0b6bb3", "#1f7a5c"],
};

static DARK: Colours = Colours {
    frame: "#24262b",
    ink: "#b4b9c2",
    tray: "#30333a",
    light: "#8b95a5",
    dark: "#59667a",
    plain: "#6d7889",
    felt: ["#3f7d62", "#204a38"],
    special: "#8f8468",
    line: "#2d323b",
    faint: "#dfe4ec",
    white: Paint { fill: "#f4f1ea", line: "#16181c", ring: "#a8a294", ink: "#25221d" },
    black: Paint { fill: "#1d1e22", line: "#c9ced8", ring: "#8a9099", ink: "#f4f1ea" },
    red: Paint { fill: "#e0523f", line: "#35100b", ring: "#ffffff", ink: "#ffffff" },
    card: Paint { fill: "#3a3e47", line: "#8a919e", ring: "#8fb2d9", ink: "#eceff4" },
    last: ["#f0c030", "#ffe9a8"],
    captured: "#ffab70",
    halo: "#16181c",
    arrows: ["#7cc4ff", "#7fe0b5"],
};

static PRINT: Colours = Colours {
    frame: "#ffffff",
    ink: "#000000",
    tray: "#ffffff",
    light: "#ffffff",
    dark: "#cfcfcf",
    plain: "#ffffff",
    felt: ["#ffffff", "#555555"],
    special: "#cfcfcf",
    line: "#555555",
    faint: "#333333",
    white: Paint { fill: "#ffffff", line: "#000000", ring: "#000000", ink: "#000000" },
    black: Paint { fill: "#000000", line: "#000000", ring: "#ffffff", ink: "#ffffff" },
    red: Paint { fill: "#8a8a8a", line: "#000000", ring: "#ffffff", ink: "#000000" },
    card: Paint { fill: "#ffffff", line: "#000000", ring: "#555555", ink: "#000000" },
    last: ["#9a9a9a", "#000000"],
    captured: "#000000",
    halo: "#ffffff",
    arrows: ["#000000", "#444444"],
};

static CONTRAST: Colours = Colours {
    frame: "#000000",
    ink: "#ffffff",
    tray: "#1c1c1c",
    light: "#ffffff",
    dark: "#8c8c8c",
    plain: "#c4c4c4",
    felt: ["#8c8c8c", "#000000"],
    special: "#8c8c8c",
    line: "#000000",
    faint: "#000000",
    white: Paint { fill: "#ffffff", line: "#000000", ring: "#000000", ink: "#000000" },
    black: Paint { fill: "#000000", line: "#ffffff", ring: "#ffffff", ink: "#ffffff" },
    red: Paint { fill: "#d00000", line: "#000000", ring: "#ffffff", ink: "#ffffff" },
    card: Paint { fill: "#ffffff", line: "#000000", ring: "#000000", ink: "#000000" },
    last: ["#ffe000", "#000000"],
    captured: "#a00000",
    halo: "#ffffff",
    arrows: ["#0040c0", "#005c2e"],
};
