//! English words: splitting into words, stop words, Snowball stems (Porter2) and a thesaurus.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Stop words: words that say nothing about a picture.
const STOP_LIST: &str = "a about after again all also am an and any are as at be because been before being both but \
    by can could did do does doing done down each else even ever every few for from get gets getting go goes going \
    gone got had has have having he her here hers him his how i if in into is it its itself just let lets like made \
    make makes many may me more most much must my no nor not now of off on once one only onto or other our out over \
    own per put really s same she should so some somebody someone something still such t take takes than that the \
    their them then there these they thing things this those though through to too under until up upon us very was \
    we were what when where which while who whom whose why will with within without would yes yet you your";

/// The thesaurus as text: a group of related words in each line.
static GROUPS: &str = include_str!("thesaurus.txt");

/// Largest number of words of a text that count.
const MAX_WORDS: usize = 100;
/// Size limit of a word in bytes. Longer words are skipped.
const MAX_WORD_SIZE: usize = 40;

/// The stop words as a set.
static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_LIST.split_whitespace().collect());

/// The stemmer for English.
static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// A word of the thesaurus.
pub struct Word {
    /// The word as it is written.
    pub word: &'static str,
    /// The stem of the word.
    pub stem: String,
}

/// Groups of related words.
pub struct Thesaurus {
    /// The words of each group.
    groups: Vec<Vec<Word>>,
    /// The indices of the groups that contain each stem.
    groups_of_stem: HashMap<String, Vec<usize>>,
}

/// The built-in thesaurus.
static THESAURUS: LazyLock<Thesaurus> = LazyLock::new(|| {
    let read = |line: &'static str| line.split_whitespace().map(|word| Word { word, stem: stem(word) }).collect();
    let groups: Vec<Vec<Word>> = GROUPS.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let mut groups_of_stem: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, group) in groups.iter().enumerate() {
        for word in group {
            let groups_of_word = groups_of_stem.entry(word.stem.clone()).or_default();
            if groups_of_word.last() != Some(&i) {
                groups_of_word.push(i);
            }
        }
    }
    Thesaurus { groups, groups_of_stem }
});

/// The built-in thesaurus.
pub fn thesaurus() -> &'static Thesaurus {
    &THESAURUS
}

impl Thesaurus {
    /// The words of all groups that contain a stem.
    pub fn related(&self, stem: &str) -> impl Iterator<Item = &Word> {
        self.groups_of_stem.get(stem).into_iter().flatten().flat_map(|&group| &self.groups[group])
    }
}

/// The stem of a word, which its inflected forms share.
pub fn stem(word: &str) -> String {
    STEMMER.stem(word).into_owned()
}

/// The words of a text in lower case, each once, without stop words. Only the first [`MAX_WORDS`] words of the text
/// count.
pub fn words(text: &str) -> Vec<String> {
    let is_apostrophe = |c: char| c == '\'' || c == '\u{2019}';
    let words = text.split(|c: char| !(c.is_alphanumeric() || is_apostrophe(c)));
    let words = words.map(|word| word.trim_matches(is_apostrophe)).filter(|word| !word.is_empty()).take(MAX_WORDS);
    let mut found: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for word in words.filter(|word| word.len() <= MAX_WORD_SIZE) {
        let word = word.to_lowercase().replace('\u{2019}', "'");
        let word = word.strip_suffix("'s").unwrap_or(&word);
        for part in word.split('\'').filter(|part| !part.is_empty() && !STOP_WORDS.contains(part)) {
            if seen.insert(part.to_string()) {
                found.push(part.into());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_stems() {
        assert_eq!(words("The Fox's lanterns \u{2014} DON\u{2019}T wait, don't!"), ["fox", "lanterns", "don", "wait"]);
        assert_eq!(words("it is what it is"), Vec::<String>::new());
        assert_eq!(stem("lanterns"), stem("lantern"));
        assert_eq!(stem("sailing"), stem("sails"));
    }

    #[test]
    fn long_texts_and_words_are_cut() {
        let text: Vec<String> = (0..100_000).map(|i| format!("w{i}")).collect();
        assert_eq!(words(&text.join(" ")).len(), MAX_WORDS);
        assert_eq!(words(&format!("fox {} whale", "a".repeat(1_000_000))), ["fox", "whale"]);
    }

    #[test]
    fn groups_of_related_words() {
        let related: Vec<&str> = thesaurus().related(&stem("oceans")).map(|word| word.word).collect();
        assert!(related.contains(&"sea"), "{related:?}");
    }
}
