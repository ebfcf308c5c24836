use super::*;

type Odd = Grid<19, 11, 4>;

/// Whatever the set operations do, squares one by one do too.
fn holds_to_single_squares<const F: usize, const R: usize, const W: usize>() {
    type G<const F: usize, const R: usize, const W: usize> = Grid<F, R, W>;
    let mut state = 1;
    for round in 0..300 {
        let mut random = || {
            let (next, word) = crate::core::hash::splitmix(state);
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
