//! The boards of petteia as the module `petteia._petteia` for Python: rules, arrays for learning and batches of games.
//!
//! The package `petteia` around it has the documented interface. Errors are those of `petteia.errors`, so that boards and
//! engines raise the same.

mod arguments;
mod arrays;
mod batch;
mod board;
mod dixit;
mod encoding;
mod errors;
mod job;
mod rules;

use pyo3::prelude::*;

/// The rules of the games, and arrays of numbers for programs that learn.
#[pymodule]
mod _petteia {
    use petteia_engine::VARIANTS;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::VecBoardCore;
    #[pymodule_export]
    use crate::board::BoardCore;
    #[pymodule_export]
    use crate::rules::RulesCore;

    /// The names of all games.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        VARIANTS.iter().map(|variant| variant.name).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
