//! Sorting of short lists whose items differ in type from game to game.

/// Sorts by a key. Items with equal keys keep their order.
///
/// The sort itself is compiled once for each type of keys, and not for each type of items, which makes programs smaller.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let swaps = swaps(items.iter().map(key).zip(0..).collect());
    for (i, from) in swaps.into_iter().enumerate() {
        items.swap(i, from);
    }
}

/// The place that the item of each place is to be swapped with, from the first place on, for these keys and places.
fn swaps<K: Ord>(mut order: Vec<(K, usize)>) -> Vec<usize> {
    order.sort_unstable();
    let place = |i: usize| {
        let mut from = order[i].1;
        // An item from a place before this one has been swapped to where another one came from.
        while from < i {
            from = order[from].1;
        }
        from
    };
    (0..order.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn equals_the_stable_sort() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for length in 0..60 {
            let mut items: Vec<(i32, usize)> = (0..length).map(|i| (rng.random_range(-5..5), i)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| Reverse(key));
            sort_by_key(&mut items, |&(key, _)| Reverse(key));
            assert_eq!(items, expected, "length {length}");
        }
    }
}
