//! Texts from outside, made safe for one line of output.

use std::any::Any;

/// The text with its control characters escaped, so that it stays on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}

/// The message of a panic.
#[must_use]
pub fn panic_message(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref().copied());
    text.unwrap_or("a panic without a text")
}
