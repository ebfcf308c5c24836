//! Arguments from Python. `petteia.words` checks those of every kind; what is common takes a short way here.

use petteia_core::words::quoted;
use petteia_draw::{Options, Theme};
use petteia_ugi::{Code, Error};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyModule, PyString};

use crate::errors::exception;

/// Calls a function of `petteia.words`.
fn checked<'py>(function: &str, value: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(value.py(), "petteia.words")?.getattr(function)?.call1((value, what))
}

/// Calls something with a word: text without blanks that is not empty.
///
/// # Errors
/// `TypeError` or `ArgumentError`: the value is not a word.
pub fn with_word<T>(value: &Bound<PyAny>, what: &str, act: impl FnOnce(&str) -> PyResult<T>) -> PyResult<T> {
    if let Ok(text) = value.cast::<PyString>()
        && let Ok(text) = text.to_str()
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_graphic())
    {
        return act(text);
    }
    let word: String = checked("word", value, what)?.extract()?;
    act(&word)
}

/// A whole number from 0 to the largest of its type.
///
/// # Errors
/// `TypeError`: the value is no whole number. `EngineError`: it is too small or too large.
pub fn number(value: &Bound<PyAny>, what: &str) -> PyResult<u32> {
    let py = value.py();
    let digits = if value.is_exact_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        value.str()?
    } else {
        checked("number", value, what)?.cast_into::<PyString>()?
    };
    let digits = digits.to_str()?;
    digits.parse().map_err(|_| {
        let text = format!("{what}: expected a number from 0 to {}, found {digits}", u32::MAX);
        exception(py, Error::new(Code::BadNumber, text), "")
    })
}

/// The number of a seat, if one is given.
///
/// # Errors
/// The value is no whole number.
pub fn seat_of(seat: Option<&Bound<PyAny>>) -> PyResult<Option<u32>> {
    seat.map(|seat| number(seat, "seat")).transpose()
}

/// The text of a position.
///
/// # Errors
/// `TypeError` or `ArgumentError`: the value is something else.
pub fn position(value: &Bound<PyAny>) -> PyResult<String> {
    PyModule::import(value.py(), "petteia.words")?.getattr("position")?.call1((value,))?.extract()
}

/// How a picture is drawn.
///
/// # Errors
/// There is no such theme, or the picture cannot be so wide.
pub fn picture_options(theme: &str, turned: bool, coordinates: bool, size: Option<u32>) -> Result<Options, Error> {
    let theme = Theme::find(theme).ok_or_else(|| {
        Error::new(Code::Syntax, format!("theme: expected light, dark, print or contrast, found {}", quoted(theme)))
    })?;
    if let Some(size) = size.filter(|size| !(1..=Options::MAX_SIZE).contains(size)) {
        let text = format!("size: expected a width from 1 to {}, found {size}", Options::MAX_SIZE);
        return Err(Error::new(Code::BadNumber, text));
    }
    Ok(Options { theme, turned, coordinates, size, ..Options::default() })
}
