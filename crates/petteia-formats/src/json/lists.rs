//! Values of the objects that serde does not derive: moves, and names with values.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::record::MAX_MOVES;

/// The words of the moves: a list, or one string.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Moves(pub Vec<String>);

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MovesVisitor)
    }
}

struct MovesVisitor;

impl MovesVisitor {
    /// Adds a word, up to the limit.
    fn push<E: serde::de::Error>(words: &mut Vec<String>, word: String) -> Result<(), E> {
        if words.len() >= MAX_MOVES {
            return Err(E::custom(format!("more than {MAX_MOVES} moves")));
        }
        words.push(word);
        Ok(())
    }
}

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("moves, as a list of words or as words in one string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Moves, E> {
        let mut words = Vec::new();
        text.split_whitespace().try_for_each(|word| Self::push(&mut words, word.to_owned()))?;
        Ok(Moves(words))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element()? {
            Self::push(&mut words, word)?;
        }
        Ok(Moves(words))
    }
}

/// Names and values in their order.
#[derive(Default)]
pub(super) struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TagVisitor)
    }
}

struct TagVisitor;

impl<'de> Visitor<'de> for TagVisitor {
    type Value = Tags;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
        let mut tags = Vec::new();
        while let Some(tag) = map.next_entry()? {
            tags.push(tag);
        }
        Ok(Tags(tags))
    }
}
