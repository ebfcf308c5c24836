//! Sorting of short lists whose items differ in type from game to game.

/// Sorts by a key, the largest one first. Items with equal keys keep their order.
///
/// The sort itself is compiled once and not for each type, which makes WebAssembly modules smaller.
pub fn sort_descending<T>(items: &mut [T], key: impl Fn(&T) -> i32) {
    let mut order: Vec<(i32, usize)> = items.iter().enumerate().map(|(i, item)| (-key(item), i)).collect();
    order.sort_unstable();
    for i in 0..items.len() {
        let mut from = order[i].1;
        // An item from a place before this one has been swapped to where another one came from.
        while from < i {
            from = order[from].1;
        }
        items.swap(i, from);
    }
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
            sort_descending(&mut items, |&(key, _)| key);
            assert_eq!(items, expected, "length {length}");
        }
    }
}
