//! The solver against a naive reference, the numbers of positions, and the files against damage.

use std::array::from_fn;
use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

use petteia_core::bits::ones;
use petteia_core::symmetry::image;
use petteia_core::{Notation, Position, Side, Tablebase, TablebaseValue};
use petteia_games::Gonu;
use petteia_games::gonu::position::Bitboard;

use super::{Placement, Slice, SliceIndex};
use crate::combinations::{combinations, sets};
use crate::endgames::{Endgames, Material, SliceIndex as _};
use crate::file::{self, SliceFile};
use crate::tables::Tables;
use crate::testing::{check_distances, check_moves_back, check_numbers, folder_with, generation, sample};

const TWO_EACH: Slice = Slice { own: 2, enemy: 2 };

/// The position that a symmetry makes of a position.
fn turned(placement: Placement, symmetry: usize) -> Placement {
    Placement { own: image(placement.own, symmetry), enemy: image(placement.enemy, symmetry) }
}

/// The points by a number of quarter turns, then mirrored if the number is 4 or more.
static TURNS: LazyLock<[[u8; 64]; 8]> = LazyLock::new(|| {
    from_fn(|turns| {
        from_fn(|point| {
            let [mut file, mut rank] = [point % 8, point / 8];
            for _ in 0..turns % 4 {
                [file, rank] = [7 - rank, file];
            }
            let file = if turns < 4 { file } else { 7 - file };
            (8 * rank + file) as u8
        })
    })
});

/// A set turned by one of the [`TURNS`].
fn turned_naively(set: u64, turns: usize) -> u64 {
    ones(set).fold(0, |all, point| all | 1 << TURNS[turns][point])
}

/// The least of the pairs that the symmetries of the board make of the men of a position.
fn least_image(position: &Gonu) -> (u64, u64) {
    let [own, enemy] = [position.side(), !position.side()].map(|side| position.men(side).bits());
    let images = (0..8).map(|turns| (turned_naively(own, turns), turned_naively(enemy, turns)));
    images.min().expect("an image")
}

/// The values of all positions with two men each by plain iteration, with their least images. A capture ends the game.
fn naive_values() -> HashMap<(u64, u64), TablebaseValue> {
    let least = sets(64, 2).filter(|&own| (0..8).all(|turns| turned_naively(own, turns) >= own));
    let all = least.flat_map(|own| sets(64, 2).filter(move |enemy| own & enemy == 0).map(move |enemy| (own, enemy)));
    let of = |(own, enemy)| Gonu::from_placement(Placement { own, enemy });
    let positions: Vec<(u64, u64)> = all.filter(|&pair| least_image(&of(pair)) == pair).collect();
    let numbers: HashMap<(u64, u64), u32> = positions.iter().copied().zip(0..).collect();
    // The number after each move that is no capture. A capture leaves the enemy one man, which has lost.
    let moves = |&pair: &(u64, u64)| {
        let position = of(pair);
        let moves = position.legal_moves();
        let is_quiet = moves.iter().all(|&m| !position.is_progress(m));
        is_quiet.then(|| moves.into_iter().map(|m| numbers[&least_image(&position.after(m))]).collect())
    };
    let moves: Vec<Option<Vec<u32>>> = positions.iter().map(moves).collect();
    let mut values = vec![TablebaseValue::Draw; positions.len()];
    for plies in 0..=u8::MAX {
        let is_win = |next: &u32| matches!(values[*next as usize], TablebaseValue::Win(_));
        let is_loss = |next: &u32| matches!(values[*next as usize], TablebaseValue::Loss(_));
        let value = |number: usize| match &moves[number] {
            None => (plies == 1).then_some(TablebaseValue::Win(1)),
            Some(moves) if moves.iter().any(is_loss) => Some(TablebaseValue::Win(plies)),
            Some(moves) => moves.iter().all(is_win).then_some(TablebaseValue::Loss(plies)),
        };
        let open = (0..positions.len()).filter(|&number| values[number] == TablebaseValue::Draw);
        let found: Vec<_> = open.filter_map(|number| Some((number, value(number)?))).collect();
        if plies > 1 && found.is_empty() {
            break;
        }
        for (number, value) in found {
            values[number] = value;
        }
    }
    positions.into_iter().zip(values).collect()
}

