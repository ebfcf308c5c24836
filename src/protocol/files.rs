//! Files that a line of the protocol names: regular ones of a bounded size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a text file of at most `limit` bytes.
///
/// # Errors
/// It is no regular file, larger than that, no text, or cannot be read. The error names the file and nothing in it.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    let read = || -> io::Result<String> {
        // Asked before the file is opened, because opening a pipe waits for a writer.
        let is_file = fs::metadata(path)?.is_file();
        let refuse = |what: String| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        if !is_file {
            return refuse("wanted a regular file, found something else".into());
        }
        let mut text = String::new();
        File::open(path)?.take(limit + 1).read_to_string(&mut text)?;
        if text.len() as u64 > limit {
            return refuse(format!("wanted at most {limit} bytes, found more"));
        }
        Ok(text)
    };
    read().map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_files_up_to_the_limit() {
        let path = Path::new("Cargo.toml");
        let length = fs::metadata(path).expect("the manifest").len();
        assert!(read_text(path, length).is_ok_and(|text| text.len() as u64 == length));
        assert!(read_text(path, length - 1).is_err_and(|error| error.starts_with("Cargo.toml: wanted at most ")));
        for path in ["src", "/dev/zero", "/dev/null"] {
            let error = read_text(Path::new(path), 10).expect_err(path);
            assert!(error.ends_with("wanted a regular file, found something else"), "{error}");
        }
        assert!(read_text(Path::new("no/such/file"), 10).is_err());
    }
}
