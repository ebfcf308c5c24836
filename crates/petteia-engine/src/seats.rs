//! The seats of a table: their names, and the tokens that prove who sends a line.

use std::collections::BTreeMap;

use petteia_core::RandomSource;
use petteia_core::chance::Purpose;
use rand::RngCore;
use subtle::ConstantTimeEq;

use crate::Engine;
use crate::entropy::new_key;
use crate::error::EngineError;
use crate::report::SessionError;

/// Longest name of a seat, in characters.
const MAX_NAME: usize = 64;

/// What the `expected` part of an error says about names.
pub const NAME_RULE: &str = "a name of at most 64 characters, none of them a control character";

/// The names and the tokens of the seats. They belong to the table: they stay when the game changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Seats {
    /// The names, by the number of the seat, from 1.
    pub(super) names: BTreeMap<u32, String>,
    /// The key that the tokens are made of, while they are switched on.
    pub(super) token_key: Option<RandomSource>,
}

/// Whether a name can have a character: it controls neither a terminal, nor lines, nor the direction of other text
/// (Unicode `Bidi_Control`), and is no byte order mark.
#[must_use]
pub fn is_name_character(c: char) -> bool {
    let controls_text = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    );
    !c.is_control() && !controls_text
}

/// Whether a text can be the name of a seat: it is short, has only [characters](is_name_character) of names, and has no
/// blank at its ends.
#[must_use]
pub fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().count()) && text.chars().all(is_name_character) && text.trim() == text
}

/// The token of a seat: 128 bits of the `ChaCha20` stream of the key, which no other token tells anything about.
fn token(key: &RandomSource, seat: u32) -> String {
    let mut stream = key.stream(Purpose::Token, seat.into());
    format!("{:016x}{:016x}", stream.next_u64(), stream.next_u64())
}

impl Engine {
    /// The name of a seat, from 1.
    #[must_use]
    pub fn seat_name(&self, seat: u32) -> Option<&str> {
        self.seats.names.get(&seat).map(String::as_str)
    }

    /// Names a seat, or takes its name away.
    ///
    /// # Errors
    /// There is no position or no such seat, or the text [is no name](is_name).
    pub fn set_seat_name(&mut self, seat: u32, name: Option<&str>) -> Result<(), EngineError> {
        let seats = self.game()?.seats();
        if !(1..=seats).contains(&seat) {
            return Err(SessionError::Seat { seats, found: seat }.into());
        }
        match name {
            Some(name) if is_name(name) => self.seats.names.insert(seat, name.into()),
            Some(_) => return Err(EngineError::Malformed(format!("expected {NAME_RULE}"))),
            None => self.seats.names.remove(&seat),
        };
        Ok(())
    }

    /// Makes a new token for each seat, and from now on [checks](Engine::check_token) them. Returns the tokens in the
    /// order of the seats.
    ///
    /// # Errors
    /// There is no position, or the operating system has no random bytes.
    pub fn switch_tokens_on(&mut self) -> Result<Vec<String>, EngineError> {
        let seats = self.game()?.seats();
        let key = new_key()?;
        self.seats.token_key = Some(key);
        Ok((1..=seats).map(|seat| token(&key, seat)).collect())
    }

    /// Checks no tokens any more.
    pub fn switch_tokens_off(&mut self) {
        self.seats.token_key = None;
    }

    /// Checks that a line of a seat may be answered: it has the token of the seat, or tokens are off and it has none.
    /// The comparison takes the same time wherever the texts differ.
    ///
    /// # Errors
    /// It may not. The error is the same for every seat, whether it exists or not.
    pub fn check_token(&self, seat: u32, found: Option<&str>) -> Result<(), EngineError> {
        let is_right = match (&self.seats.token_key, found) {
            (None, None) => true,
            (None, Some(_)) => return Err(EngineError::Unsupported("expected no token: tokens are off")),
            (Some(_), None) => false,
            (Some(key), Some(found)) => token(key, seat).as_bytes().ct_eq(found.as_bytes()).into(),
        };
        if is_right { Ok(()) } else { Err(EngineError::Unsupported("expected the token of the seat")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VARIANTS;

    #[test]
    fn names() {
        for name in ["Anna", "A", "안나", "<b>O'Neil & \"Co\"</b>", &"x".repeat(64)] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            " Anna",
            "a\tb\u{7}",
            "a\u{1b}[31m",
            "a\u{202e}b",
            "a\u{200f}b",
            "a\u{61c}b",
            "a\u{85}",
            &"x".repeat(65),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }

    #[test]
    fn every_seat_has_a_token_of_its_own() {
        let dixit = VARIANTS.iter().find(|variant| variant.name == "dixit").expect("the game");
        let mut engine = Engine::new(VARIANTS, dixit).expect("an engine");
        assert!(engine.check_token(1, None).is_ok() && engine.check_token(1, Some("x")).is_err());
        let tokens = engine.switch_tokens_on().expect("tokens");
        assert!(tokens.len() == 4 && tokens.iter().all(|token| token.len() == 32));
        for (seat, token) in (1..).zip(&tokens) {
            for other in 0..6 {
                assert_eq!(engine.check_token(other, Some(token)).is_ok(), other == seat);
            }
            let mut wrong = token.clone();
            let last = wrong.pop();
            assert!(engine.check_token(seat, Some(&wrong)).is_err());
            wrong.push(if last == Some('0') { '1' } else { '0' });
            assert!(engine.check_token(seat, Some(&wrong)).is_err());
            assert!(
                engine.check_token(seat, Some(&token.to_uppercase())).is_err() || !token.contains(char::is_alphabetic)
            );
        }
        assert!(engine.check_token(1, None).is_err() && engine.check_token(1, Some("")).is_err());
        assert_ne!(engine.switch_tokens_on().expect("tokens")[0], tokens[0]);
        assert!(engine.check_token(1, Some(&tokens[0])).is_err());
        engine.switch_tokens_off();
        assert!(engine.check_token(1, None).is_ok());
    }
}
