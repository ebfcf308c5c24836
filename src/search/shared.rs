//! What the threads of one search share.

use super::meter::Meter;
use super::table::Table;
use super::underway::Underway;

/// The table, and the end of the search.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Number of this search, for the age of table entries.
    pub age: u8,
    /// What the threads are at.
    pub underway: Underway,
    /// When it ends.
    pub meter: Meter<'a>,
}

impl<'a> Shared<'a> {
    /// A search about to begin.
    pub fn new(table: &'a Table, meter: Meter<'a>, threads: usize) -> Self {
        Self { table, age: table.next_age(), underway: Underway::new(threads), meter }
    }
}
