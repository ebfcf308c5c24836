//! The rules of both games on bitboards. Square 0 is a1, square 1 is b1, and a2 follows the last square of rank 1.

use petteia_core::bits::ones;
use petteia_core::symmetry::SYMMETRIES;

/// What the rules of a game say (`docs/games/gonu.md`; `docs/games/latrunculi.md`, "Conversion").
#[derive(Debug)]
pub struct Game {
    /// Name on the command line.
    pub name: &'static str,
    /// Whether a man slides like a rook. Otherwise it moves one step.
    pub slides: bool,
    /// Whether a captured man changes its colour. Otherwise it leaves the board.
    pub converts: bool,
    /// Minimum number of men of a side: with fewer it has lost.
    pub min_men: usize,
}

/// All games.
pub static GAMES: [Game; 2] = [
    Game { name: "gonu", slides: true, converts: false, min_men: 2 },
    Game { name: "conversion", slides: false, converts: true, min_men: 1 },
];

/// Maximum number of squares of a board.
pub const MAX_SQUARES: usize = 28;
/// The square next to those at the edge. It is never free and has no men.
const OFF_BOARD: u8 = 31;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    /// The men of the side to move.
    pub own: u64,
    /// The men of the enemy.
    pub enemy: u64,
}

/// The number of squares of a set.
pub fn size(set: u64) -> usize {
    set.count_ones() as usize
}

/// A board and the game played on it.
#[derive(Debug)]
pub struct Board {
    pub game: &'static Game,
    pub files: usize,
    pub ranks: usize,
    /// The next square for each square and direction.
    next: [[u8; 4]; 32],
    /// The square to which each symmetry of the board maps each square. The numbers of the symmetries are those of
    /// `petteia_core::symmetry`; only a square board has those from 4 on.
    images: Vec<[u8; 32]>,
}

impl Board {
    /// A board with at most [`MAX_SQUARES`] squares.
    pub fn new(game: &'static Game, files: usize, ranks: usize) -> Self {
        let mut next = [[OFF_BOARD; 4]; 32];
        let symmetries = if files == ranks { SYMMETRIES } else { SYMMETRIES / 2 };
        let mut images = vec![[OFF_BOARD; 32]; symmetries];
        for square in 0..files * ranks {
            let (file, rank) = (square % files, square / files);
            let steps = [
                (file + 1 < files).then_some(square + 1),
                (rank + 1 < ranks).then_some(square + files),
                square.checked_sub(1).filter(|_| file > 0),
                square.checked_sub(files),
            ];
            next[square] = steps.map(|next| next.map_or(OFF_BOARD, |next| next as u8));
            for (symmetry, image) in images.iter_mut().enumerate() {
                let file = if symmetry & 1 == 0 { file } else { files - 1 - file };
                let rank = if symmetry & 2 == 0 { rank } else { ranks - 1 - rank };
                image[square] = if symmetry & 4 == 0 { files * rank + file } else { files * file + rank } as u8;
            }
        }
        Self { game, files, ranks, next, images }
    }

    /// The position with this many full rows of men on each side, at the outer ranks.
    pub fn start(&self, rows: usize) -> Men {
        let own = (1 << (rows * self.files)) - 1;
        Men { own, enemy: own << ((self.ranks - rows) * self.files) }
    }

    /// Number of squares.
    pub fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// Number of symmetries of the board.
    pub fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The set of squares to which a symmetry maps a set.
    #[inline]
    pub fn image(&self, set: u64, symmetry: usize) -> u64 {
        let images = &self.images[symmetry];
        ones(set).fold(0, |all, square| all | 1 << images[square % 32])
    }

    /// The squares without men.
    fn free(&self, Men { own, enemy }: Men) -> u64 {
        ((1 << self.squares()) - 1) & !(own | enemy)
    }

    /// The single men of `targets` that a man just moved to a square encloses between itself and one of `anchors`.
    #[inline]
    fn enclosed(&self, to: usize, targets: u64, anchors: u64) -> u64 {
        let mut enclosed = 0;
        for (direction, &near) in self.next[to % 32].iter().enumerate() {
            let far = self.next[usize::from(near % 32)][direction];
            enclosed |= (targets & 1 << near) & (anchors >> far & 1) << near;
        }
        enclosed
    }

    /// Calls `visit` with each square that a man on a square can reach, or from which it can have come.
    #[inline]
    fn for_each_target(&self, from: usize, free: u64, mut visit: impl FnMut(usize)) {
        for direction in 0..4 {
            let mut at = self.next[from % 32][direction];
            while free & 1 << at != 0 {
                visit(at.into());
                at = if self.game.slides { self.next[usize::from(at % 32)][direction] } else { OFF_BOARD };
            }
        }
    }

    /// Calls `visit` with the position after each move. The enemy is to move there.
    #[inline]
    pub fn for_each_move(&self, men: Men, mut visit: impl FnMut(Men)) {
        let Men { own, enemy } = men;
        let free = self.free(men);
        for from in ones(own) {
            self.for_each_target(from, free, |to| {
                let captured = self.enclosed(to, enemy, own);
                let converted = if self.game.converts { captured } else { 0 };
                visit(Men { own: enemy & !captured, enemy: own ^ 1 << from ^ 1 << to | converted });
            });
        }
    }

    /// Calls `visit` with each position from which a move leads to this one and takes no man off the board.
    #[inline]
    pub fn for_each_move_back(&self, men: Men, mut visit: impl FnMut(Men)) {
        let Men { own, enemy } = men;
        let free = self.free(men);
        // The enemy has moved. Its man has not come to a square where it encloses men that are still there.
        for to in ones(enemy).filter(|&to| self.enclosed(to, own, enemy) == 0) {
            // It can have converted any of these men. Far men of the enemy are none of them.
            let convertible = if self.game.converts { self.enclosed(to, enemy, enemy) } else { 0 };
            let mut converted = 0_u64;
            loop {
                self.for_each_target(to, free, |from| {
                    visit(Men { own: enemy ^ converted ^ 1 << to ^ 1 << from, enemy: own | converted });
                });
                // The next subset.
                converted = converted.wrapping_sub(convertible) & convertible;
                if converted == 0 {
                    break;
                }
            }
        }
    }

    /// Whether the side to move has lost because it has too few men.
    pub fn has_too_few(&self, men: Men) -> bool {
        size(men.own) < self.game.min_men
    }
}
