//! The line above the prompt: the time that each side has used, and the last score of the engine.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use petteia_analysis::archive::report::shown;
use petteia_core::Score;

use super::host::GameLoop;

/// Clocks and scores of a game.
#[derive(Debug)]
pub struct Status {
    /// Whether the line is shown.
    is_shown: bool,
    /// The time that each seat has used.
    used: BTreeMap<u32, Duration>,
    /// The seat whose time runs, and since when.
    running: Option<(u32, Instant)>,
    /// The score of the engine's last search for one of its moves, and the seat that it is for.
    score: Option<(u32, Score)>,
}

impl Status {
    /// The status at the beginning of a game.
    pub fn new(is_shown: bool) -> Self {
        Self { is_shown, used: BTreeMap::new(), running: None, score: None }
    }

    /// The status at the beginning of another game.
    pub fn restarted(&self) -> Self {
        Self::new(self.is_shown)
    }

    /// Lets the time of a seat run, or of none.
    pub fn run(&mut self, seat: Option<u32>) {
        if self.running.map(|(seat, _)| seat) == seat {
            return;
        }
        if let Some((before, since)) = self.running.take() {
            *self.used.entry(before).or_default() += since.elapsed();
        }
        self.running = seat.map(|seat| (seat, Instant::now()));
    }

    /// Notes the score of a move of the engine.
    pub fn score(&mut self, seat: u32, score: Score) {
        self.score = Some((seat, score));
    }

    /// The time that a seat has used.
    fn used(&self, seat: u32) -> Duration {
        let running = self.running.filter(|(running, _)| *running == seat);
        self.used.get(&seat).copied().unwrap_or_default() + running.map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    /// The line, with the names of the seats.
    fn line(&self, names: &[(u32, String)]) -> String {
        let mut parts: Vec<String> =
            names.iter().map(|(seat, name)| format!("{name} {}", minutes(self.used(*seat)))).collect();
        let name = |seat: u32| names.iter().find(|(known, _)| *known == seat).map_or("", |(_, name)| name.as_str());
        parts.extend(self.score.map(|(seat, score)| format!("{} for {}", shown(score), name(seat))));
        format!("[{}]", parts.join(", "))
    }
}

/// Minutes and seconds, with hours where there are some.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

impl GameLoop<'_> {
    pub(super) fn set_status(&mut self, word: Option<&str>) -> Result<String, String> {
        match word.map(str::to_ascii_lowercase).as_deref() {
            Some("on") => self.status.is_shown = true,
            Some("off") => self.status.is_shown = false,
            Some(_) => return Err("status: expected on or off".into()),
            None => {}
        }
        let state = if self.status.is_shown { "on" } else { "off" };
        Ok(format!("status is {state}: {}", self.status_line()))
    }

    /// The line with clocks and the score.
    fn status_line(&self) -> String {
        let seats = self.table.seats();
        self.status.line(&seats.all().map(|seat| (seat, seats.name(seat))).collect::<Vec<_>>())
    }

    /// Shows the line, unless it is off.
    pub(super) fn show_status(&mut self) -> std::io::Result<()> {
        if self.status.is_shown { self.console.say(&self.status_line()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_clocks_and_the_score() {
        let mut status = Status::new(true);
        let names = [(1, "white".to_owned()), (2, "black".to_owned())];
        assert_eq!(status.line(&names), "[white 0:00, black 0:00]");
        status.used.insert(2, Duration::from_secs(3_725));
        status.used.insert(1, Duration::from_secs(65));
        status.score(2, Score::estimate(-35));
        assert_eq!(status.line(&names), "[white 1:05, black 1:02:05, -0.35 for black]");
    }

    #[test]
    fn only_the_time_of_the_side_to_move_runs() {
        let mut status = Status::new(true);
        status.run(Some(1));
        std::thread::sleep(Duration::from_millis(5));
        status.run(Some(2));
        let used = status.used(1);
        assert!(used >= Duration::from_millis(5), "{used:?}");
        status.run(None);
        assert_eq!(status.used(1), used);
    }
}
