//! English words, as far as clues need them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing about a picture.
const EMPTY_WORDS: &str = "a about after again all also am an and any are as at be because been before being both but \
    by can could did do does doing done down each else even ever every few for from get gets getting go goes going \
    gone got had has have having he her here hers him his how i if in into is it its itself just let lets like made \
    make makes many may me more most much must my no nor not now of off on once one only onto or other our out over \
    own per put really s same she should so some somebody someone something still such t take takes than that the \
    their them then there these they thing things this those though through to too under until up upon us very was \
    we were what when where which while who whom whose why will with within without would yes yet you your";

/// Groups of words that can be meant by each other, one a line.
static GROUPS: &str = include_str!("../thesaurus.txt");

/// Words of a text that are heard; who says more is not listened to.
const HEARD: usize = 100;
/// Bytes of a word that are heard.
const LONGEST: usize = 40;

static EMPTY: LazyLock<HashSet<&str>> = LazyLock::new(|| EMPTY_WORDS.split_whitespace().collect());

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// A word that others can be meant by.
pub struct Word {
    /// As it is said.
    pub word: &'static str,
    /// Without its ending.
    pub stem: String,
}

/// The words of each group, and the groups of each stem.
pub struct Thesaurus {
    groups: Vec<Vec<Word>>,
    of_stem: HashMap<String, Vec<usize>>,
}

static THESAURUS: LazyLock<Thesaurus> = LazyLock::new(|| {
    let read = |line: &'static str| line.split_whitespace().map(|word| Word { word, stem: stem(word) }).collect();
    let groups: Vec<Vec<Word>> = GROUPS.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    let mut of_stem: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, group) in groups.iter().enumerate() {
        for word in group {
            let of_word = of_stem.entry(word.stem.clone()).or_default();
            if of_word.last() != Some(&i) {
                of_word.push(i);
            }
        }
    }
    Thesaurus { groups, of_stem }
});

/// The thesaurus that is built in.
pub fn thesaurus() -> &'static Thesaurus {
    &THESAURUS
}

impl Thesaurus {
    /// The words of the groups that a stem is in.
    pub fn related(&self, stem: &str) -> impl Iterator<Item = &Word> {
        self.of_stem.get(stem).into_iter().flatten().flat_map(|&group| &self.groups[group])
    }
}

/// What a word has in common with its other forms.
pub fn stem(word: &str) -> String {
    STEMMER.stem(word).into_owned()
}

/// The words of a text in lower case, each once, without those that say nothing. Of a text that is longer than any
/// that is meant to be heard it is the beginning.
pub fn words(text: &str) -> Vec<String> {
    let is_apostrophe = |c: char| c == '\'' || c == '\u{2019}';
    let words = text.split(|c: char| !(c.is_alphanumeric() || is_apostrophe(c)));
    let words = words.map(|word| word.trim_matches(is_apostrophe)).filter(|word| !word.is_empty()).take(HEARD);
    let mut found: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for word in words.filter(|word| word.len() <= LONGEST) {
        let word = word.to_lowercase().replace('\u{2019}', "'");
        let word = word.strip_suffix("'s").unwrap_or(&word);
        for part in word.split('\'').filter(|part| !part.is_empty() && !EMPTY.contains(part)) {
            if known.insert(part.to_string()) {
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
    fn who_says_too_much_is_not_heard() {
        let text: Vec<String> = (0..100_000).map(|i| format!("w{i}")).collect();
        assert_eq!(words(&text.join(" ")).len(), HEARD);
        assert_eq!(words(&format!("fox {} whale", "a".repeat(1_000_000))), ["fox", "whale"]);
    }

    #[test]
    fn groups_of_related_words() {
        let related: Vec<&str> = thesaurus().related(&stem("oceans")).map(|word| word.word).collect();
        assert!(related.contains(&"sea"), "{related:?}");
    }
}
