//! Players of the tafl games that speak OTEP, the engine protocol of OpenTafl (`opentafl-engine-protocol.txt` of OpenTafl).
//!
//! The player is the host: it sends the moves, each with the position after it, and the clocks. OpenTafl reads the clocks
//! when it is told to play, so they come first.

use petteia_formats::otn::{parse_move, write_board, write_move};

use super::process::{PlayerProcess, Process};
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerMove, shortened};
use crate::limits::PlayerLimit;

const SIDES: [&str; 2] = ["attackers", "defenders"];

/// An engine that speaks OTEP.
pub(super) struct OtepPlayer {
    process: PlayerProcess,
    /// The rules record of the game.
    rules: String,
    /// The number of moves after the opening that the engine knows; `None` if it does not know the opening.
    known_moves: Option<usize>,
    /// Whether the process has answered with a move.
    has_moved: bool,
}

impl OtepPlayer {
    pub(super) fn new(process: PlayerProcess, rules: String) -> Self {
        Self { process, rules, known_moves: None, has_moved: false }
    }

    /// The lines that bring the engine to the current position.
    fn news(&self, turn: &MoveRequest) -> Result<Vec<String>, PlayerError> {
        let records = turn.fens.iter().map(|fen| record(fen)).collect::<Result<Vec<_>, _>>()?;
        let last = records.len().saturating_sub(1);
        // The players alternate.
        let player_of = |number: usize| if (last - number).is_multiple_of(2) { turn.player } else { 1 - turn.player };
        let mut lines = Vec::new();
        if let (None, Some(opening)) = (self.known_moves, records.first())
            && (player_of(0) != 0 || !self.rules.ends_with(opening))
        {
            lines.extend([format!("position {opening}"), format!("side {}", SIDES[player_of(0)])]);
        }
        let moves = &turn.moves[turn.moves.len().saturating_sub(last)..];
        let known = self.known_moves.unwrap_or(0);
        for (number, (word, record)) in moves.iter().zip(records.iter().skip(1)).enumerate().skip(known) {
            lines.push(if player_of(number) == turn.player {
                format!("move {record}")
            } else {
                format!("opponent-move {} {record}", write_move(word).unwrap_or_else(|| word.clone()))
            });
        }
        Ok(lines)
    }
}

impl MatchPlayer for OtepPlayer {
    fn begin(&mut self, _start: &str) -> Result<(), PlayerError> {
        let Self { process, rules, known_moves, has_moved } = self;
        *known_moves = None;
        process.begin(|process, is_new| {
            if is_new {
                *has_moved = false;
                process.read(|line| (line == "hello").then_some(()))?;
            } else {
                process.send("finish 0")?;
            }
            process.send(&format!("rules {rules}"))
        })
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let (mut request, clock, side) = (self.news(turn)?, clock(turn)?, SIDES[turn.player]);
        request.extend([clock.clone(), format!("play {side}")]);
        let current = turn.fens.last().map_or_else(|| Ok(String::new()), |fen| record(fen))?;
        let reply = |question| match question {
            Question::Rules => format!("rules {}", self.rules),
            Question::Position => format!("position {current}"),
            Question::Side => format!("side {side}"),
            Question::Clock => clock.clone(),
        };
        match ask(self.process.ask(turn.timeout)?, &request, reply) {
            Ok(word) => {
                self.known_moves = Some(turn.fens.len().saturating_sub(1));
                self.has_moved = true;
                Ok(PlayerMove { word, score: None })
            }
            // The protocol does not confirm the rules, so the first answer shows whether the engine plays by them.
            Err(error @ PlayerError::Crash(_)) if !self.has_moved => Err(self.process.failed_start(error)),
            Err(error) => Err(error),
        }
    }

    fn stop(&mut self) {
        self.process.stop();
    }
}

/// Sends a request and returns the move of the engine. Its questions are answered until then.
fn ask(process: &mut Process, request: &[String], reply: impl Fn(Question) -> String) -> Result<String, PlayerError> {
    // OpenTafl does not put together a line that arrives in two parts.
    process.send(&request.join("\n"))?;
    loop {
        match process.read(EngineLine::read)? {
            EngineLine::Move(word) => return Ok(word),
            EngineLine::Failure(why) => return Err(PlayerError::Crash(shortened(&format!("error -1 {why}")))),
            EngineLine::Question(question) => process.send(&reply(question))?,
        }
    }
}

/// The position record of a FEN.
fn record(fen: &str) -> Result<String, PlayerError> {
    let board = fen.split(' ').next().unwrap_or_default();
    write_board(board).ok_or_else(|| PlayerError::Unsupported(format!("expected a position of OTEP, found {fen}")))
}

/// The clocks of both sides. A time for each move is the last period of overtime.
fn clock(turn: &MoveRequest) -> Result<String, PlayerError> {
    match (turn.pace, turn.clock()) {
        (PlayerLimit::Clock(control), Some(own)) if control.moves.is_none() && control.increment.is_zero() => {
            // The protocol has one time control for both sides. OpenTafl takes the first time of the attackers for it.
            let other = turn.clocks[1 - turn.player].filter(|other| other.control() == control).unwrap_or(own);
            // No time at all means no clock.
            let [own, other] = [own, other].map(|clock| clock.left().as_millis().max(1));
            let [attackers, defenders] = if turn.player == 0 { [own, other] } else { [other, own] };
            Ok(format!("clock {attackers} {defenders} 0 0 0"))
        }
        (PlayerLimit::MoveTime(time), _) => {
            let (milliseconds, seconds) = (time.as_millis().max(1), time.as_millis().div_ceil(1_000).max(1));
            Ok(format!("clock {milliseconds}* {milliseconds}* {seconds} 1 1"))
        }
        _ => Err(turn.unsupported("otep", "a time for the game or for each move")),
    }
}

