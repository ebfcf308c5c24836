//! Errors of the engine as exceptions of Python.

use petteia_core::FenError;
use petteia_engine::SessionError;
use petteia_ugi::{Code, Error};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The exception `petteia.errors.EngineError` for an error. `line` is the text that was refused.
pub fn exception(py: Python, error: impl Into<Error>, line: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let error = error.into();
    let code = error.code.to_string();
    let text = error.to_string();
    // The protocol's reply has the place and the text behind the code.
    let text = text.split_once(&format!("{code}: ")).map_or(text.as_str(), |(_, text)| text);
    match CLASS.import(py, "petteia.errors", "EngineError").and_then(|class| class.call1((code, text, line))) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// The exception for a text that is no position of a game.
pub fn bad_fen(py: Python, error: &FenError, fen: &str) -> PyErr {
    exception(py, Error::at(Code::BadFen, error.at, &error.expected, &error.found), fen)
}

/// Makes the exception for a refusal by the game.
pub fn refuse<'a>(py: Python<'a>, line: &'a str) -> impl FnOnce(SessionError) -> PyErr + 'a {
    move |error| exception(py, error, line)
}
