//! Moves from an opening book in place of a search.

use std::path::Path;
use std::sync::Arc;

use petteia_book::{Book, choose, line};
use petteia_core::chance::Purpose;
use petteia_core::options::FileValue;
use petteia_core::{Notation, Position, Searchable};
use petteia_search::{Bound, GameHistory, SearchInfo, SearchOptions};

/// The use of an opening book.
#[derive(Clone, Debug)]
pub struct BookUse {
    /// Name of the game.
    pub game: &'static str,
    /// The book. Without one a note says so.
    pub book: Option<Arc<Book>>,
    /// The plies of a game from which on it is not used.
    pub plies: usize,
}

/// Greatest length of the line of a book move, in plies.
const LINE: usize = 12;

/// Opens the file of a book.
pub(super) fn open(path: &Path) -> Result<FileValue, String> {
    let book = petteia_book::open(path).map_err(|error| error.to_string())?;
    Ok(Arc::new(book))
}

/// What an opening book says of a position.
pub(super) struct BookAnswer<M> {
    /// The move, and the best moves behind it by the book.
    pub line: Vec<M>,
    /// The score, if searches have found one.
    pub info: Option<SearchInfo<M>>,
}

impl BookUse {
    /// Makes sure that there is a book of this game.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub(super) fn check<P: Position>(&self) -> Result<&Book, String> {
        let book = self.book.as_deref().ok_or("expected a Book File for OwnBook, found none")?;
        book.check::<P>(self.game)?;
        Ok(book)
    }
}

/// Draws a move of a book. Moves that repeat a position of the game are left to the search.
pub(super) fn answer<P: Searchable + Notation>(
    book: &Book,
    position: P,
    history: &GameHistory,
    options: &SearchOptions,
) -> Option<BookAnswer<P::Move>> {
    let is_new = |m| !history.keys.contains(&position.after(m).key());
    let rng = &mut options.chance.stream(Purpose::Book, position.key());
    let chosen = choose(book, &position, is_new, rng)?;
    let mut pv = vec![chosen.m];
    pv.extend(line(book, position.after(chosen.m), LINE - 1));
    let info = chosen.score.map(|score| SearchInfo {
        depth: 1,
        sel_depth: pv.len() as u32,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        proved: false,
        moves_to_end: None,
        nodes: 0,
        hash_full: 0,
        tb_hits: None,
        time: std::time::Duration::ZERO,
        pv: pv.clone(),
    });
    Some(BookAnswer { line: pv, info })
}
