//! The answers of `query`.

use crate::{Error, Query};
use petteia_engine::{Engine, options};

impl Query {
    /// The answer of an engine, without the word `response`.
    ///
    /// # Errors
    /// There is no position, the game has no such thing, or it is a secret.
    pub fn answer(self, engine: &Engine) -> Result<String, Error> {
        let game = || engine.game();
        Ok(match self {
            Self::Variant => engine.options().variant.name.into(),
            Self::Variants => options::names(engine.variants()).join(" "),
            Self::GameOver => game()?.result().is_some().to_string(),
            Self::P1Turn => game()?.p1_turn().to_string(),
            Self::Result => game()?.result().map_or_else(|| "none".into(), |result| result.to_string()),
            Self::Reason => game()?.reason().unwrap_or("none").into(),
            Self::Score => game()?.scores().iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
            Self::Fen => game()?.fen(),
            Self::StartFen => game()?.start_fen(),
            Self::Line => game()?.played_moves().join(" "),
            Self::Round => game()?.last_round()?.map_or_else(|| "none".into(), |round| round.to_string()),
            Self::Key => format!("{:016X}", game()?.key()),
            Self::Eval => game()?.evaluate()?.to_string(),
            Self::Seed => engine.seed()?.to_string(),
        })
    }
}
