//! A line that nobody else may see: nothing is shown, completed, remembered or kept for a later line.

use std::io;

use super::console::ConsoleInput;

/// Longest line, in bytes.
const MAX_LENGTH: usize = 4_096;

const INTERRUPT: u8 = 0x03;
const END: u8 = 0x04;
const BACKSPACE: u8 = 0x08;
const DELETE_LINE: u8 = 0x15;
const DELETE_WORD: u8 = 0x17;
const SUSPEND: u8 = 0x1a;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

/// Reads a line from the keys of a terminal. `next` is the next byte, `None` at the end of the input. `suspend` stops
/// the program.
///
/// # Errors
/// Those of `next`.
pub fn read(mut next: impl FnMut() -> io::Result<Option<u8>>, suspend: impl Fn()) -> io::Result<ConsoleInput> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let Some(mut byte) = next()? else { return Ok(ConsoleInput::End) };
        if byte == ESCAPE {
            match skip_sequence(&mut next)? {
                Some(after) => byte = after,
                None => continue,
            }
        }
        match byte {
            b'\r' | b'\n' => break,
            INTERRUPT => return Ok(ConsoleInput::Interrupt),
            END if line.is_empty() => return Ok(ConsoleInput::End),
            SUSPEND => suspend(),
            BACKSPACE | DELETE => delete_letter(&mut line),
            DELETE_LINE => line.clear(),
            DELETE_WORD => {
                while line.last().is_some_and(u8::is_ascii_whitespace) {
                    line.pop();
                }
                while line.last().is_some_and(|byte| !byte.is_ascii_whitespace()) {
                    line.pop();
                }
            }
            0..0x20 => {}
            _ if line.len() == MAX_LENGTH => is_too_long = true,
            _ => line.push(byte),
        }
    }
    if is_too_long {
        return Ok(ConsoleInput::Refused(format!("expected a line of at most {MAX_LENGTH} bytes, found a longer one")));
    }
    Ok(match String::from_utf8(line) {
        Ok(line) => ConsoleInput::Line(line),
        Err(_) => ConsoleInput::Refused("expected UTF-8, found something else".into()),
    })
}

/// Removes the last character, which may have several bytes.
fn delete_letter(line: &mut Vec<u8>) {
    while line.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
}

/// Skips the keys that a terminal sends as an escape and other bytes, such as the arrows. Returns a byte that is not
/// part of them.
fn skip_sequence(next: &mut impl FnMut() -> io::Result<Option<u8>>) -> io::Result<Option<u8>> {
    match next()? {
        Some(b'[') => while next()?.is_some_and(|byte| !(0x40..=0x7e).contains(&byte)) {},
        Some(b'O') => drop(next()?),
        other => return Ok(other.filter(|byte| *byte < 0x20)),
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[u8]) -> ConsoleInput {
        let mut keys = keys.iter().copied();
        read(|| Ok(keys.next()), || ()).expect("no error")
    }

    #[test]
    fn keys_edit_the_line() {
        for (keys, line) in [
            (&b"1234X567\r1"[..], "1234X567"),
            (b"abc\x7f\x08d\n", "ad"),
            ("a\u{e9}\u{1f600}\x7f\x7f!\r".as_bytes(), "a!"),
            (b"give 12\x15vote 3\r", "vote 3"),
            (b"clue 3 a quiet \x17sea\r", "clue 3 a sea"),
            (b"v\x1b[A\x1b[1;5D\x1bOAote\x1bx\t 2\r", "vote 2"),
            (b"\x7f\x15\x17\r", ""),
            (b"a\x04b\x1b\r", "ab"),
            // A secret of the line before is not brought back.
            (b"\x19\x1f\x1b[A\x10\r", ""),
        ] {
            assert_eq!(typed(keys), ConsoleInput::Line(line.into()), "{keys:?}");
        }
    }

    #[test]
    fn what_is_no_line() {
        assert_eq!(typed(b"1234\x03"), ConsoleInput::Interrupt);
        assert_eq!(typed(b"\x04"), ConsoleInput::End);
        assert_eq!(typed(b"1234"), ConsoleInput::End);
        assert!(matches!(typed(b"\xff\r"), ConsoleInput::Refused(_)));
        assert!(matches!(typed(&[&[b'a'; 5_000][..], b"\r"].concat()), ConsoleInput::Refused(_)));
    }
}