#[test]
fn values_are_those_of_the_naive_twin() {
    let folder = folder_with::<Gonu>(4);
    let tables = Tables::<Gonu>::open(&folder.0, 4).expect("files");
    let naive = naive_values();
    assert_eq!(tables.file(TWO_EACH).map(|file| file.counts.positions()), Some(naive.len() as u64));
    for (&(own, enemy), &value) in &naive {
        let position = Gonu::from_placement(Placement { own, enemy });
        assert_eq!(tables.value(&position), Some(value), "{}", position.to_fen());
    }
    generation(4).verify::<Gonu>(&folder.0, &mut |_| ()).expect("the second pass");
}

#[test]
fn values_follow_from_smaller_slices_and_are_those_of_symmetric_positions() {
    let folder = folder_with::<Gonu>(5);
    let tables = Tables::<Gonu>::open(&folder.0, 5).expect("files");
    for slice in Slice::up_to(5).into_iter().flat_map(Material::with_twin) {
        for placement in sample::<Gonu>(slice, 301) {
            let position = Gonu::from_placement(placement);
            let value = tables.value(&position);
            assert_eq!(value, tables.value_by_moves(&position), "{}", position.to_fen());
            for symmetry in 0..8 {
                let Placement { own, enemy } = turned(placement, symmetry);
                let for_black = Gonu::of_men([enemy, own].map(Bitboard::from_bits), Side::Second);
                assert_eq!(tables.value(&for_black), value, "{}", for_black.to_fen());
            }
        }
    }
    // One man against two has lost, whatever the files say.
    let over = Gonu::from_placement(Placement { own: 1, enemy: 6 });
    assert_eq!((tables.value(&over), tables.value(&Gonu::start())), (None, None));
}

#[test]
fn distances_are_those_of_a_plain_search() {
    let folder = folder_with::<Gonu>(4);
    let tables = Tables::<Gonu>::open(&folder.0, 4).expect("files");
    check_distances(&tables, TWO_EACH, 61);
}

#[test]
fn positions_and_numbers_fit() {
    for slice in Slice::up_to(7).into_iter().flat_map(Material::with_twin) {
        check_numbers::<Gonu>(slice, turned);
    }
    // Every position has a number.
    let all = sample::<Gonu>(TWO_EACH, 1)
        .map(|placement| 8 / u64::from(SliceIndex::new(TWO_EACH).number_and_symmetries(placement).1));
    assert_eq!(all.sum::<u64>(), combinations(64, 2) * combinations(62, 2));
    for wrong in ["", "v", "MvMM", "MMvKK", "MMMMvMMMM", "MMvMMvMM", "mmvmm", "DMMvDMM"] {
        assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
    }
}

#[test]
fn moves_back_are_those_that_lead_to_a_position() {
    check_moves_back::<Gonu>(Slice { own: 3, enemy: 3 }, 1_000_003);
}

#[test]
fn damaged_files_are_refused() {
    let folder = folder_with::<Gonu>(4);
    let path = file::path::<Gonu>(&folder.0, TWO_EACH);
    let good = fs::read(&path).expect("a file");
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let file = SliceFile::<Gonu>::open(&folder.0, TWO_EACH)?;
        (0..file.blocks()).try_for_each(|block| file.block(block).map(|_| ()))
    };
    for at in (0..good.len()).step_by(101) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        assert!(open(&bytes).is_err(), "byte {at}");
        assert!(open(&good[..at]).is_err(), "{at} bytes");
    }
    assert!(open(&good).is_ok());
    fs::write(folder.0.join("gonu-MvMM.petb"), "no slice").expect("a file");
    assert_eq!(Tables::<Gonu>::open(&folder.0, 7).expect("files").pieces(), 4);
    fs::write(file::path::<Gonu>(&folder.0, Slice { own: 3, enemy: 2 }), "no database").expect("a file");
    assert!(Tables::<Gonu>::open(&folder.0, 7).is_err());
}
