//! `cargo xtask siege`: every command and protocol of the program with hostile inputs, files, peers, signals and limits.

mod case;
mod cases;
mod check;
mod codes;
mod folder;
mod process;
mod terminal;

use std::collections::BTreeSet;
use std::env;
use std::path::{PathBuf, absolute};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use clap::Args;

use case::Case;
use check::{Runner, Verdict};
use codes::Codes;

/// The file with the table of exit codes.
const CODES: &str = "docs/exit-codes.md";

#[derive(Debug, Args)]
pub struct SiegeArguments {
    /// The program
    #[arg(long, default_value = "target/release/petteia")]
    program: PathBuf,

    /// Run only the cases whose name contains this text
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,

    /// Time for all cases; those that have not begun by then count as failed
    #[arg(long, value_name = "N", default_value_t = 300)]
    seconds: u64,

    /// List the names of the cases and run none
    #[arg(long)]
    list: bool,

    /// Print the time of each case
    #[arg(long)]
    times: bool,
}

/// Runs the cases and prints one line for each that fails.
pub fn siege(arguments: &SiegeArguments) -> anyhow::Result<()> {
    let cases = cases(arguments)?;
    if arguments.list {
        for case in &cases {
            println!("{}", case.name);
        }
        return Ok(());
    }
    let program = absolute(&arguments.program)?;
    ensure!(program.is_file(), "{}: expected the program, found no file", program.display());
    let folder = env::temp_dir().join(format!("petteia-siege-{}", std::process::id()));
    let codes = Codes::read(&super::root().join(CODES))?;
    for (case, name) in cases.iter().flat_map(|case| case.codes.iter().map(move |name| (case, name))) {
        ensure!(codes.has(name), "{}: the table of exit codes has no '{name}'", case.name);
    }
    let runner = Runner { program, folder, codes, number: AtomicUsize::new(0), is_verbose: arguments.only.is_some() };
    let failed = run(&cases, &runner, arguments);
    drop(std::fs::remove_dir_all(&runner.folder));
    if failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// The chosen cases.
fn cases(arguments: &SiegeArguments) -> anyhow::Result<Vec<Case>> {
    let mut cases = cases::all();
    let mut names = BTreeSet::new();
    for case in &cases {
        if !names.insert(case.name.clone()) {
            bail!("the name '{}' stands twice", case.name);
        }
    }
    if let Some(only) = &arguments.only {
        cases.retain(|case| case.name.contains(only.as_str()));
        ensure!(!cases.is_empty(), "expected a part of the name of a case, found '{only}'");
    }
    Ok(cases)
}

/// Runs cases in parallel; returns how many have failed.
fn run(cases: &[Case], runner: &Runner, arguments: &SiegeArguments) -> usize {
    let (started, time) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let next = AtomicUsize::new(0);
    let counts = Mutex::new([0_usize; 3]);
    let count = |verdict: Verdict, case: &Case| {
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        match verdict {
            Verdict::Passed => counts[0] += 1,
            Verdict::Failed(faults) => {
                counts[1] += 1;
                let (faults, program, name) = (faults.join("; "), runner.program.display(), &case.name);
                println!("FAIL {name}: {faults}; repeat: cargo xtask siege --program {program} --only '{name}'");
            }
            Verdict::Skipped(why) => {
                counts[2] += 1;
                println!("skipped {}: {why}", case.name);
            }
        }
    };
    // Many cases wait, so there are more threads than cores.
    let threads = 4 * thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let run = || {
                        if started.elapsed() < time {
                            runner.run(case)
                        } else {
                            Verdict::Failed(vec![format!("not begun within {time:?}")])
                        }
                    };
                    let mut verdict = run();
                    // Deadlines and the memory seen depend on what runs at the same time: a case fails that fails twice.
                    if let Verdict::Failed(faults) = &verdict {
                        println!("again {}: {}", case.name, faults.join("; "));
                        verdict = run();
                    }
                    count(verdict, case);
                    if arguments.times {
                        println!("{:6.2} s {}", begun.elapsed().as_secs_f64(), case.name);
                    }
                }
            });
        }
    });
    let [passed, failed, skipped] = *counts.lock().unwrap_or_else(PoisonError::into_inner);
    let more = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    println!("{passed} passed, {failed} failed{more}");
    failed
}
