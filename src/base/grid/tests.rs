use super::*;

type Odd = Grid<19, 11, 4>;

/// Calls a check for boards of many sizes: files by ranks, in so many words, with and without room to spare.
macro_rules! for_each_size {
    ($check:ident) => {
        for_each_size!($check, 1: 1 x 1, 1 x 8, 8 x 1, 64 x 1, 2 x 2, 3 x 3, 4 x 4, 5 x 5, 6 x 6, 7 x 7, 8 x 8, 5 x 6,
            6 x 5, 8 x 7, 7 x 9, 9 x 7, 16 x 4, 3 x 21);
        for_each_size!($check, 2: 6 x 6, 8 x 8, 9 x 9, 10 x 10, 11 x 11, 12 x 8, 12 x 9, 16 x 8, 100 x 1);
        for_each_size!($check, 3: 8 x 8, 12 x 12, 13 x 13, 16 x 12, 70 x 2);
        for_each_size!($check, 4: 6 x 6, 19 x 11, 15 x 15, 16 x 16, 85 x 3);
    };
    ($check:ident, $words:literal: $($files:literal x $ranks:literal),+) => {
        $($check::<$files, $ranks, $words>(&format!("{}x{} in {} words", $files, $ranks, $words));)+
    };
}

/// The next square by file and rank alone.
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

/// What a piece slides over to, one square after another.
fn naive_slide<const W: usize>(
    next: impl Fn(usize) -> Option<usize>,
    square: usize,
    free: Squares<W>,
) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(square), move |&at| next(at).filter(|&to| free.has(to))).skip(1)
}

/// Single squares, the whole board, the empty one, and random sets.
fn some_sets<const F: usize, const R: usize, const W: usize>() -> Vec<Squares<W>> {
    let mut sets: Vec<Squares<W>> = (0..F * R).map(Squares::of).collect();
    sets.extend([Squares::EMPTY, (0..F * R).collect()]);
    let mut state = (F * R) as u64;
    for density in 2..12 {
        let mut is_in = |_: &usize| {
            let (next, word) = crate::base::hash::splitmix(state);
            state = next;
            word.is_multiple_of(density)
        };
        sets.push((0..F * R).filter(&mut is_in).collect());
    }
    sets
}

/// Steps, neighbours and rims are those of files and ranks, and no set has a square off the board.
fn steps_are_those_of_files_and_ranks<const F: usize, const R: usize, const W: usize>(context: &str) {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let whole: Squares<W> = (0..F * R).collect();
    assert_eq!(G::<F, R, W>::ALL, whole, "{context}");
    for square in 0..F * R {
        let mut beside = Squares::EMPTY;
        for direction in Direction::ALL {
            let next = naive_next(F, R, square, direction);
            assert_eq!(G::<F, R, W>::next(square, direction), next, "{square} {direction:?}, {context}");
            assert_eq!(next.and_then(|next| naive_next(F, R, next, direction.back())), next.map(|_| square));
            beside |= next.map_or(Squares::EMPTY, Squares::of);
        }
        assert_eq!(G::<F, R, W>::neighbours(square), beside, "{square}, {context}");
    }
    for set in some_sets::<F, R, W>() {
        let mut all = Squares::EMPTY;
        for direction in Direction::ALL {
            let stepped: Squares<W> = set.ones().filter_map(|square| naive_next(F, R, square, direction)).collect();
            assert_eq!(G::<F, R, W>::step(set, direction), stepped, "{set:?} {direction:?}, {context}");
            all |= stepped;
        }
        assert_eq!(G::<F, R, W>::around(set), all, "{set:?}, {context}");
    }
    for (steps, ring) in G::<F, R, W>::RINGS.into_iter().enumerate() {
        let to_edge = |square: usize| {
            let (file, rank) = (square % F, square / F);
            file.min(rank).min(F - 1 - file).min(R - 1 - rank)
        };
        assert_eq!(ring, (0..F * R).filter(|&square| to_edge(square) == steps).collect(), "{steps}, {context}");
    }
}

