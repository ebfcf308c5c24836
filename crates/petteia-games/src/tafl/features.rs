//! Input features of the network of Tablut, and its training: the men by the place of the king, the squares around him,
//! the corners and the edges, and the terms of the hand-crafted evaluation.

use petteia_core::grid::Squares;
use petteia_core::symmetry::{SYMMETRIES, image_of_square, images_of_squares, inverse};
use petteia_core::{Features, Learnable, Position, Trainable};

use super::handcrafted::{SQUARE_CLASSES, counts, square_classes, term};
use super::position::{BLACK, Piece, Tafl};
use super::rules::TablutRules;

const SIZE: usize = 9;
const SQUARES: usize = SIZE * SIZE;

/// The square to which each symmetry maps each square.
static IMAGES: [[u8; SQUARES]; SYMMETRIES] = images_of_squares::<SIZE, SQUARES>();

/// The symmetry that maps each square to the first image of all: of squares that are images of each other, all are mapped
/// to the same one.
static TO_FIRST_IMAGE: [u8; SQUARES] = {
    let mut symmetries = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut symmetry = 1;
        while symmetry < SYMMETRIES {
            if IMAGES[symmetry][square] < IMAGES[symmetries[square] as usize][square] {
                symmetries[square] = symmetry as u8;
            }
            symmetry += 1;
        }
        square += 1;
    }
    symmetries
};

/// The class of each square by symmetry.
static CLASSES: [u8; 128] = square_classes(SIZE);

/// Number of squares around a square. The first four share an edge with it.
const AROUND: usize = 8;
/// The squares around each square, in an order that the symmetry of [`TO_FIRST_IMAGE`] maps to the same for all images.
/// `SQUARES` stands for a square outside the board.
static SQUARES_AROUND: [[u8; AROUND]; SQUARES] = {
    const STEPS: [[isize; 2]; AROUND] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]];
    let mut around = [[SQUARES as u8; AROUND]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let symmetry = TO_FIRST_IMAGE[square] as usize;
        let image = IMAGES[symmetry][square] as usize;
        let mut i = 0;
        while i < AROUND {
            let file = (image % SIZE).wrapping_add_signed(STEPS[i][0]);
            let rank = (image / SIZE).wrapping_add_signed(STEPS[i][1]);
            if file < SIZE && rank < SIZE {
                around[square][i] = image_of_square::<SIZE>(SIZE * rank + file, inverse(symmetry)) as u8;
            }
            i += 1;
        }
        square += 1;
    }
    around
};

/// The squares of a corner and of an edge. The symmetries give the others. The corner itself belongs to the king.
const PATTERNS: [&[u8]; 2] = [&[1, 2, 9, 10, 11, 18, 19, 20], &[1, 2, 3, 4, 5, 6, 7]];
/// Number of corners and edges.
const INSTANCES: usize = 8;
const CORNER_CONFIGURATIONS: usize = 3_usize.pow(PATTERNS[0].len() as u32);
const EDGE_CONFIGURATIONS: usize = 3_usize.pow(PATTERNS[1].len() as u32);
/// The weight of the digit of each square in the configuration of each corner, then of each edge.
static DIGIT_WEIGHTS: [[u16; INSTANCES]; SQUARES] = {
    // One symmetry for each corner or edge: quarter turns.
    const TURNS: [usize; 4] = [0, 5, 3, 6];
    let mut weights = [[0; INSTANCES]; SQUARES];
    let mut instance = 0;
    while instance < INSTANCES {
        let pattern = PATTERNS[instance / 4];
        let (mut i, mut weight) = (0, 1);
        while i < pattern.len() {
            weights[IMAGES[TURNS[instance % 4]][pattern[i] as usize] as usize][instance] = weight;
            weight *= 3;
            i += 1;
        }
        instance += 1;
    }
    weights
};

/// Greatest number of a term that has a feature of its own. It also stands for all higher numbers.
const MAX_TERM: usize = 15;
/// Number of attackers and defenders at the start of a game.
const START_MEN: [usize; 2] = [16, 8];

/// The first feature of each kind after the men by class of the king.
const BESIDE_KING: usize = SQUARE_CLASSES * 2 * SQUARES;
const AROUND_KING: usize = BESIDE_KING + SQUARE_CLASSES * 81;
const CORNERS: usize = AROUND_KING + 6_561;
const EDGES: usize = CORNERS + CORNER_CONFIGURATIONS;
const MEN: usize = EDGES + EDGE_CONFIGURATIONS;
const TERMS: usize = MEN + (START_MEN[0] + 1) * (START_MEN[1] + 1);

type Tablut<const SQUARE: bool> = Tafl<TablutRules<SQUARE>, SIZE, 2>;

impl<const SQUARE: bool> Tablut<SQUARE> {
    fn all_men(&self) -> [usize; 2] {
        [self.attackers(), self.defenders()].map(|men| men.count().unsigned_abs() as usize)
    }

    /// Numbers of attackers and defenders, at most those of the start.
    fn counts_of_men(&self) -> [usize; 2] {
        let counts = self.all_men();
        [counts[0].min(START_MEN[0]), counts[1].min(START_MEN[1])]
    }

