//! The known word that a word may have been meant for.

/// The known word that a word may have been meant for: the one with the fewest wrong, missing, additional or exchanged
/// characters, if they are no more than a third. `None` if there is no such word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Characters of a word that is compared. No known word is nearly as long.
    const MAX_LENGTH: usize = 40;
    let length = word.chars().take(MAX_LENGTH + 1).count();
    if length > MAX_LENGTH {
        return None;
    }
    let word = word.to_lowercase();
    let distances = known.into_iter().map(|known| (strsim::osa_distance(&word, &known.to_lowercase()), known));
    let near = distances.filter(|(distance, known)| 3 * distance <= length.max(known.chars().count()));
    near.min_by_key(|&(distance, _)| distance).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_words() {
        let known = ["position", "go", "d", "moves", "Clear Hash"];
        for (word, expected) in [
            ("postion", Some("position")),
            ("psotion", Some("position")),
            ("MOVE", Some("moves")),
            ("clearhash", Some("Clear Hash")),
            ("god", Some("go")),
            ("g", None),
            ("x", None),
            ("frobnicate", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
    }
}
