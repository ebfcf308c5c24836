//! Progress of long commands on standard error. It is shown on a terminal only.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::say;

/// A bar on the last line of a terminal, which is cleared in the end.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// The progress to a number of steps, whose name is for people: `games`. The first `done` of them took no time.
    pub fn of_steps(done: u64, total: u64, unit: &str) -> Self {
        let progress = Self::new(Some(total), &format!("{{wide_bar}} {{pos}} of {{len}} {unit}{{msg}}, {{eta}} left"));
        progress.bar.set_position(done);
        progress.bar.reset_eta();
        progress
    }

    /// The progress in the bytes of an input, whose number may not be known.
    pub fn of_bytes(total: Option<u64>) -> Self {
        Self::new(
            total,
            match total {
                Some(_) => "{wide_bar} {msg}, {bytes_per_sec}, {eta} left",
                None => "{spinner} {msg}, {elapsed}, {bytes_per_sec}",
            },
        )
    }

    /// A sign that a command without steps is at work, and its time.
    pub fn of_time() -> Self {
        let progress = Self::new(None, "{spinner} {elapsed}");
        if !progress.bar.is_hidden() {
            progress.bar.enable_steady_tick(Duration::from_millis(200));
        }
        progress
    }

    fn new(total: Option<u64>, template: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::no_length();
        if let Some(total) = total {
            bar.set_length(total);
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows the number of steps or bytes that are done.
    pub fn reach(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Shows a few words beside the number.
    pub fn describe(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Writes a line to standard error, above the bar.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| say(line));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the steps of one count after another. `None` is the end of a count.
pub fn watch_counts() -> impl FnMut(Option<[usize; 2]>) {
    let mut progress: Option<Progress> = None;
    move |steps| match steps {
        None => progress = None,
        Some([done, total]) => {
            let bar = progress.get_or_insert_with(|| Progress::of_steps(0, total as u64, "subtrees"));
            bar.reach(done as u64);
        }
    }
}
