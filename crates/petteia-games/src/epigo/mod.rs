//! Epigo: each side has seven numbered tiles and gives three secret orders a turn. Comments cite these points of the
//! rules:
//!
//! 1. The board is 8x8 without its corners: ranks 1 and 8 have the files c to f, ranks 2 and 7 the files b to g.
//! 2. Each side secretly lines up its tiles 1 to 7 and an X, White (p1) on rank 4, Black on rank 5. Both line-ups are
//!    revealed, and both X are removed.
//! 3. In a turn each side secretly gives orders to three different tiles: to go north, east, south or west. An order to
//!    a captured tile is legal and has no direction.
//! 4. The three slots are carried out one after another. Equal numbers cancel each other, even when a tile is off the
//!    board. Otherwise the higher number goes first. An order to a tile off the board does nothing.
//! 5. A tile whose next square is off the board leaves the board, and the opponent captures it.
//! 6. A tile slides to an empty next square. If no enemy tile is beside that square, it slides one square further, if
//!    that is an empty square of the board.
//! 7. If the next square is occupied, the tile pushes: the row from the tile to the first gap or edge shifts by one
//!    square. The push is blocked, and nothing moves, if enemy tiles outnumber own tiles at any point of the row,
//!    counted from the tile. A tile pushed off the board is captured by its opponent.
//! 8. A side that has lost three tiles has lost the game, at once and even by its own orders.
//! 9. The game is drawn when the next turn is the 101st or a later one. Counts of joint turns ignore this.
//!
//! ```
//! use petteia_games::epigo::{Choice, Lineup};
//! use petteia_games::{Epigo, Side, Simultaneous, SimultaneousNotation};
//!
//! let start = Epigo::default();
//! let lineup = Choice::Lineup(Lineup([1, 2, 3, 0, 4, 5, 6, 7]));
//! let position = start.play([lineup, start.read_choice(Side::Second, "765X4321")?])?;
//! let [white, black] = Side::BOTH.map(|side| position.legal_choices(side)[0]);
//! println!("{}", position.diagram());
//! let after = position.play([white, black])?;
//! assert_eq!((after.turn(), after.count_choices(Side::First)), (2, 13_440));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod encode;
#[cfg(feature = "evaluations")]
pub mod eval;
mod features;
pub mod handcrafted;
mod notation;
mod orders;
pub mod position;
mod replies;
mod turn;
pub mod weights;

pub use orders::{Choice, Lineup, Order, Plan};
pub use position::{Epigo, Tile};
pub use turn::{Event, EventKind};