/// Slides and looks end at the edge and at the first square that is not free.
fn slides_end_at_the_edge<const F: usize, const R: usize, const W: usize>(context: &str) {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let sets = some_sets::<F, R, W>();
    // A set of pieces with one of squares that are free for them, from nothing to all the rest.
    for (&pieces, &blocked) in sets.iter().zip(sets.iter().rev()) {
        let free = G::<F, R, W>::ALL & !pieces & !blocked;
        let (mut reach, mut number) = (Squares::EMPTY, 0);
        for direction in Direction::ALL {
            let next = |square| naive_next(F, R, square, direction);
            let mut slides = Squares::EMPTY;
            for from in pieces.ones() {
                let slide: Squares<W> = naive_slide(next, from, free).collect();
                let stop = next(naive_slide(next, from, free).last().unwrap_or(from));
                assert_eq!(G::<F, R, W>::look(from, direction, free), stop, "{from} {direction:?}, {context}");
                slides |= slide;
            }
            assert_eq!(G::<F, R, W>::slides(pieces, free, direction), slides, "{pieces:?} {direction:?}, {context}");
            reach |= slides;
            number += slides.count();
        }
        assert_eq!(G::<F, R, W>::room(pieces, free), (reach, number), "{pieces:?}, {context}");
        assert_eq!(G::<F, R, W>::reach(pieces, free), reach, "{pieces:?}, {context}");
        assert_eq!(G::<F, R, W>::count_slides(pieces, free, free), u64::from(number.cast_unsigned()), "{context}");
        let each: i32 = pieces.ones().map(|from| G::<F, R, W>::count_slides_from(from, free)).sum();
        assert_eq!(each, number, "{pieces:?}, {context}");
    }
}

#[test]
fn steps() {
    for_each_size!(steps_are_those_of_files_and_ranks);
}

#[test]
fn slides() {
    for_each_size!(slides_end_at_the_edge);
}

/// Whatever the set operations do, squares one by one do too.
fn holds_to_single_squares<const F: usize, const R: usize, const W: usize>() {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let mut state = 1;
    for round in 0..300 {
        let mut random = || {
            let (next, word) = crate::base::hash::splitmix(state);
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
        for from in own.ones() {
            for direction in Direction::ALL {
                let mut at = from;
                while let Some(next) = G::<F, R, W>::next(at, direction).filter(|&next| free.has(next)) {
                    expected.push((from, next));
                    at = next;
                }
            }
        }
        assert_eq!(G::<F, R, W>::count_slides(own, free, free), slides.len() as u64);
        slides.sort_unstable();
        expected.sort_unstable();
        assert_eq!(slides, expected);
        let traps = G::<F, R, W>::traps(other, own, free);
        for to in free.ones() {
            assert_eq!(traps.has(to), !G::<F, R, W>::enclosed(to, other, |square| own.has(square)).is_empty());
            let mut arriving = Vec::new();
            G::<F, R, W>::for_each_slider(to, own, free, |from| arriving.push((from, to)));
            arriving.sort_unstable();
            let reach: Vec<_> = expected.iter().copied().filter(|&(_, end)| end == to).collect();
            assert_eq!(arriving, reach);
        }
        for from in own.ones() {
            let reach: Squares<W> = expected.iter().filter(|(start, _)| *start == from).map(|&(_, to)| to).collect();
            assert_eq!(G::<F, R, W>::reach(Squares::of(from), free), reach);
        }
    }
}

#[test]
fn sets_and_single_squares_agree() {
    holds_to_single_squares::<8, 7, 1>();
    holds_to_single_squares::<8, 8, 1>();
    holds_to_single_squares::<9, 9, 2>();
    holds_to_single_squares::<12, 8, 2>();
    holds_to_single_squares::<12, 9, 2>();
    holds_to_single_squares::<19, 11, 4>();
}

#[test]
fn one_between_two_and_nothing_else() {
    let at = |file, rank| Odd::at(file, rank);
    let anchors: Squares<4> = [at(3, 5), at(5, 7), at(0, 0), at(18, 3), at(0, 4)].into_iter().collect();
    // East of the mover two in a row, north of it one; across the edge none.
    let prey: Squares<4> = [at(4, 5), at(5, 6), at(6, 5), at(7, 5), at(1, 4)].into_iter().collect();
    assert_eq!(Odd::enclosed(at(5, 5), prey, |square| anchors.has(square)), [at(4, 5), at(5, 6)].into_iter().collect());
    assert_eq!(Odd::enclosed(at(18, 3), Squares::of(at(0, 4)), |square| square == at(1, 4)), Squares::EMPTY);
    assert_eq!(Odd::step(Squares::of(at(18, 3)), Direction::East), Squares::EMPTY);
    assert_eq!(Odd::step(Squares::of(at(18, 10)), Direction::North), Squares::EMPTY);
    assert_eq!(Odd::neighbours(at(0, 0)).count(), 2);
    assert_eq!(Odd::EDGES.count(), 56);
}
