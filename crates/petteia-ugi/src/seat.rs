//! The seat that a line is about.

use petteia_engine::Engine;

use crate::Error;

/// A seat that a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatWord<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// What proves that the line is from this seat.
    pub token: Option<&'a str>,
}

impl SeatWord<'_> {
    /// The number of the seat, if an engine may answer the line.
    ///
    /// # Errors
    /// [`Engine::check_token`] refuses the token.
    pub fn admit(self, engine: &Engine) -> Result<u32, Error> {
        engine.check_token(self.number, self.token)?;
        Ok(self.number)
    }
}
