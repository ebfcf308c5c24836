//! Texts from outside, made safe for one line of output.

use std::any::Any;
use std::borrow::Cow;

/// The text with its control characters escaped, so that it stays on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}

/// The text of a file: UTF-8 where it is that, else Latin-1. A byte order mark is left out.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The message of a panic.
#[must_use]
pub fn panic_text(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref().copied());
    text.unwrap_or("a panic without a text")
}
