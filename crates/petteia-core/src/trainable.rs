//! What a game implements so that its evaluation can be learnt: input features and training settings.

use super::{Notation, Searchable};

/// The input features of a network, from the point of view of the side to move.
pub trait Features {
    /// Number of features. A feature is a number below it.
    const COUNT: usize;
    /// Number of stages of the game. A stage is a number below it.
    const STAGES: usize;
    /// Number of perspectives. With one, the features tell own pieces from enemy pieces, as the side to move sees them.
    /// With two, each side has features of its own.
    const PERSPECTIVES: usize = 1;

    /// The stage of the game that the position belongs to.
    fn stage(&self) -> usize;

    /// Calls `visit` with the perspective and the number of each active feature, in any order. Perspective 0 is that of
    /// the side to move, 1 that of its opponent. A feature can be active more than once.
    fn for_each_feature(&self, visit: impl FnMut(usize, usize));

    /// The part of a network's value that counts if it favours the side to move or its opponent, in sixteenths, as the
    /// scale factor of endgames in Stockfish. Training takes it into account.
    fn scale(&self, _favours_side_to_move: bool) -> u8 {
        FULL_SCALE
    }
}

/// The [scale](Features::scale) of a value that counts as a whole.
pub const FULL_SCALE: u8 = 16;

/// How a network is trained on the features of a position.
pub trait Learnable: Features + Copy + Send + Sync + 'static {
    /// Scale of the sigmoid, in centipieces: a score this high means a winning chance of e / (1 + e), about 73 %.
    const SCALE: f32;

    /// Number of factors. A factor is a feature of the training alone that several features have in common, as in the
    /// factorizer of nnue-pytorch. Rare features learn from it what common ones have learnt. In the network, the row of
    /// a feature has the rows of its factors in it.
    const FACTORS: usize = 0;

    /// Calls `visit` with each factor of a feature.
    fn for_each_factor(_feature: usize, _visit: impl FnMut(usize)) {}

    /// The rows of features that hardly any sample has are rounded to multiples of this, in the units of
    /// [`ACTIVATION_SCALE`](super::network::ACTIVATION_SCALE). Rounded rows make a smaller file.
    const RARE_ROW_STEP: i16 = 1;

    /// Whether the value to one of two perspectives is always the negative of that to the other, as in a game whose sides
    /// choose at the same time.
    const IS_ANTISYMMETRIC: bool = false;

    /// Data augmentation: the position under a symmetry of the board. `chance` is a random number that selects the
    /// symmetry.
    #[must_use]
    fn augmented(&self, _chance: u32) -> Self {
        *self
    }
}

/// What self-play of a sequential game needs for training, in addition to [`Learnable`].
pub trait Trainable: Searchable + Notation + Learnable {
    /// The start of a self-play game, by default that of the game. Other positions can show what games from there hardly
    /// ever come to. `chance` is a random number.
    #[must_use]
    fn training_start(_chance: u64) -> Self {
        Self::start()
    }

    /// Number of plies at the start of a self-play game whose moves are drawn at random without a search, so that games
    /// differ. `chance` is a random number.
    fn opening(chance: u32) -> usize;

    /// Greatest score, in centipieces for either side, of the first searched position. Other openings are drawn anew.
    const MAX_OPENING_SCORE: i32 = i32::MAX;

    /// Whether the position is ever evaluated: it is not [unstable](super::NoisyMoves::is_unstable), and no move wins at
    /// once. Training leaves out the others.
    fn is_quiet(&self) -> bool {
        self.winning_move().is_none() && !self.is_unstable()
    }
}
