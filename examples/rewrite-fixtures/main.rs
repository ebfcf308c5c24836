//! Rewrites the fixture files that this repository makes itself, from the naive boards of the tests.
//!
//! ```sh
//! cargo run --release --features tools --example rewrite-fixtures
//! ```
//!
//! The files stay the same unless the naive boards or the choice of cases have changed.

#![expect(dead_code, reason = "the tests use more of the naive boards")]

mod custodial {
    pub mod generate;
    #[path = "../../../tests/rules/custodial/naive/mod.rs"]
    pub mod naive;
    #[path = "../../../tests/rules/custodial/random.rs"]
    pub mod random;
}

mod draughts {
    #[path = "../../../tests/rules/draughts/books.rs"]
    pub mod books;
    pub mod generate;
    #[path = "../../../tests/rules/draughts/naive.rs"]
    pub mod naive;
    #[path = "../../../tests/rules/draughts/random.rs"]
    pub mod random;
}

mod dvonn {
    pub mod features;
    pub mod generate;
    #[path = "../../../tests/rules/dvonn/naive.rs"]
    pub mod naive;
    #[path = "../../../tests/rules/dvonn/random.rs"]
    pub mod random;
    #[path = "../../../tests/rules/dvonn/text.rs"]
    mod text;
}

mod reversi {
    pub mod generate;
    #[path = "../../../tests/rules/reversi/naive.rs"]
    pub mod naive;
    #[path = "../../../tests/rules/reversi/random.rs"]
    pub mod random;
}

use std::fs;
use std::path::Path;

fn main() {
    custodial::generate::write_fixtures();
    draughts::generate::write_fixtures();
    dvonn::generate::write_fixtures();
    reversi::generate::write_fixtures();
}

/// Replaces a file as a whole.
///
/// # Panics
/// If the file cannot be written; the old file then stays unchanged.
fn replace(path: impl AsRef<Path>, text: String) {
    let path = path.as_ref();
    let temporary = path.with_extension("new");
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
