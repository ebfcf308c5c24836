//! The place of a network in a program.

use std::sync::OnceLock;

use super::{LoadNetwork, Network, NetworkFileError};

/// A network that is read once, from a file that the program contains or loads.
#[derive(Debug)]
pub struct StoredNetwork<const LINEAR: usize, const UNITS: usize, const PERSPECTIVES: usize> {
    /// The game that it was trained for.
    game: &'static str,
    network: OnceLock<Network<LINEAR, UNITS, PERSPECTIVES>>,
    /// Reads the file.
    read: fn(&[u8]) -> Result<Network<LINEAR, UNITS, PERSPECTIVES>, NetworkFileError>,
    /// The file, if the program contains it.
    built_in: Option<&'static [u8]>,
}

impl<const LINEAR: usize, const UNITS: usize, const PERSPECTIVES: usize> StoredNetwork<LINEAR, UNITS, PERSPECTIVES> {
    /// A network trained for a game, whose file is read by `read`. The program contains it or loads it.
    pub const fn new(
        game: &'static str,
        read: fn(&[u8]) -> Result<Network<LINEAR, UNITS, PERSPECTIVES>, NetworkFileError>,
        built_in: Option<&'static [u8]>,
    ) -> Self {
        Self { game, network: OnceLock::new(), read, built_in }
    }

    /// The network. A built-in one is read at the first call: most shell commands evaluate no position.
    ///
    /// # Panics
    /// If it is neither built in nor loaded.
    #[inline]
    pub fn get(&self) -> &Network<LINEAR, UNITS, PERSPECTIVES> {
        self.network.get_or_init(|| self.read_built_in())
    }

    #[cold]
    fn read_built_in(&self) -> Network<LINEAR, UNITS, PERSPECTIVES> {
        (self.read)(self.built_in.expect("a network that is loaded")).expect("the network of these features")
    }
}

impl<const LINEAR: usize, const UNITS: usize, const PERSPECTIVES: usize> LoadNetwork
    for StoredNetwork<LINEAR, UNITS, PERSPECTIVES>
{
    fn game(&self) -> &'static str {
        self.game
    }

    fn is_loaded(&self) -> bool {
        self.built_in.is_some() || self.network.get().is_some()
    }

    fn load(&self, file: &[u8]) -> Result<(), String> {
        let network = (self.read)(file).map_err(|error| error.to_string())?;
        self.network.get_or_init(|| network);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OutputLayer, Row, write};
    use super::*;

    fn network(bias: i16) -> Network<1, 2, 1> {
        let layer = OutputLayer { weights: [Row([1, 2])], bias };
        Network { feature_bias: Row([bias; 2]), feature_rows: vec![Row([3, 4])], output_layers: vec![layer] }
    }

    #[test]
    fn a_network_is_loaded_once() {
        let stored = StoredNetwork::new("none", |file| Network::read(file, 1, 1), None);
        assert!(!stored.is_loaded());
        assert!(stored.load(b"petteia").expect_err("no network").starts_with("no network: expected "));
        assert!(!stored.is_loaded());
        for bias in [7, 8] {
            assert_eq!(stored.load(&write(&network(bias), &[])), Ok(()));
            assert!(stored.is_loaded());
            assert_eq!(*stored.get(), network(7));
        }
    }
}
