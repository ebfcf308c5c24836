//! What must hold after a case.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::case::{Case, ErrorLine, Input};
use super::codes::Codes;
use super::folder::Snapshot;
use super::process::{Ended, Running, left_behind, shell};

/// The result of a case.
pub enum Verdict {
    Passed,
    /// What does not hold.
    Failed(Vec<String>),
    /// Why the case cannot run here.
    Skipped(&'static str),
}

/// Where cases run, and what they are measured by.
pub struct Runner {
    pub program: PathBuf,
    /// The folder of the folders of the cases.
    pub folder: PathBuf,
    pub codes: Codes,
    pub number: AtomicUsize,
    /// Print what the program of a failed case wrote.
    pub is_verbose: bool,
}

impl Runner {
    /// Runs a case in a new folder, which is removed afterwards.
    pub fn run(&self, case: &Case) -> Verdict {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(number.to_string());
        let mark = format!("{}-{number}", std::process::id());
        let verdict = self.run_in(case, &folder, &mark).unwrap_or_else(|error| Verdict::Failed(vec![error]));
        drop(fs::remove_dir_all(&folder));
        verdict
    }

    fn run_in(&self, case: &Case, folder: &Path, mark: &str) -> Result<Verdict, String> {
        let failed = |error: std::io::Error| format!("the folder: {error}");
        fs::create_dir_all(folder).map_err(failed)?;
        if let Some((script, why)) = case.needs
            && self.script(script, folder, mark).is_err()
        {
            return Ok(Verdict::Skipped(why));
        }
        for (name, bytes) in &case.files {
            fs::write(folder.join(name), bytes).map_err(failed)?;
        }
        self.script(&case.setup, folder, mark).map_err(|error| format!("setup: {error}"))?;
        let before = Snapshot::of(folder).map_err(failed)?;
        let mut running = Running::start(case, folder, &self.program, mark)?;
        let mut faults = Vec::new();
        if let Some(error) = case.during.iter().find_map(|action| action(&mut running).err()) {
            faults.push(error);
        }
        let ended = running.finish();
        let left = left_behind(mark);
        faults.extend(left.into_iter().map(|command| format!("a process is left: {command}")));
        faults.extend(self.ending(case, &ended));
        let after = Snapshot::of(folder).map_err(failed)?;
        faults.extend(before.differences(&after, &case.written, case.may_leave_temporary_files));
        if let Err(error) = self.script(&case.then, folder, mark) {
            faults.push(format!("afterwards: {error}"));
        }
        if faults.is_empty() {
            return Ok(Verdict::Passed);
        }
        if self.is_verbose {
            eprintln!("-- script\n{}\n{}\n-- output\n{}", case.setup, case.script, tail(&ended.output));
            eprintln!("-- errors\n{}", tail(&ended.errors));
        }
        Ok(Verdict::Failed(faults))
    }

    /// Runs a script that has to succeed.
    fn script(&self, script: &str, folder: &Path, mark: &str) -> Result<(), String> {
        if script.is_empty() {
            return Ok(());
        }
        let output = shell(script, folder, &self.program, mark).stdin(Stdio::null()).output();
        let output = output.map_err(|error| error.to_string())?;
        let told = [output.stdout, output.stderr].concat();
        if output.status.success() { Ok(()) } else { Err(one_line(&String::from_utf8_lossy(&told))) }
    }

    /// Checks exit code, output, error line, memory and terminal.
    fn ending(&self, case: &Case, ended: &Ended) -> Vec<String> {
        let Ended { output, errors, .. } = ended;
        let mut faults = Vec::new();
        let (code, signal) = (ended.code(), ended.signal());
        if ended.status.is_none() {
            faults.push(format!("it did not end within {:?}", case.time));
        } else if !case.codes.iter().any(|name| self.codes.fits(name, code, signal)) {
            let found = signal.map_or(format!("exit code {}", code.unwrap_or(-1)), |signal| format!("signal {signal}"));
            faults.push(format!("expected {}, found {found}", case.codes.join(" or ")));
        }
        if ended.has_changed_terminal {
            faults.push("the terminal has other settings than before".into());
        }
        if case.memory.is_some_and(|most| ended.memory > most) {
            faults.push(format!("expected at most {:?} MiB, found {}", case.memory.unwrap_or(0), ended.memory));
        }
        for text in case.output.iter().filter(|text| !output.contains(text.as_str())) {
            faults.push(format!("expected '{}' in the output, found '{}'", one_line(text), one_line(&tail(output))));
        }
        if let Some(secret) = case.secret.as_ref().filter(|secret| output.contains(*secret) || errors.contains(*secret))
        {
            faults.push(format!("it shows '{}'", one_line(secret)));
        }
        if [output, errors].iter().any(|text| text.contains("panicked at")) {
            faults.push("a panic".into());
        }
        faults.extend(self.error_line(case, ended));
        faults
    }

    /// A failure has one error line on standard error, or its errors are lines of the protocol.
    fn error_line(&self, case: &Case, ended: &Ended) -> Option<String> {
        if case.error_line == ErrorLine::Any || matches!(case.input, Input::Terminal) {
            return None;
        }
        let lines: Vec<&str> = ended.errors.lines().filter(|line| line.starts_with("error:")).collect();
        let (code, signal) = (ended.code(), ended.signal());
        let has_ended_well = ["success", "signal"].iter().any(|name| self.codes.fits(name, code, signal));
        let expected = usize::from(!has_ended_well && case.error_line == ErrorLine::ByCode);
        if ended.status.is_some() && lines.len() != expected && case.error.is_none() {
            let found = one_line(&tail(&ended.errors));
            return Some(format!("expected {expected} error lines, found {} in '{found}'", lines.len()));
        }
        let error = case.error.as_ref()?;
        let is_right = lines.len() == 1 && lines[0].contains(error.as_str());
        (!is_right)
            .then(|| format!("expected an error line with '{error}', found '{}'", one_line(&tail(&ended.errors))))
    }
}

/// The end of a text.
fn tail(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(300);
    text.chars().skip(skipped).collect()
}

/// A text on one line, cut when it is long.
pub fn one_line(text: &str) -> String {
    text.trim().escape_debug().take(300).collect::<String>().replace("\\'", "'").replace("\\\"", "\"")
}
