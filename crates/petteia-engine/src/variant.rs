//! The games that the engine knows.

use std::iter;

use petteia_core::network::LoadNetwork;
use petteia_core::options::DeclaredOptions;
use petteia_core::party::Player;
use petteia_core::{Evaluate, EvaluateSimultaneous, FenError, Notation, Party, Searchable, SimultaneousNotation};

use super::party::PartySession;
use super::sequential::SequentialSession;
use super::session::{GameSetup, Session};
use super::simultaneous::SimultaneousSession;

/// A game that the engine knows.
#[derive(Debug)]
pub struct Variant {
    /// Its name in the protocol.
    pub name: &'static str,
    /// Other names that it is known by.
    pub aliases: &'static [&'static str],
    /// Whether players have secrets from each other.
    pub secrets: bool,
    /// The options that the game declares.
    pub options: DeclaredOptions,
    /// Sets the game up.
    pub open: fn(&GameSetup) -> Result<Box<dyn Session>, FenError>,
    /// The network of the evaluation, if it has one.
    pub network: fn() -> Option<&'static dyn LoadNetwork>,
    /// The positions of `bench`, one FEN on each line.
    pub bench: &'static str,
}

impl Variant {
    /// A game of two players who move in turn, played with an evaluation.
    #[must_use]
    pub const fn sequential<P, E>(name: &'static str, bench: &'static str) -> Self
    where
        P: Searchable + Notation,
        E: Evaluate<P> + Default + 'static,
    {
        Self {
            name,
            aliases: &[],
            secrets: false,
            options: DeclaredOptions::NONE,
            open: SequentialSession::<P, E>::open,
            network: E::network,
            bench,
        }
    }

    /// A game of two players who choose at the same time, played with an evaluation.
    #[must_use]
    pub const fn simultaneous<P, J>(name: &'static str, bench: &'static str) -> Self
    where
        P: SimultaneousNotation,
        J: EvaluateSimultaneous<P> + Default + 'static,
    {
        Self {
            name,
            aliases: &[],
            secrets: true,
            options: DeclaredOptions::NONE,
            open: SimultaneousSession::<P, J>::open,
            network: J::network,
            bench,
        }
    }

    /// A game of several seats with hidden hands, and its player.
    #[must_use]
    pub const fn party<P: Party, L: Player<P>>(name: &'static str, bench: &'static str) -> Self {
        let open = PartySession::<P, L>::open;
        Self { name, aliases: &[], secrets: true, options: P::OPTIONS, open, network: || None, bench }
    }

    /// The same game, known by other names too.
    #[must_use]
    pub const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same game with these options.
    #[must_use]
    pub const fn with_options(self, options: DeclaredOptions) -> Self {
        Self { options, ..self }
    }

    /// Whether the evaluation lacks its network, so that a search would be refused.
    #[must_use]
    pub fn lacks_network(&self) -> bool {
        (self.network)().is_some_and(|network| !network.is_loaded())
    }

    /// Every name of the game, its own first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The variant with this name, in upper or lower case.
    #[must_use]
    pub fn find(variants: &'static [Self], name: &str) -> Option<&'static Self> {
        variants.iter().find(|variant| variant.names().any(|own| own.eq_ignore_ascii_case(name)))
    }
}
