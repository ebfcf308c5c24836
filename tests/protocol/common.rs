//! The engine as a process, with its pipes and its exit code.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Time limit of each read. An answer takes less unless the engine hangs.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// The engine's binary.
pub const BINARY: &str = env!("CARGO_BIN_EXE_petteia");

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// The last line sent, for messages.
    said: String,
}

impl Engine {
    /// Starts the engine with command line arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(BINARY)
            .args(arguments)
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, output) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, output, said: String::new() }
    }

    /// Writes a line.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        self.said = String::from_utf8_lossy(line.as_ref()).chars().take(200).collect();
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line.as_ref(), b"\n"].concat()).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line of output; `None` at its end.
    ///
    /// # Panics
    /// If the engine writes nothing for [`TIMEOUT`].
    pub fn line(&self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.output.recv_timeout(TIMEOUT) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("nothing for {TIMEOUT:?} after '{}'", self.said),
        }
    }

    /// Writes a line; returns its answer, the next line of output.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line().unwrap_or_else(|| panic!("no answer to '{line}' before the end"))
    }

    /// Reads lines until one begins with this word; returns that line.
    pub fn until(&self, word: &str) -> String {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("no {word} before the end"));
            if line.split(' ').next() == Some(word) {
                return line;
            }
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the input; returns the rest of the output and the exit code.
    pub fn finish(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let rest: Vec<String> = std::iter::from_fn(|| self.line()).collect();
        let status = self.child.wait().expect("the process ends");
        (rest, status.code())
    }
}

impl Drop for Engine {
    /// Kills the process, so that a failed test leaves nothing running.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with an extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// Runs a conversation line by line. Each line of `text` is one of
///
/// ```text
/// # a comment
/// $ --batch        command line arguments
/// > go depth 2     sent to the engine
/// bestmove ...     read from it, see [`matches`]
/// ...              read from it: any lines, up to the one that matches the next line here
/// = 3              the exit code after the end of the input; 0 without this line
/// ```
///
/// Empty lines are ignored on both sides.
///
/// # Panics
/// If the engine writes anything else, or more lines at the end.
pub fn converse(name: &str, text: &str) {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let arguments = lines.iter().find_map(|line| line.strip_prefix("$ ")).unwrap_or_default();
    let mut engine = Engine::start(&arguments.split_whitespace().collect::<Vec<_>>());
    let mut code = 0;
    let mut skipping = false;
    for (i, line) in lines.iter().enumerate() {
        if line.is_empty() || line.starts_with("# ") || line.starts_with("$ ") {
            continue;
        }
        if let Some(command) = line.strip_prefix('>') {
            engine.send(command.strip_prefix(' ').unwrap_or(command));
        } else if let Some(number) = line.strip_prefix("= ") {
            code = number.parse().expect("an exit code");
        } else if *line == "..." {
            skipping = true;
        } else {
            let place = format!("{name}, line {}: expected '{line}'", i + 1);
            loop {
                let heard = next_line(&engine).unwrap_or_else(|| panic!("{place}, found the end"));
                if matches(line, &heard) {
                    break;
                }
                assert!(skipping, "{place}, found '{heard}'");
            }
            skipping = false;
        }
    }
    let (mut rest, found) = engine.finish();
    rest.retain(|line| !line.is_empty());
    assert!(rest.is_empty() || skipping, "{name}: said at the end: {rest:#?}");
    assert_eq!(found, Some(code), "{name}: exit code");
}

fn next_line(engine: &Engine) -> Option<String> {
    std::iter::from_fn(|| engine.line()).map(|line| line.trim_end().to_owned()).find(|line| !line.is_empty())
}

/// Compares output with the expected lines, with the wildcards of [`converse`].
///
/// # Panics
/// If they differ.
pub fn compare(name: &str, expected: &[&str], found: &str) {
    let mut lines = found.lines().filter(|line| !line.is_empty());
    let mut skipping = false;
    for expected in expected.iter().filter(|line| !line.is_empty()) {
        if *expected == "..." {
            skipping = true;
            continue;
        }
        let line = if skipping { lines.find(|line| matches(expected, line)) } else { lines.next() };
        let line = line.unwrap_or_default();
        assert!(matches(expected, line), "{name}: expected '{expected}' in\n{found}");
        skipping = false;
    }
    assert!(skipping || lines.next().is_none(), "{name}: more than expected in\n{found}");
}

/// Whether a line matches a pattern: `<n>` stands for a number, `<m>` for a word and `...` for any text.
pub fn matches(pattern: &str, line: &str) -> bool {
    type Fits = fn(&str) -> bool;
    const WILDCARDS: [(&str, Fits); 3] = [
        ("<n>", |found| found.parse::<i64>().is_ok()),
        ("<m>", |found| !found.is_empty() && !found.contains(' ')),
        ("...", |_| true),
    ];
    let mut rest = pattern;
    // The places in the line where a match of the pattern before `rest` can end.
    let mut places = BTreeSet::from([0]);
    loop {
        let next = WILDCARDS.iter().filter_map(|(mark, fits)| Some((rest.find(mark)?, mark, fits)));
        let Some((at, mark, fits)) = next.min_by_key(|next| next.0) else {
            return places.iter().any(|&place| &line[place..] == rest);
        };
        let literal = &rest[..at];
        rest = &rest[at + mark.len()..];
        let starts = places.iter().filter(|&&place| line[place..].starts_with(literal)).map(|place| place + at);
        // Whatever another start leads to, the first one leads to with any text.
        let starts = starts.take(if *mark == "..." { 1 } else { usize::MAX });
        let ends = |start: usize| (start..=line.len()).filter(move |&end| line.is_char_boundary(end));
        places = starts.flat_map(|start| ends(start).filter(move |&end| fits(&line[start..end]))).collect();
    }
}

/// Runs a command with this input, and waits for its end.
pub fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let pipe = Stdio::piped;
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // A program that has left reads no more.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    output
}
