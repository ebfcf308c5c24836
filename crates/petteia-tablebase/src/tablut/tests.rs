//! The solver against a second pass and a plain search, and the numbers of positions.

use petteia_core::{Notation, Side, Tablebase};
use petteia_games::tafl::position::BLACK;
use petteia_games::{TablutCross, TablutSquare};

use super::{Placement, SQUARES, Slice, SliceIndex};
use crate::endgames::{Endgames, Material, SliceIndex as _};
use crate::tables::Tables;
use crate::testing::{check_distances, check_moves_back, check_numbers, folder_with, generation, sample};

const fn slice(side: Side, mercenaries: usize, guards: usize) -> Slice {
    Slice { side, mercenaries, guards }
}

#[test]
fn values_pass_the_second_pass_and_a_plain_search() {
    let folder = folder_with::<TablutCross>(4);
    generation(4).verify::<TablutCross>(&folder.0, &mut |_| ()).expect("the second pass");
    let tables = Tables::<TablutCross>::open(&folder.0, 4).expect("files");
    check_distances(&tables, slice(!BLACK, 2, 1), 211);
    let for_square = Tables::<TablutSquare>::open(&folder.0, 4).expect("files");
    for placement in sample::<TablutCross>(slice(BLACK, 3, 0), 503) {
        let value = tables.value(&TablutCross::from_placement(placement));
        for symmetry in 0..8 {
            let image = placement.image(symmetry);
            assert_eq!(tables.value(&TablutCross::from_placement(image)), value, "{image:?}");
            assert_eq!(for_square.value(&TablutSquare::from_placement(image)), value, "{image:?}");
        }
    }
    // A captured king and one on a corner end the game, whatever the files say, and so does Black without mercenaries.
    for fen in ["9/9/9/9/3a5/9/9/9/9 w", "K8/9/9/9/3a5/9/9/9/9 b", "1K7/9/9/9/9/9/9/9/9 b"] {
        assert_eq!(tables.value(&TablutCross::parse_fen(fen).expect(fen)), None, "{fen}");
    }
}

#[test]
fn positions_and_numbers_fit() {
    for slice in Slice::up_to(Slice::MAX_PIECES).into_iter().flat_map(Material::with_twin) {
        check_numbers::<TablutCross>(slice, Placement::image);
    }
    // Every position with the king on another square than a corner has a number.
    let two = slice(BLACK, 1, 1);
    let index = SliceIndex::new(two);
    let all = sample::<TablutCross>(two, 1).map(|placement| 8 / usize::from(index.number_and_symmetries(placement).1));
    assert_eq!(all.sum::<usize>(), (SQUARES - 4) * (SQUARES - 1) * (SQUARES - 2));
    for wrong in ["", "v", "KvD", "Kva ", "KDDDDva", "Kvaaaaaa", "KDvaaaa", "aavDK", "AvK", "KvK", "ava"] {
        assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
    }
}

#[test]
fn moves_back_are_those_that_lead_to_a_position() {
    check_moves_back::<TablutCross>(slice(BLACK, 2, 1), 1_009);
    check_moves_back::<TablutCross>(slice(!BLACK, 2, 1), 1_009);
    check_moves_back::<TablutCross>(slice(!BLACK, 4, 0), 100_003);
}
