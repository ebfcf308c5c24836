//! The program as a process, and the processes that it starts.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::case::{Case, Input};
use super::terminal::Terminal;

/// Limit of the output that is kept.
const MOST_OUTPUT: usize = 4 << 20;

/// Time between two looks at a process.
const PAUSE: Duration = Duration::from_millis(5);

/// The bytes that a process has written so far.
#[derive(Clone, Default)]
pub struct Output {
    bytes: Arc<Mutex<Vec<u8>>>,
    has_ended: Arc<AtomicBool>,
}

impl Output {
    /// Collects what comes from a reader, on a thread of its own.
    pub fn collect(mut reader: impl Read + Send + 'static) -> Self {
        let output = Self::default();
        let collected = output.clone();
        thread::spawn(move || {
            let mut bytes = [0; 1 << 13];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut kept = collected.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_OUTPUT.saturating_sub(kept.len());
                kept.extend_from_slice(&bytes[..count.min(room)]);
            }
            collected.has_ended.store(true, Ordering::Release);
        });
        output
    }

    /// An output that nothing writes to.
    fn none() -> Self {
        let output = Self::default();
        output.has_ended.store(true, Ordering::Release);
        output
    }

    /// Waits for the end of the output, but not for a process that is left behind and keeps it open.
    fn wait(&self) {
        let end = Instant::now() + Duration::from_millis(500);
        while !self.has_ended.load(Ordering::Acquire) && Instant::now() < end {
            sleep(PAUSE);
        }
    }

    fn len(&self) -> usize {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub fn text(&self) -> String {
        self.text_from(0)
    }

    /// The text behind so many bytes.
    fn text_from(&self, start: usize) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(bytes.get(start..).unwrap_or_default()).into_owned()
    }
}

/// A running program.
pub struct Running {
    child: Child,
    input: Option<Box<dyn Write + Send>>,
    terminal: Option<Terminal>,
    pub output: Output,
    pub errors: Output,
    folder: PathBuf,
    deadline: Instant,
    /// The length of standard output and of standard error up to the last text waited for.
    read: [usize; 2],
    /// The most memory seen, in KiB.
    memory: u64,
}

/// How a program ended.
pub struct Ended {
    /// `None` if it did not end in time and was killed.
    pub status: Option<ExitStatus>,
    pub output: String,
    pub errors: String,
    /// The most memory in MiB.
    pub memory: u64,
    /// The terminal has other settings than before.
    pub has_changed_terminal: bool,
}

/// The variable by which the processes of a case are found.
const MARK: &str = "PETTEIA_SIEGE";

