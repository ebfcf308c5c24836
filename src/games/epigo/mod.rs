//! Epigo: seven numbered tiles a side, three secret orders a turn. The numbered points in the
//! comments are these:
//!
//! 1. The board is 8x8 with its corners cut: ranks 1 and 8 have the files c to f, ranks 2 and 7 b to g.
//! 2. Each side secretly lines up its tiles 1 to 7 and an X, White (p1) on rank 4, Black on rank 5. Both
//!    line-ups are shown and the X are taken away.
//! 3. In a turn each side secretly orders three different tiles about, each to go north, east, south or
//!    west. The order of a captured tile may be used too; it goes nowhere.
//! 4. The three slots are carried out one after another. Equal numbers cancel each other, also when a tile
//!    is off the board; else the higher number goes first. The order of a tile off the board does nothing.
//! 5. A tile whose next square is off the board leaves it and is captured by the opponent.
//! 6. An empty next square is entered. If no enemy tile is beside that square, the tile goes on to the
//!    square after it, if that is an empty square of the board.
//! 7. Else it pushes: counted from the mover to the first gap or edge, enemy tiles must nowhere outnumber
//!    own ones, or nothing moves. The row shifts by one; a tile pushed off is captured by its opponent.
//! 8. Who has lost three tiles has lost, at once and also by its own doing.
//! 9. When the turn to come is the 101st or a later one, the game is drawn.

pub mod board;
pub mod eval;
pub mod notation;
pub mod orders;
pub mod position;
mod turn;

pub use orders::{Choice, Lineup, Order, Plan};
pub use position::{Epigo, Tile};
pub use turn::{Deed, Event};
