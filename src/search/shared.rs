//! What the threads of one search share.

use super::meter::Meter;
use super::table::Table;

/// The table, and the end of the search.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Number of this search, for the age of table entries.
    pub age: u8,
    /// When it ends.
    pub meter: Meter<'a>,
}

impl<'a> Shared<'a> {
    /// A search about to begin.
    pub fn new(table: &'a Table, meter: Meter<'a>) -> Self {
        Self { table, age: table.next_age(), meter }
    }
}
