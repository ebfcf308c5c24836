//! Files that survive interruption.
//!
//! * [`Replacement`] and [`replace`]: a file is replaced as a whole or not at all.
//! * [`AppendFile`]: a locked file of lines to which an interrupted program appends when it runs again.
//! * [`FileLock`]: a file that one run at a time reads and replaces.
//! * [`open_regular`] and [`open_input`]: files are opened only if they are what a program can read to the end.
//! * [`InputLine`]: lines of an input, of any length and in any encoding, with limited memory.
//! * [`FileError`]: every error names its file.
//!
//! ```
//! use petteia_files::{AppendFile, FileError, FileLine, replace};
//!
//! let path = std::env::temp_dir().join(format!("petteia-files-{}", std::process::id()));
//! replace(&path, b"first\nsec")?;
//! let mut file = AppendFile::open(&path, "example")?;
//! let mut lines = 0;
//! file.check::<FileError>(|_, line| {
//!     lines += u32::from(matches!(line, FileLine::Complete(_)));
//!     Ok(())
//! })?;
//! // The next line replaces the incomplete one.
//! file.append("second\n")?;
//! file.finish()?;
//! assert_eq!((lines, std::fs::read(&path).unwrap()), (1, b"first\nsecond\n".to_vec()));
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), FileError>(())
//! ```

mod append_file;
mod error;
mod file_lock;
mod input_line;
mod open;
mod replacement;

pub use append_file::{AppendFile, FileLine, can_begin_with, lock_directory, read_lines};
pub use error::FileError;
pub use file_lock::FileLock;
pub use input_line::{InputLine, LineError, MAX_LINE_BYTES, read_line};
pub use open::{
    SkipBom, check_input, is_same_file, is_standard_input, open_input, open_regular, regular_file_metadata, without_bom,
};
pub use replacement::{Replacement, remove_abandoned, replace};
