//! The languages of other programs: each translates lines into requests to the engine, and its answers back. None has a
//! loop or a clock of its own.

mod codecup;
pub mod dxp;
mod gtp;
mod hub;
mod nboard;
mod otep;

use crate::engine::{Engine, Variant};
use crate::protocol::conversation::Language;
use crate::protocol::lines::InputLine;

/// A language other than UGI and UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherLanguage {
    /// GTP 2: the sequential games.
    Gtp,
    /// Hub 2: International draughts.
    Hub,
    /// The NBoard protocol 2: Reversi.
    NBoard,
    /// The lines of CodeCup: DVONN.
    CodeCup,
    /// OTEP, the engine protocol of OpenTafl: Tablut.
    Otep,
}

impl OtherLanguage {
    /// Every language and its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("gtp", Self::Gtp),
        ("hub", Self::Hub),
        ("nboard", Self::NBoard),
        ("codecup", Self::CodeCup),
        ("otep", Self::Otep),
    ];

    /// The language with this name, in upper or lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, language)| language)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, language)| *language == self).map_or("", |(name, _)| name)
    }

    /// The game of a language that knows no other.
    #[must_use]
    pub fn only_game(self) -> Option<&'static str> {
        match self {
            Self::Gtp => None,
            Self::Hub => Some("draughts"),
            Self::NBoard => Some("reversi"),
            Self::CodeCup => Some("dvonn"),
            Self::Otep => Some("tablut"),
        }
    }

    /// Options that begin with other values than in UGI.
    #[must_use]
    pub fn defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            // The clock is the engine's own: nothing has to be held back for a connection.
            Self::CodeCup => &[("Move Overhead", "0")],
            Self::Gtp | Self::Hub | Self::NBoard | Self::Otep => &[],
        }
    }

    /// The start of a conversation in this language.
    #[must_use]
    pub fn language(self) -> Box<dyn Language> {
        match self {
            Self::Gtp => Box::<gtp::Gtp>::default(),
            Self::Hub => Box::<hub::Hub>::default(),
            Self::NBoard => Box::<nboard::NBoard>::default(),
            Self::CodeCup => Box::<codecup::CodeCup>::default(),
            Self::Otep => Box::<otep::Otep>::default(),
        }
    }
}

/// The language that a first line begins, if it can be no line of UGI or UCI. Its game is set, unless `is_chosen` says
/// that the game was chosen before; then a language of another game is none.
#[must_use]
pub fn recognise(line: &InputLine, engine: &mut Engine, is_chosen: bool) -> Option<Box<dyn Language>> {
    let [command, argument] = line.opening();
    let language = match command.as_slice() {
        b"hub" if argument.is_empty() => OtherLanguage::Hub,
        b"nboard" if !argument.is_empty() && argument.iter().all(u8::is_ascii_digit) => OtherLanguage::NBoard,
        _ if gtp::begins_with(line) => OtherLanguage::Gtp,
        _ => return None,
    };
    if let Some(variant) = language.only_game().and_then(|game| Variant::find(engine.variants(), game)) {
        if is_chosen && engine.options().variant.name != variant.name {
            return None;
        }
        engine.set_variant(variant);
    }
    Some(language.language())
}