/// A shell that runs a script in a folder, with the program as `$PETTEIA`.
pub fn shell(script: &str, folder: &Path, program: &Path, mark: &str) -> Command {
    // Signals that are ignored here, as in a background job, are not ignored there.
    let mut command = Command::new("env");
    command.args(["--default-signal", "sh", "-c", script]).current_dir(folder).env("PETTEIA", program).env(MARK, mark);
    command.env_remove("RUST_LOG").env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

impl Running {
    pub fn start(case: &Case, folder: &Path, program: &Path, mark: &str) -> Result<Self, String> {
        let mut command = shell(&case.script, folder, program, mark);
        command.envs(case.variables.iter().map(|(name, value)| (name, value)));
        let failed = |error: &dyn std::fmt::Display| format!("cannot start: {error}");
        let deadline = Instant::now() + case.time;
        if let Input::Terminal = case.input {
            let (child, terminal) = Terminal::start(&command).map_err(|error| failed(&error))?;
            let (input, output) = (terminal.writer(), terminal.output());
            let (folder, errors) = (folder.into(), Output::default());
            let (terminal, input) = (Some(terminal), Some(input));
            return Ok(Self { child, input, terminal, output, errors, folder, deadline, read: [0; 2], memory: 0 });
        }
        let stdin = if matches!(case.input, Input::Nothing) { Stdio::null() } else { Stdio::piped() };
        command.process_group(0).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let output = child.stdout.take().filter(|_| !case.is_output_closed).map_or_else(Output::none, Output::collect);
        let errors = child.stderr.take().map_or_else(Output::none, Output::collect);
        let mut input = child.stdin.take();
        let mut kept: Option<Box<dyn Write + Send>> = None;
        match &case.input {
            Input::Bytes(bytes) => {
                let bytes = bytes.clone();
                // A program that has ended reads no more.
                thread::spawn(move || input.map(|mut input| input.write_all(&bytes).ok()));
            }
            Input::Open(bytes) => {
                if let Some(input) = &mut input {
                    drop(input.write_all(bytes));
                }
                kept = input.map(|input| Box::new(input) as Box<dyn Write + Send>);
            }
            Input::Nothing | Input::Terminal => {}
        }
        let folder = folder.into();
        Ok(Self { child, input: kept, terminal: None, output, errors, folder, deadline, read: [0; 2], memory: 0 })
    }

    /// Waits for a text on standard output or standard error that comes after those waited for before.
    pub fn wait_for(&mut self, text: &str) -> Result<(), String> {
        loop {
            let has_ended = self.has_ended();
            for (read, output) in self.read.iter_mut().zip([&self.output, &self.errors]) {
                if let Some(at) = output.text_from(*read).find(text) {
                    *read += at + text.len();
                    return Ok(());
                }
            }
            if has_ended || Instant::now() > self.deadline {
                return Err(format!("expected '{text}', found neither it nor more output"));
            }
            sleep(PAUSE);
        }
    }

    /// Waits until a file of the folder has so many bytes.
    pub fn wait_for_size(&mut self, name: &str, bytes: u64) -> Result<(), String> {
        while fs::metadata(self.folder.join(name)).map_or(0, |metadata| metadata.len()) < bytes {
            if self.has_ended() || Instant::now() > self.deadline {
                return Err(format!("expected {bytes} bytes in {name}, found fewer"));
            }
            sleep(PAUSE);
        }
        Ok(())
    }

    /// Waits until a file of the folder exists.
    pub fn wait_for_file(&mut self, name: &str) -> Result<(), String> {
        while !self.folder.join(name).exists() {
            if self.has_ended() || Instant::now() > self.deadline {
                return Err(format!("expected the file {name}, found none"));
            }
            sleep(PAUSE);
        }
        Ok(())
    }

    /// The port behind the first `127.0.0.1:` on standard error.
    pub fn port(&mut self) -> Result<u16, String> {
        const ADDRESS: &str = "127.0.0.1:";
        self.wait_for(ADDRESS)?;
        sleep(PAUSE);
        let text = self.errors.text();
        let digits = text.split(ADDRESS).nth(1).unwrap_or_default();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().map_err(|_| format!("expected a port, found '{text}'"))
    }

    /// Writes to the input. A program that has ended reads no more.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        drop(input.write_all(bytes).and_then(|()| input.flush()));
        Ok(())
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    pub fn signal(&mut self, signal: Signal) -> Result<(), String> {
        let pid = Pid::from_child(&self.child);
        if self.has_ended() {
            return Err("it has ended before the signal".into());
        }
        kill_process(pid, signal).map_err(|error| format!("the signal: {error}"))
    }

    /// Waits until the program catches a signal, so that it is ready for one, or half a second for one that never does.
    pub fn wait_for_handler(&mut self) -> Result<(), String> {
        let end = Instant::now() + Duration::from_millis(500);
        let has_handler = |status: &str| {
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
            let is_own = status.starts_with("Name:\tpetteia");
            is_own && caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask & 2 != 0)
        };
        while !has_handler(&fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default()) {
            if self.has_ended() {
                return Err("it has ended before the signal".into());
            }
            if Instant::now() > end {
                break;
            }
            sleep(PAUSE);
        }
        Ok(())
    }

    /// Asks `play` at a terminal to end, whatever it waits for.
    pub fn leave(&mut self) -> Result<(), String> {
        for keys in ["\r", "\x03", "\x03", "\x04", "\r", "quit\r", "\x03", "\x03", "\x04", "quit\r"] {
            if self.has_ended() {
                break;
            }
            self.send(keys.as_bytes())?;
            self.pause(100);
        }
        Ok(())
    }

    /// Lets time pass for the program.
    pub fn pause(&mut self, milliseconds: u64) {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        while Instant::now() < end && !self.has_ended() {
            sleep(PAUSE);
        }
    }

    /// Whether the program has ended. Notes its memory.
    fn has_ended(&mut self) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        self.memory = self.memory.max(peak.unwrap_or(0));
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Waits for the end, and kills the program when its time is over.
    pub fn finish(mut self) -> Ended {
        while !self.has_ended() && Instant::now() < self.deadline {
            sleep(PAUSE);
        }
        let is_late = !self.has_ended();
        if is_late {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let status = self.child.wait().ok().filter(|_| !is_late);
        let has_changed_terminal = self.terminal.as_ref().is_some_and(Terminal::is_changed);
        if self.terminal.is_some() {
            // The terminal stays open. It has all that the program wrote when nothing more comes.
            let mut length = usize::MAX;
            while length != self.output.len() {
                length = self.output.len();
                sleep(4 * PAUSE);
            }
        } else {
            self.output.wait();
            self.errors.wait();
        }
        let memory = self.memory >> 10;
        Ended { status, output: self.output.text(), errors: self.errors.text(), memory, has_changed_terminal }
    }
}

impl Ended {
    pub fn code(&self) -> Option<i32> {
        self.status?.code()
    }

    pub fn signal(&self) -> Option<i32> {
        self.status?.signal()
    }
}

/// The command lines of processes with the mark that still run after a second. They are killed.
pub fn left_behind(mark: &str) -> Vec<String> {
    let end = Instant::now() + Duration::from_secs(1);
    loop {
        let left = marked(mark);
        if left.is_empty() || Instant::now() > end {
            for (pid, _) in &left {
                if let Some(pid) = Pid::from_raw(*pid) {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
            return left.into_iter().map(|(_, command)| command).collect();
        }
        sleep(4 * PAUSE);
    }
}

fn marked(mark: &str) -> Vec<(i32, String)> {
    let expected = format!("{MARK}={mark}\0");
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| {
        let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
        let is_marked = environment.windows(expected.len()).any(|part| part == expected.as_bytes());
        // A process that has ended has no environment any more.
        let command = is_marked.then(|| fs::read(format!("/proc/{pid}/cmdline")).ok())??;
        Some((pid, String::from_utf8_lossy(&command).replace('\0', " ").trim().to_owned()))
    })
    .collect()
}