/// A line of the engine to its host.
#[derive(Debug, PartialEq, Eq)]
enum EngineLine {
    /// `move`, as this program writes it.
    Move(String),
    /// A critical error.
    Failure(String),
    Question(Question),
}

/// What an engine can ask for.
#[derive(Debug, PartialEq, Eq)]
enum Question {
    Rules,
    Position,
    Side,
    Clock,
}

impl EngineLine {
    /// Reads a line; `None` for any other one, such as `status`.
    fn read(line: &str) -> Option<Self> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match (command, rest) {
            ("move", word) => Self::Move(parse_move(word.trim()).unwrap_or_else(|| word.trim().into())),
            ("error", rest) => Self::Failure(rest.strip_prefix("-1")?.trim().into()),
            ("rules", "") => Self::Question(Question::Rules),
            ("position", "") => Self::Question(Question::Position),
            ("side", "") => Self::Question(Question::Side),
            ("clock", "") => Self::Question(Question::Clock),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::limits::GameClock;
    use crate::players::Launcher;

    const START: &str = "3a3/3a3/3D3/aaDKDaa/3D3/3a3/3a3 b";

    fn player() -> OtepPlayer {
        let rules = petteia_formats::otn_rules::write_rules("brandub").expect("rules");
        OtepPlayer::new(PlayerProcess::new(&Launcher::default(), &[]), rules)
    }

    fn turn<'a>(player: usize, moves: &'a [String], fens: &'a [String]) -> MoveRequest<'a> {
        MoveRequest {
            start: "startpos",
            start_fen: START,
            moves,
            fens,
            player,
            seat: None,
            clocks: [None; 2],
            pace: PlayerLimit::Depth(1),
            timeout: Duration::ZERO,
        }
    }

    #[test]
    fn news_of_a_game() {
        let fens = [
            START,
            "3a3/3a3/3D3/aaDKDaa/3D3/3a3/2a4 w",
            "3a3/3a3/2D4/aaDKDaa/3D3/3a3/2a4 b",
            "3a3/2a4/2D4/aaDKDaa/3D3/3a3/2a4 w",
        ]
        .map(String::from);
        let moves = ["d1c1", "d5c5", "d6c6"].map(String::from);
        let records = [
            "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
            "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
            "/2t4/3t3/3T3/ttTKTtt/2T4/3t3/3t3/",
            "/2t4/3t3/3T3/ttTKTtt/2T4/2t4/3t3/",
        ];
        let mut player = player();
        let news = |player: &OtepPlayer, turn: MoveRequest| player.news(&turn).expect("positions of Brandub");
        assert_eq!(news(&player, turn(0, &[], &fens[..1])), Vec::<String>::new());
        let first = format!("opponent-move d1-c1 {}", records[1]);
        assert_eq!(news(&player, turn(1, &moves[..1], &fens[..2])), [first]);
        // Moves of the opening are in the position.
        let opening = [format!("position {}", records[1]), "side defenders".into()];
        assert_eq!(news(&player, turn(1, &moves[..1], &fens[1..2])), opening);
        let reply = format!("opponent-move d5-c5 {}", records[2]);
        assert_eq!(news(&player, turn(0, &moves[..2], &fens[1..3])), [&opening[..], &[reply]].concat());
        player.known_moves = Some(1);
        let later = [format!("move {}", records[2]), format!("opponent-move d6-c6 {}", records[3])];
        assert_eq!(news(&player, turn(1, &moves, &fens)), later);
    }

    #[test]
    fn clocks() {
        let control = |text: &str| text.parse().expect("a time control");
        let clocks = [Some(GameClock::new(control("8"))), Some(GameClock::new(control("2.5")))];
        let line = |player, clocks, pace| clock(&MoveRequest { clocks, pace, ..turn(player, &[], &[]) }).ok();
        for (player, clocks, expected) in [
            (0, [clocks[0], clocks[0]], "clock 8000 8000 0 0 0"),
            (0, clocks, "clock 8000 8000 0 0 0"),
            (1, clocks, "clock 2500 2500 0 0 0"),
            (1, [None, clocks[1]], "clock 2500 2500 0 0 0"),
        ] {
            let pace = PlayerLimit::Clock(control(if player == 0 { "8" } else { "2.5" }));
            assert_eq!(line(player, clocks, pace).as_deref(), Some(expected));
        }
        let time = PlayerLimit::MoveTime(Duration::from_millis(1_500));
        assert_eq!(line(0, [None; 2], time).as_deref(), Some("clock 1500* 1500* 2 1 1"));
        for text in ["8+0.1", "40/8"] {
            let clocks = [Some(GameClock::new(control(text))); 2];
            assert_eq!(line(0, clocks, PlayerLimit::Clock(control(text))), None);
        }
        assert_eq!(line(0, [None; 2], PlayerLimit::Nodes(1)), None);
    }

    #[test]
    fn lines_of_the_engine() {
        for (line, expected) in [
            ("move a4-a1", Some(EngineLine::Move("a4a1".into()))),
            ("move Ke5-e8xe9", Some(EngineLine::Move("e5e8".into()))),
            ("move  up", Some(EngineLine::Move("up".into()))),
            ("error -1 no rules", Some(EngineLine::Failure("no rules".into()))),
            ("error 0 no such rule", None),
            ("rules", Some(EngineLine::Question(Question::Rules))),
            ("position", Some(EngineLine::Question(Question::Position))),
            ("side", Some(EngineLine::Question(Question::Side))),
            ("clock", Some(EngineLine::Question(Question::Clock))),
            ("status move a4-a1", None),
            ("moved", None),
            ("", None),
        ] {
            assert_eq!(EngineLine::read(line), expected, "{line}");
        }
    }
}
