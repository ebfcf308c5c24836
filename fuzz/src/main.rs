//! Runs conversations from bytes, or a reader of files on bytes, until a check fails or the time is over.
//!
//! Usage: `petteia-fuzz [--seconds N] [--seed N] [--keep] [--reader NAME] [FOLDER|FILE...]`. Each input runs once. With
//! a folder or without inputs, inputs are then changed at random until the time is over. A changed input with a new
//! kind of answer is changed in turn, and `--keep` writes it to the folder. `--reader all` runs all readers one after
//! another, each on the inputs of its own folder and for its part of the time.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs, panic};

use petteia_fuzz::mutate::mutate;
use petteia_fuzz::readers::{ReaderState, TARGETS, Target};
use petteia_fuzz::{Fault, Host};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const USAGE: &str = "petteia-fuzz [--seconds N] [--seed N] [--keep] [--reader NAME|all] [FOLDER|FILE...]";

/// Limit of the length of the bytes of a conversation; enough for all its steps.
const MAX_CONVERSATION: usize = 400;

/// Limit of the length of a file for a reader.
const MAX_FILE: usize = 4_096;

struct Arguments {
    seconds: u64,
    seed: u64,
    keep: bool,
    reader: Option<String>,
    paths: Vec<PathBuf>,
}

/// Messages of all panics so far.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| PANICS.lock().expect("no panic while one is noted").push(panic.to_string())));
    match arguments().map(|arguments| run(&arguments)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            say(&format!("error: {error}"));
            ExitCode::FAILURE
        }
        Err(wrong) => {
            say(&format!("error: {wrong}\nusage: {USAGE}"));
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { seconds: 60, seed: 1, keep: false, reader: None, paths: Vec::new() };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|n| n.parse().ok()).ok_or_else(|| format!("expected a number after {word}"));
        match &*word {
            "--seconds" => found.seconds = number()?,
            "--seed" => found.seed = number()?,
            "--keep" => found.keep = true,
            "--reader" => found.reader = Some(words.next().ok_or("expected a name after --reader")?),
            _ if word.starts_with('-') => return Err(format!("unknown option {word}")),
            _ => found.paths.push(word.into()),
        }
    }
    Ok(found)
}

fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let seconds = Duration::from_secs(arguments.seconds);
    match arguments.reader.as_deref() {
        None => Session::new(Subject::Conversations(Host::new())).run(arguments, &arguments.paths, seconds),
        Some("all") => TARGETS.iter().try_for_each(|target| {
            say(target.name);
            let seconds = seconds / u32::try_from(TARGETS.len()).unwrap_or(1);
            Session::new(Subject::Reader(Box::new(ReaderState::new()), target)).run(
                arguments,
                &[target.folder()],
                seconds,
            )
        }),
        Some(name) => {
            let target = Target::find(name).ok_or_else(|| {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                io::Error::other(format!("expected a reader, one of {}, found {name}", names.join(" ")))
            })?;
            let folder = [target.folder()];
            let paths = if arguments.paths.is_empty() { &folder } else { &arguments.paths[..] };
            Session::new(Subject::Reader(Box::new(ReaderState::new()), target)).run(arguments, paths, seconds)
        }
    }
}

/// What the inputs are given to.
enum Subject {
    Conversations(Host),
    Reader(Box<ReaderState>, &'static Target),
}

struct Session {
    subject: Subject,
    answer_kinds: HashSet<u64>,
    executions: u64,
}

impl Session {
    fn new(subject: Subject) -> Self {
        Self { subject, answer_kinds: HashSet::new(), executions: 0 }
    }

    /// Runs the inputs of these paths, then changes of them until the time is over.
    fn run(&mut self, arguments: &Arguments, paths: &[PathBuf], time: Duration) -> io::Result<()> {
        let mut pool = Vec::new();
        let folder = paths.iter().find(|path| path.is_dir());
        for path in paths {
            let mut files = if path.is_dir() {
                fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?
            } else {
                vec![path.clone()]
            };
            files.sort();
            for file in files {
                pool.push(fs::read(file)?);
            }
        }
        for input in &pool {
            self.execute(input)?;
        }
        say(&format!("{} inputs, {} kinds of answers", pool.len(), self.answer_kinds.len()));
        if folder.is_some() || pool.is_empty() {
            self.search(pool, arguments, time, folder.map(PathBuf::as_path))?;
        }
        Ok(())
    }

    /// Changes inputs until the time is over.
    fn search(
        &mut self,
        mut pool: Vec<Vec<u8>>,
        arguments: &Arguments,
        time: Duration,
        folder: Option<&Path>,
    ) -> io::Result<()> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
        let (started, mut told) = (Instant::now(), Instant::now());
        let before = self.executions;
        let (max_length, name_of_one) = match self.subject {
            Subject::Conversations(_) => (MAX_CONVERSATION, "conversations"),
            Subject::Reader(..) => (MAX_FILE, "files"),
        };
        let speed = |session: &Self, pool: usize| {
            let seconds = started.elapsed().as_secs();
            let (done, answer_kinds) = (session.executions - before, session.answer_kinds.len());
            let rate = u128::from(done) * 1_000 / started.elapsed().as_millis().max(1);
            say(&format!(
                "{seconds} s: {done} {name_of_one}, {rate} a second, {answer_kinds} kinds of answers, {pool} inputs"
            ));
        };
        while started.elapsed() < time {
            let input = mutate(&pool, max_length, rng);
            if self.execute(&input)? {
                if let Some(folder) = folder.filter(|_| arguments.keep) {
                    fs::write(folder.join(name(&input)), &input)?;
                }
                pool.push(input);
            }
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                speed(self, pool.len());
            }
        }
        speed(self, pool.len());
        Ok(())
    }

    /// Runs an input; returns whether it had a new kind of answer.
    fn execute(&mut self, input: &[u8]) -> io::Result<bool> {
        self.executions += 1;
        let answer_kinds = match &mut self.subject {
            Subject::Conversations(host) => host.converse(input),
            Subject::Reader(state, target) => {
                let read = panic::catch_unwind(panic::AssertUnwindSafe(|| target.execute(state, input)));
                read.unwrap_or_else(|_| Err(Fault { what: format!("{}: a panic", target.name), script: input.into() }))
            }
        };
        let answer_kinds = answer_kinds.map_err(|fault| failed(input, &fault))?;
        let before = self.answer_kinds.len();
        self.answer_kinds.extend(answer_kinds);
        Ok(self.answer_kinds.len() > before)
    }
}

/// Writes the failing input and its script; returns an error that names the files.
fn failed(input: &[u8], fault: &Fault) -> io::Error {
    let file = PathBuf::from(format!("failure-{}", name(input)));
    let script = file.with_extension("txt");
    for (file, bytes) in [(&file, input), (&script, &fault.script[..])] {
        if let Err(error) = fs::write(file, bytes) {
            return error;
        }
    }
    let panics = PANICS.lock().map(|panics| panics.join("\n")).unwrap_or_default();
    let last = String::from_utf8_lossy(&fault.script);
    let lines: Vec<&str> = last.lines().collect();
    let last = lines[lines.len().saturating_sub(12)..].join("\n");
    let (what, file, script) = (&fault.what, file.display(), script.display());
    io::Error::other(format!("{what}\n{panics}\nafter\n{last}\nthe input is {file}, the script {script}"))
}

/// File name of an input: its FNV-1a hash.
fn name(input: &[u8]) -> String {
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
