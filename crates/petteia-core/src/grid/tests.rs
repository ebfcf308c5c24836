use super::*;

type Nineteen = Grid<19, 11, 4>;

/// Calls a check for boards of many sizes, with as few words as fit or more: `words: files x ranks, ...`.
macro_rules! for_each_size {
    ($check:ident) => {
        for_each_size!($check, 1: 1 x 8, 8 x 1, 64 x 1, 3 x 3, 5 x 6, 7 x 7, 8 x 8);
        for_each_size!($check, 2: 6 x 6, 9 x 9, 10 x 10, 100 x 1);
        for_each_size!($check, 3: 8 x 8, 13 x 13, 70 x 2);
        for_each_size!($check, 4: 6 x 6, 19 x 11, 85 x 3);
    };
    ($check:ident, $words:literal: $($files:literal x $ranks:literal),+) => {
        $($check::<$files, $ranks, $words>(&format!("{}x{} in {} words", $files, $ranks, $words));)+
    };
}

/// The next square, found by file and rank.
fn naive_next(files: usize, ranks: usize, square: usize, direction: Direction) -> Option<usize> {
    let (file, rank) = (square % files, square / files);
    let (file, rank) = match direction {
        Direction::East => (Some(file + 1).filter(|&file| file < files)?, rank),
        Direction::North => (file, Some(rank + 1).filter(|&rank| rank < ranks)?),
        Direction::West => (file.checked_sub(1)?, rank),
        Direction::South => (file, rank.checked_sub(1)?),
    };
    Some(files * rank + file)
}

/// The squares that a piece slides to, found step by step.
fn naive_slide<const W: usize>(
    next: impl Fn(usize) -> Option<usize>,
    square: usize,
    free: Squares<W>,
) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(square), move |&at| next(at).filter(|&to| free.contains(to))).skip(1)
}

/// All single squares, the full board, the empty board and random sets.
fn sample_sets<const F: usize, const R: usize, const W: usize>() -> Vec<Squares<W>> {
    let mut sets: Vec<Squares<W>> = (0..F * R).map(Squares::of).collect();
    sets.extend([Squares::EMPTY, (0..F * R).collect()]);
    let mut state = (F * R) as u64;
    for density in 2..12 {
        let mut is_in = |_: &usize| {
            let (next, word) = crate::hash::splitmix(state);
            state = next;
            word.is_multiple_of(density)
        };
        sets.push((0..F * R).filter(&mut is_in).collect());
    }
    sets
}

/// Steps, neighbours and rings agree with files and ranks, and no set has a square off the board.
fn steps_agree_with_files_and_ranks<const F: usize, const R: usize, const W: usize>(context: &str) {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let all: Squares<W> = (0..F * R).collect();
    assert_eq!(G::<F, R, W>::ALL, all, "{context}");
    for square in 0..F * R {
        let mut neighbours = Squares::EMPTY;
        for direction in Direction::ALL {
            let next = naive_next(F, R, square, direction);
            assert_eq!(G::<F, R, W>::next(square, direction), next, "{square} {direction:?}, {context}");
            assert_eq!(next.and_then(|next| naive_next(F, R, next, direction.back())), next.map(|_| square));
            neighbours |= next.map_or(Squares::EMPTY, Squares::of);
        }
        assert_eq!(G::<F, R, W>::neighbours(square), neighbours, "{square}, {context}");
    }
    for set in sample_sets::<F, R, W>() {
        let mut all = Squares::EMPTY;
        for direction in Direction::ALL {
            let stepped: Squares<W> = set.iter().filter_map(|square| naive_next(F, R, square, direction)).collect();
            assert_eq!(G::<F, R, W>::step(set, direction), stepped, "{set:?} {direction:?}, {context}");
            all |= stepped;
        }
        assert_eq!(G::<F, R, W>::around(set), all, "{set:?}, {context}");
        for square in 0..=F * R {
            assert_eq!(set.count_below(square), set.iter().filter(|&below| below < square).count(), "{set:?}");
        }
    }
    for (steps, ring) in G::<F, R, W>::RINGS.into_iter().enumerate() {
        let to_edge = |square: usize| {
            let (file, rank) = (square % F, square / F);
            file.min(rank).min(F - 1 - file).min(R - 1 - rank)
        };
        assert_eq!(ring, (0..F * R).filter(|&square| to_edge(square) == steps).collect(), "{steps}, {context}");
    }
}

