//! Texts of others in lines of our own.

use std::any::Any;

/// A text with its control characters as escapes, so that it stays in its line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// What a panic said.
#[must_use]
pub fn panic_text(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref().copied());
    text.unwrap_or("a panic without a text")
}
