//! Runs conversations from bytes until a law does not hold or the time is over.
//!
//! Usage: `petteia-fuzz [--seconds N] [--seed N] [--keep] [FOLDER|FILE...]`. Each input runs once. With a folder or
//! without inputs, inputs are then changed at random until the time is over. A changed input with a new kind of answer
//! is changed in turn, and `--keep` writes it to the folder.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs, panic};

use petteia_fuzz::mutate::mutate;
use petteia_fuzz::{Fault, Host};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

struct Arguments {
    seconds: u64,
    seed: u64,
    keep: bool,
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
            say(&format!("error: {wrong}\nusage: petteia-fuzz [--seconds N] [--seed N] [--keep] [FOLDER|FILE...]"));
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { seconds: 60, seed: 1, keep: false, paths: Vec::new() };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).ok_or(format!("{word} wants a number"));
        match &*word {
            "--seconds" => found.seconds = number()?,
            "--seed" => found.seed = number()?,
            "--keep" => found.keep = true,
            _ if word.starts_with('-') => return Err(format!("there is no {word}")),
            _ => found.paths.push(word.into()),
        }
    }
    Ok(found)
}

fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let mut pool = Vec::new();
    let folder = arguments.paths.iter().find(|path| path.is_dir());
    for path in &arguments.paths {
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
    let mut session = Session { host: Host::new(), answer_kinds: HashSet::new(), executions: 0 };
    for input in &pool {
        session.execute(input)?;
    }
    say(&format!("{} inputs, {} kinds of answers", pool.len(), session.answer_kinds.len()));
    if folder.is_some() || pool.is_empty() {
        session.search(pool, arguments, folder.map(PathBuf::as_path))?;
    }
    Ok(())
}

struct Session {
    host: Host,
    answer_kinds: HashSet<u64>,
    executions: u64,
}

impl Session {
    /// Changes inputs until the time is over.
    fn search(&mut self, mut pool: Vec<Vec<u8>>, arguments: &Arguments, folder: Option<&Path>) -> io::Result<()> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
        let (started, mut told) = (Instant::now(), Instant::now());
        let before = self.executions;
        let speed = |session: &Self, pool: usize| {
            let seconds = started.elapsed().as_secs();
            let (held, answer_kinds) = (session.executions - before, session.answer_kinds.len());
            let rate = u128::from(held) * 1_000 / started.elapsed().as_millis().max(1);
            say(&format!(
                "{seconds} s: {held} conversations, {rate} a second, {answer_kinds} kinds of answers, {pool} inputs"
            ));
        };
        while started.elapsed() < Duration::from_secs(arguments.seconds) {
            let input = mutate(&pool, rng);
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

    /// Runs a conversation; returns whether it had a new kind of answer.
    fn execute(&mut self, input: &[u8]) -> io::Result<bool> {
        self.executions += 1;
        let answer_kinds = self.host.converse(input).map_err(|fault| failed(input, &fault))?;
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
