//! The solver against a second pass and a plain search, and the numbers of positions.

use petteia_core::{Notation, Side, Tablebase};
use petteia_games::Latrunculi8x8;
use petteia_games::latrunculi::position::Defeat;

use super::{Bitboard, Placement, Slice, SliceIndex};
use crate::endgames::{Endgames, Material, SliceIndex as _};
use crate::tables::Tables;
use crate::testing::{check_distances, check_moves_back, check_numbers, folder_with, generation, sample};

const ONE_EACH: Slice = Slice { own: 1, enemy: 1 };

#[test]
fn values_pass_the_second_pass_and_a_plain_search() {
    let folder = folder_with::<Latrunculi8x8>(4);
    generation(4).verify::<Latrunculi8x8>(&folder.0, &mut |_| ()).expect("the second pass");
    let tables = Tables::<Latrunculi8x8>::open(&folder.0, 4).expect("files");
    check_distances(&tables, ONE_EACH, 211);
    for placement in sample::<Latrunculi8x8>(ONE_EACH, 5_003) {
        let value = tables.value(&Latrunculi8x8::from_placement(placement));
        for symmetry in 0..8 {
            let Placement { duxes, men } = placement.image(symmetry);
            let [duxes, men] = [duxes, men].map(|sets| sets.map(Bitboard::from_bits));
            let for_black = Latrunculi8x8::of_pieces(duxes, men, Side::Second);
            assert_eq!(tables.value(&for_black), value, "{}", for_black.to_fen());
        }
    }
    // A caught dux and a side without men have lost, whatever the files say.
    for (fen, defeat) in [("6Pd/7P/8/8/3p4/8/8/D7 b", Defeat::DuxCaught), ("7d/8/8/8/8/3P4/8/D7 b", Defeat::NoMen)] {
        let over = Latrunculi8x8::parse_fen(fen).expect(fen);
        assert_eq!((over.defeat(Side::Second), tables.value(&over)), (Some(defeat), None), "{fen}");
    }
}

#[test]
fn positions_and_numbers_fit() {
    for slice in Slice::up_to(6).into_iter().flat_map(Material::with_twin) {
        check_numbers::<Latrunculi8x8>(slice, Placement::image);
    }
    // Every position in which no dux is caught has a number. Two pieces catch a dux in a corner, three one at the edge.
    let index = SliceIndex::new(ONE_EACH);
    let all =
        sample::<Latrunculi8x8>(ONE_EACH, 1).map(|placement| 8 / u64::from(index.number_and_symmetries(placement).1));
    let caught = 2 * (4 * 3 * 2 * 61 + 24 * 3 * 2);
    assert_eq!(all.sum::<u64>(), 64 * 63 * 62 * 61 - caught);
    for wrong in ["", "v", "DMvD", "MvM", "DMvDMMMM", "DMvDKM", "dmvdm"] {
        assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
    }
}

#[test]
fn moves_back_are_those_that_lead_to_a_position() {
    check_moves_back::<Latrunculi8x8>(ONE_EACH, 10_007);
    check_moves_back::<Latrunculi8x8>(Slice { own: 2, enemy: 1 }, 300_007);
}