    /// Whether a side has more men than at the start of a game.
    #[cfg(feature = "evaluations")]
    #[inline]
    pub(super) fn exceeds_start(&self) -> bool {
        let counts = self.all_men();
        counts[0] > START_MEN[0] || counts[1] > START_MEN[1]
    }
}

impl<const SQUARE: bool> Features for Tablut<SQUARE> {
    const COUNT: usize = TERMS + (term::SQUARES - term::KING_MOBILITY) * (MAX_TERM + 1);
    const STAGES: usize = START_MEN[0] + START_MEN[1] + 2;

    /// The side to move and half the number of men.
    fn stage(&self) -> usize {
        let men: usize = self.counts_of_men().iter().sum();
        usize::from(self.side() == BLACK) + 2 * (men / 2)
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let men = [self.attackers(), self.defenders()];
        let mut configurations = [0_u16; INSTANCES];
        for (digit, men) in (1..).zip(men) {
            men.for_each(|square| {
                for (configuration, weight) in configurations.iter_mut().zip(&DIGIT_WEIGHTS[square % SQUARES]) {
                    *configuration += digit * weight;
                }
            });
        }
        for (instance, configuration) in configurations.into_iter().enumerate() {
            visit(0, [CORNERS, EDGES][instance / 4] + usize::from(configuration));
        }
        let [attackers, defenders] = self.counts_of_men();
        visit(0, MEN + (START_MEN[1] + 1) * attackers + defenders);
        for (i, count) in counts(self)[term::KING_MOBILITY..].iter().enumerate() {
            visit(0, TERMS + (MAX_TERM + 1) * i + (count.unsigned_abs() as usize).min(MAX_TERM));
        }
        let Some(king) = self.king() else { return };
        let class = usize::from(CLASSES[king % 128]);
        let images = &IMAGES[usize::from(TO_FIRST_IMAGE[king % SQUARES])];
        for (piece, men) in men.into_iter().enumerate() {
            men.for_each(|square| visit(0, (2 * class + piece) * SQUARES + usize::from(images[square % SQUARES])));
        }
        let (mut configuration, mut weight) = (0, 1);
        for (i, &square) in SQUARES_AROUND[king % SQUARES].iter().enumerate() {
            if i == 4 {
                visit(0, BESIDE_KING + 81 * class + configuration);
            }
            let square = usize::from(square);
            // The edge closes a side of the king as an attacker does.
            let is_closed = square == SQUARES || men[0].contains(square);
            configuration += weight * if is_closed { 1 } else { 2 * usize::from(men[1].contains(square)) };
            weight *= 3;
        }
        visit(0, AROUND_KING + configuration);
    }
}

impl<const SQUARE: bool> Learnable for Tablut<SQUARE> {
    const SCALE: f32 = 300.0;

    fn augmented(&self, chance: u32) -> Self {
        let images = &IMAGES[chance as usize % SYMMETRIES];
        let mut image = Self::empty(self.side());
        let king = self.king().map_or(Squares::EMPTY, Squares::of);
        let sets = [(Piece::Mercenary, self.attackers()), (Piece::Guard, self.defenders()), (Piece::King, king)];
        for (piece, set) in sets {
            set.for_each(|square| image.toggle(piece, usize::from(images[square % SQUARES])));
        }
        image
    }
}

impl<const SQUARE: bool> Trainable for Tablut<SQUARE> {
    fn opening(chance: u32) -> usize {
        4 + chance as usize % 9
    }
}

#[cfg(test)]
mod tests {
    use petteia_core::hash::keys;

    use super::*;
    use crate::TablutCross;

    fn features(position: &TablutCross) -> Vec<usize> {
        let mut features = Vec::new();
        position.for_each_feature(|_, feature| features.push(feature));
        features.sort_unstable();
        features
    }

    #[test]
    fn turns_of_the_board_have_the_same_features() {
        let mut compared = 0;
        for (game, word) in keys::<40>(7).into_iter().enumerate() {
            let mut position = TablutCross::start();
            for ply in 0..40 {
                let moves = position.legal_moves();
                let Some(&m) = moves.get(word.rotate_left(ply) as usize % moves.len().max(1)) else { break };
                position.play_unchecked(m);
                let own = features(&position);
                assert!(own.iter().all(|&feature| feature < TablutCross::COUNT), "{position:?}");
                assert!(position.stage() < TablutCross::STAGES);
                let [file, rank] = position.king().map_or([4, 4], |king| [king % SIZE, king / SIZE]);
                let is_on_axis = file == 4 || rank == 4 || file == rank || file + rank == SIZE - 1;
                for symmetry in 0..SYMMETRIES {
                    let image = position.augmented(symmetry as u32);
                    assert_eq!(image.count_moves(), position.count_moves(), "game {game}, {position:?}");
                    if [0, 3, 5, 6].contains(&symmetry) && !is_on_axis {
                        assert_eq!(features(&image), own, "game {game}, symmetry {symmetry}, {position:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100, "{compared} positions");
    }
}
