//! An engine as a process that reads and writes lines.

use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::launch::LAUNCH;
use super::lines::VARIANT;
use crate::limits::Bucket;

/// Longest line of an engine in bytes. The list of all line-ups of Epigo has 0.4 MB.
const LINE_BYTES: u64 = 1 << 20;
/// Lines that wait to be read. Beyond them the engine waits.
const LINES: usize = 64;
/// Bytes a second that an engine may write for a long time, and at once.
const OUTPUT_RATE: f64 = 512.0 * 1024.0;
const OUTPUT_BURST: f64 = 4096.0 * 1024.0;

/// How engines are started.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// This program.
    pub own: OsString,
    /// The program of the engine, and its arguments.
    pub command: Vec<OsString>,
    /// Most memory of a process in MiB.
    pub memory: u64,
    /// Time in which an engine has to answer.
    pub answer_time: Duration,
}

/// Why an engine does not answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineFailure {
    /// The process cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// The process has ended.
    #[error("has ended")]
    Ended,
    /// The process does not read or answer.
    #[error("does not answer")]
    Hangs,
    /// It lacks an option that the game needs.
    #[error("has no option {0}")]
    Option(&'static str),
    /// It refuses an option or the position.
    #[error("refuses the position")]
    Refuses,
    /// It has found no move.
    #[error("has found no move")]
    NoMove,
}

/// A process. Dropping it kills the process and those that it has started.
#[derive(Debug)]
pub struct Process {
    /// The options that the engine has, in lower case.
    options: Vec<String>,
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    answer_time: Duration,
}

impl Process {
    /// Starts an engine and asks for its options.
    pub async fn start(launcher: &Launcher) -> Result<Self, EngineFailure> {
        let mut command = Command::new(&launcher.own);
        command.arg(LAUNCH).arg(launcher.memory.to_string()).args(&launcher.command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(EngineFailure::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineFailure::Ended);
        };
        let (sender, lines) = mpsc::channel(LINES);
        tokio::spawn(read(output, sender));
        let mut process = Self { options: Vec::new(), child, input, lines, answer_time: launcher.answer_time };
        process.greet().await?;
        Ok(process)
    }

    /// Introduces itself to the engine, which then lists its options. An engine for UCI alone ignores `ugi`, and one for
    /// UGI alone ignores `uci`; the last one decides how scores are written.
    async fn greet(&mut self) -> Result<(), EngineFailure> {
        self.send("uci\nugi").await?;
        let mut options = Vec::new();
        let read = async {
            while let Some(line) = self.lines.recv().await {
                if matches!(line.split(' ').next(), Some("uciok" | "ugiok")) {
                    return Ok(());
                }
                let name = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "));
                options.extend(name.map(|(name, _)| name.to_lowercase()));
            }
            Err(EngineFailure::Ended)
        };
        timeout(self.answer_time, read).await.unwrap_or(Err(EngineFailure::Hangs))?;
        self.options = options;
        // The answer to the other word is skipped.
        self.prepare("").await
    }

    /// Whether the engine has an option, by its name in lower case.
    pub fn has_option(&self, name: &str) -> bool {
        let name = if name == "game" { VARIANT } else { name };
        self.options.iter().any(|option| option == name)
    }

    /// Sends a line, or several.
    pub async fn send(&mut self, text: &str) -> Result<(), EngineFailure> {
        let write = async {
            self.input.write_all(text.as_bytes()).await?;
            self.input.write_all(b"\n").await?;
            self.input.flush().await
        };
        match timeout(self.answer_time, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(EngineFailure::Ended),
            Err(_) => Err(EngineFailure::Hangs),
        }
    }

    /// The next line. `None` when the process has closed its output.
    pub async fn line(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// The next line, if there is one already.
    pub fn line_now(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// The first line that begins with a word, within a time. Lines before it go to `visit`.
    pub async fn until(
        &mut self,
        word: &str,
        time: Duration,
        mut visit: impl FnMut(&str),
    ) -> Result<String, EngineFailure> {
        let read = async {
            while let Some(line) = self.lines.recv().await {
                if line.split(' ').next() == Some(word) {
                    return Ok(line);
                }
                visit(&line);
            }
            Err(EngineFailure::Ended)
        };
        timeout(time, read).await.unwrap_or(Err(EngineFailure::Hangs))
    }

    /// Sends lines and waits until they are carried out. What the engine says to them is skipped.
    pub async fn prepare(&mut self, lines: &str) -> Result<(), EngineFailure> {
        self.prepare_and(lines, |_| ()).await
    }

    /// Sends lines and waits until they are carried out.
    ///
    /// # Errors
    /// The engine does not take one of them; otherwise it would search another position.
    pub async fn prepare_all(&mut self, lines: &str) -> Result<(), EngineFailure> {
        let mut error = None;
        let visit = |line: &str| {
            if line.starts_with("info string error") {
                error.get_or_insert_with(|| line.to_owned());
            }
        };
        self.prepare_and(lines, visit).await?;
        // Only the log has the text, which can name files of the server.
        error.map_or(Ok(()), |error| {
            log::warn!("an engine at a table: {error}");
            Err(EngineFailure::Refuses)
        })
    }

    /// The same with what the engine says to them.
    async fn prepare_and(&mut self, lines: &str, visit: impl FnMut(&str)) -> Result<(), EngineFailure> {
        let separator = if lines.is_empty() { "" } else { "\n" };
        self.send(&format!("{lines}{separator}isready")).await?;
        self.until("readyok", self.answer_time, visit).await.map(drop)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.start_kill();
    }
}

/// Passes the lines of an engine on, not faster than its rate. Stops at a line that is too long.
async fn read(output: ChildStdout, lines: mpsc::Sender<String>) {
    let mut output = BufReader::new(output);
    let mut bucket = Bucket::new(OUTPUT_RATE, OUTPUT_BURST);
    let mut line = Vec::new();
    while let Ok(read @ 1..) = (&mut output).take(LINE_BYTES).read_until(b'\n', &mut line).await {
        if line.last() != Some(&b'\n') && read as u64 == LINE_BYTES {
            return;
        }
        let wait = bucket.take(f64::from(read as u32));
        if !wait.is_zero() {
            sleep(wait).await;
        }
        let text = String::from_utf8_lossy(&line);
        if lines.send(text.trim_end_matches(['\r', '\n']).to_owned()).await.is_err() {
            return;
        }
        line.clear();
    }
}
