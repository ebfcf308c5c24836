//! What a position between turns is worth, by hand.

use super::board::{BESIDE, BOARD};
use super::position::{Epigo, TILES, Tile};
use crate::core::{Outcome, Side};
use crate::game::{Appraise, Simultaneous};

/// For a captured tile.
pub const TILE: f64 = 0.3;
/// For a tile at the edge, which a push can cost.
const EDGE: f64 = 0.015;
/// For each enemy beside a tile at the edge.
const PRESSED: f64 = 0.03;
/// For each point of the numbers on the board: who has the higher ones moves first.
const TEMPO: f64 = 0.003;

/// The value by hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandWorth;

impl Appraise<Epigo> for HandWorth {
    fn appraise(&self, position: &Epigo) -> f64 {
        match position.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
            Some(Outcome::Draw) => 0.0,
            None if position.is_drawn() => 0.0,
            // Short of 1 whatever is in sight.
            None => (of_side(position, Side::First) - of_side(position, Side::Second)).clamp(-0.95, 0.95),
        }
    }
}

fn of_side(position: &Epigo, side: Side) -> f64 {
    let enemy = position.occupied(!side);
    // The last tile that may be lost is worth more than the first.
    let lost = f64::from(position.lost(side));
    let mut sum = -TILE * lost * (1.0 + 0.25 * lost);
    for number in 1..=TILES as u8 {
        let Some(square) = position.place(Tile { side, number }) else { continue };
        sum += TEMPO * f64::from(number);
        if RIM >> square & 1 == 1 {
            sum -= EDGE + PRESSED * f64::from((BESIDE[square] & enemy).count_ones());
        }
    }
    sum
}

/// The squares with an edge on at least one side.
const RIM: u64 = BOARD & !(BOARD << 8 & BOARD >> 8 & BOARD << 1 & BOARD >> 1 & 0x7E7E_7E7E_7E7E_7E7E);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::epigo::board::{Direction, next};

    #[test]
    fn the_rim_is_where_a_step_leads_off() {
        for square in (0..64).filter(|&square| BOARD >> square & 1 == 1) {
            let leads_off = Direction::ALL.into_iter().any(|direction| next(square, direction).is_none());
            assert_eq!(RIM >> square & 1 == 1, leads_off, "{square}");
        }
    }
}
