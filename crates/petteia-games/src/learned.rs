//! The learned evaluations of games whose network has one perspective and whose features are those of training.

/// Defines the learned evaluation of a game with this name, whose network is `network.bin` in the directory of the module.
/// Other games have the same evaluation if their features are the same.
///
/// A position with more men than at the start, which no game leads to, has the hand-crafted evaluation: the network has
/// seen no such position, and values that are far off mislead the pruning of the search.
macro_rules! learned_evaluation {
    ($name:literal, linear: $linear:literal, units: $units:literal, $game:ty $(, $other:ty)*) => {
        use petteia_core::network::{LoadNetwork, Network, StoredNetwork};
        use petteia_core::{Evaluate, Features};

        /// Number of linear units of the network.
        pub const LINEAR: usize = $linear;
        /// Number of all units, the others SCReLU units.
        pub const UNITS: usize = $units;

        /// The learned evaluation.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct NeuralEval;

        static NETWORK: StoredNetwork<LINEAR, UNITS, 1> = StoredNetwork::new(
            $name,
            |file| Network::read(file, <$game>::COUNT, <$game>::STAGES),
            if cfg!(feature = "networks") { Some(include_bytes!("network.bin")) } else { None },
        );

        $crate::learned::learned_evaluation!(@of $game $(, $other)*);
    };
    (@of $($game:ty),+) => {$(
        impl Evaluate<$game> for NeuralEval {
            #[inline]
            fn evaluate(&self, position: &$game) -> i32 {
                if position.exceeds_start() {
                    return super::handcrafted::HandcraftedEval.evaluate(position);
                }
                NETWORK.get().value(position)
            }

            fn network() -> Option<&'static dyn LoadNetwork> {
                Some(&NETWORK)
            }
        }
    )+};
}
pub(crate) use learned_evaluation;
