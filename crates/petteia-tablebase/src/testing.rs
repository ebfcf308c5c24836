//! Folders of databases, and checks of them, for the tests of all games.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use petteia_core::{Outcome, Tablebase, TablebaseValue};

use crate::endgames::{Endgames, Lookup, SliceIndex};
use crate::generate::Generation;
use crate::retrograde::Retrograde;
use crate::tables::Tables;

/// A folder of a test, which is removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder.
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("petteia-endgame-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The databases with at most so many pieces.
pub fn generation(pieces: usize) -> Generation {
    Generation { pieces, threads: 2 }
}

/// A folder with the files of a game.
pub fn folder_with<P: Endgames>(pieces: usize) -> Folder {
    let folder = Folder::new();
    generation(pieces).run::<P>(&folder.0, &mut |_| ()).expect("files");
    folder
}

/// Every `step`-th position of a slice.
pub fn sample<P: Endgames>(slice: P::Slice, step: usize) -> impl Iterator<Item = P::Placement> {
    let index = P::Index::new(slice);
    (0..index.size()).step_by(step).filter_map(move |number| index.placement(number))
}

/// Whether the side to move wins within so many plies, by plain search. A capture ends the game.
fn wins_within<P: Endgames>(position: &P, plies: u8) -> bool {
    let is_won = |after: &P| after.outcome() == Some(Outcome::Win(position.side()));
    let wins = |m| {
        let after = position.after(m);
        let wins_after = |reply| {
            let later = after.after(reply);
            is_won(&later) || wins_within(&later, plies - 2)
        };
        is_won(&after) || plies > 2 && after.outcome().is_none() && after.legal_moves().into_iter().all(wins_after)
    };
    plies > 0 && position.legal_moves().into_iter().any(wins)
}

/// Checks that the wins of a slice within three plies are those of a plain search. A capture ends the game.
pub fn check_distances<P: Endgames>(tables: &Tables<P>, slice: P::Slice, step: usize) {
    let mut found = 0;
    for position in sample::<P>(slice, step).map(P::from_placement) {
        let plies = match tables.value(&position) {
            Some(TablebaseValue::Win(plies)) => plies,
            _ => u8::MAX,
        };
        for limit in [1, 3] {
            assert_eq!(wins_within(&position, limit), plies <= limit, "{}", position.to_fen());
        }
        found += usize::from(plies <= 3);
    }
    assert!(found > 100, "{found}");
}

/// Checks that the numbers of some positions of a slice are theirs alone and those of their images.
pub fn check_numbers<P: Retrograde>(slice: P::Slice, image: impl Fn(P::Placement, usize) -> P::Placement)
where
    P::Placement: Debug + PartialEq,
{
    let index = P::Index::new(slice);
    for placement in sample::<P>(slice, 1 + index.size() as usize / 10_000) {
        assert_eq!(P::slice(placement), slice);
        let (number, symmetries) = P::number_and_symmetries(&index, placement);
        assert_eq!(index.placement(number), Some(placement));
        let images = (0..8).map(|symmetry| image(placement, symmetry));
        assert_eq!(images.clone().filter(|image| *image == placement).count(), usize::from(symmetries));
        assert!(images.into_iter().all(|image| index.number(image) == number), "{placement:?}");
    }
    assert_eq!(slice.to_string().parse().ok(), Some(slice));
}

/// Checks that moves back from some positions of a slice are the moves to them that are no progress.
pub fn check_moves_back<P: Retrograde>(slice: P::Slice, step: usize)
where
    P::Placement: Debug + PartialEq,
{
    // The placement of a position that is not over.
    let placement_of = |position: &P| match position.lookup() {
        Lookup::File(placement) => Some(placement),
        _ => None,
    };
    let mut moves = [0, 0];
    for placement in sample::<P>(slice, step) {
        let position = P::from_placement(placement);
        position.for_each_move(|m| {
            if !position.is_progress(m) {
                let Some(after) = placement_of(&position.after(m)) else { return };
                let mut is_found = false;
                P::for_each_move_back(after, |before| is_found |= before == placement);
                assert!(is_found, "{}", position.to_fen());
                moves[0] += 1;
            }
        });
        P::for_each_move_back(placement, |before| {
            let before = P::from_placement(before);
            let leads = |m| !before.is_progress(m) && placement_of(&before.after(m)) == Some(placement);
            assert!(before.legal_moves().into_iter().any(leads), "{}", before.to_fen());
            moves[1] += 1;
        });
    }
    assert!(moves.into_iter().all(|moves| moves > 1_000), "{moves:?}");
}
