//! Times in the comments of PDN: `[%clk 0:04:59]` is the time left, `[%emt 0:00:05]` the time that a move took.

use std::time::Duration;

use crate::record::RecordedMove;

/// Takes the times out of a comment.
pub(super) fn read(played: &mut RecordedMove) {
    let mut comment = String::new();
    let mut rest = played.comment.as_str();
    while let Some(begin) = rest.find("[%") {
        let command = &rest[begin + 2..];
        let Some(end) = command.find(']') else { break };
        let time = command[..end].split_once(' ').and_then(|(name, time)| Some((name, read_time(time.trim())?)));
        match time {
            Some(("clk", time)) => played.left = Some(time),
            Some(("emt", time)) => played.used = Some(time),
            _ => {
                comment += &rest[..=begin + 2 + end];
                rest = &command[end + 1..];
                continue;
            }
        }
        comment += &rest[..begin];
        rest = &command[end + 1..];
    }
    comment += rest;
    if played.used.is_some() || played.left.is_some() {
        played.comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

/// `H:MM:SS`, the seconds with decimals or not.
fn read_time(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let is_plain = parts.next().is_none() && seconds.starts_with(|c: char| c.is_ascii_digit());
    let hours = hours.parse::<u16>().ok()?;
    let minutes = minutes.parse::<u8>().ok().filter(|minutes| *minutes < 60)?;
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| is_plain && *seconds < 60.0)?;
    let whole = Duration::from_secs(3_600 * u64::from(hours) + 60 * u64::from(minutes));
    Some(whole + Duration::try_from_secs_f64(seconds).ok()?)
}

/// The comment of a move with its times.
pub(super) fn write(played: &RecordedMove) -> String {
    let times = [("clk", played.left), ("emt", played.used)];
    let times = times.into_iter().filter_map(|(name, time)| Some(format!("[%{name} {}]", write_time(time?))));
    let comment = (!played.comment.is_empty()).then(|| played.comment.clone());
    times.chain(comment).collect::<Vec<_>>().join(" ")
}

fn write_time(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let text = format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if millis == 0 { text } else { format!("{text}.{millis:03}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (comment, left, used, text) in [
            ("[%clk 1:04:59] good", Some(3_899_000), None, "good"),
            ("a [%emt 0:00:05.25] b [%clk 0:00:00]", Some(0), Some(5_250), "a b"),
            ("[%eval 3] [%clk 0:61:00] [%clk 1:1]", None, None, "[%eval 3] [%clk 0:61:00] [%clk 1:1]"),
            ("[%clk", None, None, "[%clk"),
        ] {
            let mut played = RecordedMove { comment: comment.into(), ..RecordedMove::default() };
            read(&mut played);
            assert_eq!((played.left, played.used), (left.map(Duration::from_millis), used.map(Duration::from_millis)));
            assert_eq!(played.comment, text, "{comment}");
            let mut again = RecordedMove { comment: write(&played), ..RecordedMove::default() };
            read(&mut again);
            assert_eq!(again, played, "{comment}");
        }
    }
}
