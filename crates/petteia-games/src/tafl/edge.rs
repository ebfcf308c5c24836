//! The rules of Copenhagen Hnefatafl for the edge of the board: shieldwalls, exit forts and surrounding. Points are those
//! of `docs/games/copenhagen.md`.

use petteia_core::grid::{Direction, Grid, Squares, Step};

use super::position::Tafl;
use super::rules::Rules;

/// The edges of a board, each with the direction into the board and the two directions along the edge.
const fn edges<const SIZE: usize, const WORDS: usize>() -> [(Squares<WORDS>, Direction, [Direction; 2]); 4] {
    use Direction::{East, North, South, West};
    [
        (Grid::<SIZE, SIZE, WORDS>::ranks(0, 1), North, [East, West]),
        (Grid::<SIZE, SIZE, WORDS>::ranks(SIZE - 1, SIZE), South, [East, West]),
        (Grid::<SIZE, SIZE, WORDS>::files(0, 1), East, [North, South]),
        (Grid::<SIZE, SIZE, WORDS>::files(SIZE - 1, SIZE), West, [North, South]),
    ]
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Tafl<R, SIZE, WORDS> {
    /// The men that a legal move to the edge captures as shieldwalls (point 4): a row of two or more enemies along the
    /// edge, each with an own piece in front of it, between the moved piece and an own piece or a corner. The king can
    /// be one of either row, and is not captured.
    pub(super) fn shieldwalls(&self, m: Step) -> Squares<WORDS> {
        let own = self.pieces(self.side_to_move()) ^ Squares::of(m.from()) | Squares::of(m.to());
        let enemies = self.pieces(!self.side_to_move());
        let mut captured = Squares::EMPTY;
        for (edge, inward, along) in const { edges::<SIZE, WORDS>() } {
            if !edge.contains(m.to()) {
                continue;
            }
            // The enemies on this edge with an own piece in front of them.
            let faced = edge & enemies & Grid::<SIZE, SIZE, WORDS>::step(own, inward.back());
            for direction in along {
                let mut row = Squares::EMPTY;
                let mut at = Grid::<SIZE, SIZE, WORDS>::next(m.to(), direction);
                while let Some(square) = at.filter(|&square| faced.contains(square)) {
                    row |= Squares::of(square);
                    at = Grid::<SIZE, SIZE, WORDS>::next(square, direction);
                }
                let is_closed = at.is_some_and(|end| own.contains(end) || Self::CORNERS.contains(end));
                if is_closed && row.count() >= 2 {
                    captured |= row & self.men(!self.side_to_move());
                }
            }
        }
        captured
    }

    /// Whether the attackers surround the king and all defenders: no way over squares without attackers leads from any
    /// of them to the edge (point 7).
    pub(super) fn is_surrounded(&self) -> bool {
        let passable = Grid::<SIZE, SIZE, WORDS>::ALL & !self.attackers();
        let mut reached = self.defenders() | self.king_set();
        loop {
            if !(reached & Grid::<SIZE, SIZE, WORDS>::EDGES).is_empty() {
                return false;
            }
            let more = (reached | Grid::<SIZE, SIZE, WORDS>::around(reached)) & passable;
            if more == reached {
                return true;
            }
            reached = more;
        }
    }

    /// Whether the king is in an exit fort: he stands at the edge, can move, and no attackers outside, wherever they
    /// stand and however many they are, could break the wall of defenders around him (point 5).
    pub(super) fn has_exit_fort(&self) -> bool {
        let king = self.king_set();
        let can_move = || !(Grid::<SIZE, SIZE, WORDS>::around(king) & self.free()).is_empty();
        if (king & Grid::<SIZE, SIZE, WORDS>::EDGES).is_empty() || !can_move() {
            return false;
        }
        // The defenders that can never be captured: those that could be, if only these others stay, are taken away
        // until none is left that could be.
        let mut wall = self.defenders();
        loop {
            let inside = connected::<SIZE, WORDS>(king, Grid::<SIZE, SIZE, WORDS>::ALL & !wall);
            if !(inside & self.attackers()).is_empty() {
                return false;
            }
            // Squares where an attacker could stand, or that help the attackers.
            let open = Grid::<SIZE, SIZE, WORDS>::ALL & !(wall | inside) | Self::CORNERS | Self::THRONE & self.free();
            let weak = weak_men::<SIZE, WORDS>(wall, open);
            if weak.is_empty() {
                return true;
            }
            wall &= !weak;
        }
    }
}

/// The squares of `passable` that are connected with `start` along ranks and files.
fn connected<const SIZE: usize, const WORDS: usize>(start: Squares<WORDS>, passable: Squares<WORDS>) -> Squares<WORDS> {
    let mut reached = start;
    loop {
        let more = (reached | Grid::<SIZE, SIZE, WORDS>::around(reached)) & passable;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The men of `wall` that could be captured by pieces on `open` squares.
fn weak_men<const SIZE: usize, const WORDS: usize>(wall: Squares<WORDS>, open: Squares<WORDS>) -> Squares<WORDS> {
    let behind = |direction| Grid::<SIZE, SIZE, WORDS>::step(open, direction);
    let mut weak = wall
        & (behind(Direction::East) & behind(Direction::West) | behind(Direction::North) & behind(Direction::South));
    for (edge, inward, along) in const { edges::<SIZE, WORDS>() } {
        // Shieldwalls: rows with open squares in front of each man and at both ends.
        let faced = edge & wall & behind(inward.back());
        let [one_way, other_way] =
            along.map(|direction| Grid::<SIZE, SIZE, WORDS>::slides(open & edge, faced, direction));
        weak |= one_way & other_way;
    }
    weak
}