/// Slides end at the edge and before the first square that is not free.
fn slides_end_at_the_edge<const F: usize, const R: usize, const W: usize>(context: &str) {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let sets = sample_sets::<F, R, W>();
    // Each set of pieces is tested with another set as blockers.
    for (&pieces, &blocked) in sets.iter().zip(sets.iter().rev()) {
        let free = G::<F, R, W>::ALL & !pieces & !blocked;
        let (mut reach, mut mobility) = (Squares::EMPTY, 0);
        for direction in Direction::ALL {
            let next = |square| naive_next(F, R, square, direction);
            let mut slides = Squares::EMPTY;
            for from in pieces.iter() {
                let slide: Squares<W> = naive_slide(next, from, free).collect();
                let blocker = next(naive_slide(next, from, free).last().unwrap_or(from));
                assert_eq!(
                    G::<F, R, W>::first_blocker(from, direction, free),
                    blocker,
                    "{from} {direction:?}, {context}"
                );
                slides |= slide;
            }
            assert_eq!(G::<F, R, W>::slides(pieces, free, direction), slides, "{pieces:?} {direction:?}, {context}");
            reach |= slides;
            mobility += slides.count();
        }
        assert_eq!(G::<F, R, W>::reach_and_mobility(pieces, free), (reach, mobility), "{pieces:?}, {context}");
        assert_eq!(G::<F, R, W>::reach(pieces, free), reach, "{pieces:?}, {context}");
        assert_eq!(G::<F, R, W>::count_slides(pieces, free, free), u64::from(mobility.cast_unsigned()), "{context}");
        let each: i32 = pieces.iter().map(|from| G::<F, R, W>::count_slides_from(from, free)).sum();
        assert_eq!(each, mobility, "{pieces:?}, {context}");
    }
}

#[test]
fn steps() {
    for_each_size!(steps_agree_with_files_and_ranks);
}

#[test]
fn slides() {
    for_each_size!(slides_end_at_the_edge);
}

/// Moves of sets of pieces agree with those of the pieces one by one.
fn sets_agree_with_single_squares<const F: usize, const R: usize, const W: usize>() {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let mut state = 1;
    for round in 0..300 {
        let mut random = || {
            let (next, word) = crate::hash::splitmix(state);
            state = next;
            word
        };
        let density = 2 + round % 6;
        let mut pick = || -> Squares<W> { (0..F * R).filter(|_| random().is_multiple_of(density)).collect() };
        let (own, other) = (pick(), pick());
        let other = other & !own;
        let free = G::<F, R, W>::ALL & !(own | other);
        let mut slides = Vec::new();
        G::<F, R, W>::for_each_slide(own, free, |step| slides.push((step.from(), step.to())));
        let mut expected = Vec::new();
        for from in own.iter() {
            for direction in Direction::ALL {
                let mut at = from;
                while let Some(next) = G::<F, R, W>::next(at, direction).filter(|&next| free.contains(next)) {
                    expected.push((from, next));
                    at = next;
                }
            }
        }
        assert_eq!(G::<F, R, W>::count_slides(own, free, free), slides.len() as u64);
        slides.sort_unstable();
        expected.sort_unstable();
        assert_eq!(slides, expected);
        let distance = |from: usize| {
            other.iter().map(|to| (from % F).abs_diff(to % F) + (from / F).abs_diff(to / F)).min().unwrap_or(usize::MAX)
        };
        let nearness: usize = own.iter().map(|from| 4_usize.saturating_sub(distance(from) - 1)).sum();
        assert_eq!(G::<F, R, W>::closeness::<4>(own, other).try_into(), Ok(nearness));
        let enclosing = G::<F, R, W>::enclosing_squares(other, own, free);
        for to in free.iter() {
            assert_eq!(
                enclosing.contains(to),
                !G::<F, R, W>::enclosed(to, other, |square| own.contains(square)).is_empty()
            );
            let mut found = Vec::new();
            G::<F, R, W>::for_each_slider(to, own, free, |from| found.push((from, to)));
            found.sort_unstable();
            let ending: Vec<_> = expected.iter().copied().filter(|&(_, end)| end == to).collect();
            assert_eq!(found, ending);
        }
        for from in own.iter() {
            let reach: Squares<W> = expected.iter().filter(|(start, _)| *start == from).map(|&(_, to)| to).collect();
            assert_eq!(G::<F, R, W>::reach(Squares::of(from), free), reach);
        }
    }
}

#[test]
fn sets_and_single_squares_agree() {
    sets_agree_with_single_squares::<8, 7, 1>();
    sets_agree_with_single_squares::<8, 8, 1>();
    sets_agree_with_single_squares::<9, 9, 2>();
    sets_agree_with_single_squares::<12, 8, 2>();
    sets_agree_with_single_squares::<12, 9, 2>();
    sets_agree_with_single_squares::<19, 11, 4>();
}

#[test]
fn one_between_two_and_nothing_else() {
    let at = |file, rank| Nineteen::at(file, rank);
    let anchors: Squares<4> = [at(3, 5), at(5, 7), at(0, 0), at(18, 3), at(0, 4)].into_iter().collect();
    // Around (5, 5) one target stands west, one north, and two in a row east.
    let targets: Squares<4> = [at(4, 5), at(5, 6), at(6, 5), at(7, 5), at(1, 4)].into_iter().collect();
    assert_eq!(
        Nineteen::enclosed(at(5, 5), targets, |square| anchors.contains(square)),
        [at(4, 5), at(5, 6)].into_iter().collect()
    );
    assert_eq!(Nineteen::enclosed(at(18, 3), Squares::of(at(0, 4)), |square| square == at(1, 4)), Squares::EMPTY);
    assert_eq!(Nineteen::step(Squares::of(at(18, 3)), Direction::East), Squares::EMPTY);
    assert_eq!(Nineteen::step(Squares::of(at(18, 10)), Direction::North), Squares::EMPTY);
    assert_eq!(Nineteen::neighbours(at(0, 0)).count(), 2);
    assert_eq!(Nineteen::EDGES.count(), 56);
}
