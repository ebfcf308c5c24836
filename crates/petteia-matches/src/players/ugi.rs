//! Players that speak UGI or UCI.

use std::time::Duration;

use super::engine_options::EngineOptions;
use super::process::{PlayerProcess, Process};
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerLimit, PlayerMove, PlayerScore};

/// The two handshakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handshake {
    Ugi,
    Uci,
}

/// An engine that speaks UGI or UCI.
pub(super) struct UgiPlayer {
    options: Vec<(String, String)>,
    variant: &'static str,
    handshake: Handshake,
    process: PlayerProcess,
}

impl UgiPlayer {
    pub(super) fn new(
        process: PlayerProcess,
        handshake: Handshake,
        variant: &'static str,
        options: Vec<(String, String)>,
    ) -> Self {
        Self { options, variant, handshake, process }
    }
}

impl Handshake {
    /// The handshake with a new process, and its options.
    fn initialise(self, process: &mut Process, variant: &str, options: &[(String, String)]) -> Result<(), PlayerError> {
        let (hello, end) = match self {
            Self::Ugi => ("ugi", "ugiok"),
            Self::Uci => ("uci", "uciok"),
        };
        let mut offered = EngineOptions::default();
        process.send(hello)?;
        process.read(|line| {
            offered.read_uci(line);
            (line == end).then_some(())
        })?;
        offered.check(options).map_err(PlayerError::Unsupported)?;
        if offered.has("UCI_Variant") {
            process.send(&format!("setoption name UCI_Variant value {variant}"))?;
        }
        let lines = options.iter().map(|(name, value)| format!("setoption name {name} value {value}"));
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() { Ok(()) } else { process.send(&lines.join("\n")) }
    }
}

impl MatchPlayer for UgiPlayer {
    fn begin(&mut self, _start: &str) -> Result<(), PlayerError> {
        let Self { options, variant, handshake, process } = self;
        process.begin(|process, is_new| {
            if is_new {
                handshake.initialise(process, variant, options)?;
            }
            process.send(match handshake {
                Handshake::Ugi => "uginewgame",
                Handshake::Uci => "ucinewgame",
            })?;
            process.send("isready")?;
            process.read(|line| (line == "readyok").then_some(()))
        })
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let process = self.process.ask(turn.timeout)?;
        process.send(&position(turn))?;
        process.send(&go(turn))?;
        let mut score = None;
        process.read(|line| {
            let mut words = line.split_ascii_whitespace();
            match words.next()? {
                "info" => {
                    score = score_of(line).or(score);
                    None
                }
                "bestmove" => Some(PlayerMove { word: words.next().unwrap_or_default().to_owned(), score }),
                _ => None,
            }
        })
    }

    fn stop(&mut self) {
        self.process.stop();
    }
}

/// The line that sets the position.
fn position(turn: &MoveRequest) -> String {
    let moves = if turn.moves.is_empty() { String::new() } else { format!(" moves {}", turn.moves.join(" ")) };
    format!("position {}{moves}", turn.start)
}

/// The line that asks for the move.
fn go(turn: &MoveRequest) -> String {
    let seat = turn.seat.map(|seat| format!(" seat {seat}")).unwrap_or_default();
    let limit = match turn.pace {
        PlayerLimit::Clock(_) => {
            let of = |names: [&str; 2], value: fn(&super::GameClock) -> Duration| {
                let clocks = names.into_iter().zip(turn.clocks);
                clocks
                    .filter_map(|(name, clock)| Some(format!(" {name} {}", value(&clock?).as_millis())))
                    .collect::<String>()
            };
            let moves_to_go = turn.clocks.iter().flatten().find_map(super::GameClock::moves_to_go);
            let times = of(["wtime", "btime"], super::GameClock::left);
            let increments = of(["winc", "binc"], super::GameClock::increment);
            let moves_to_go = moves_to_go.map(|moves| format!(" movestogo {moves}")).unwrap_or_default();
            format!("{times}{increments}{moves_to_go}")
        }
        PlayerLimit::MoveTime(time) => format!(" movetime {}", time.as_millis()),
        PlayerLimit::Nodes(nodes) => format!(" nodes {nodes}"),
        PlayerLimit::Depth(depth) => format!(" depth {depth}"),
    };
    format!("go{seat}{limit}")
}

/// The score of the best line in an `info`.
fn score_of(line: &str) -> Option<PlayerScore> {
    let mut words = line.split_ascii_whitespace().take_while(|&word| word != "pv" && word != "string");
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next()? != "1" => return None,
            "cp" => score = words.next()?.parse().ok().map(PlayerScore::Cp),
            "mate" => score = words.next()?.parse().ok().map(PlayerScore::Mate),
            _ => {}
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::GameClock;

    #[test]
    fn scores_of_the_best_line() {
        let score = |line| score_of(line);
        assert_eq!(score("info depth 3 multipv 1 score cp -12 lowerbound pv cp 7"), Some(PlayerScore::Cp(-12)));
        assert_eq!(score("info depth 3 score mate 2 nodes 5"), Some(PlayerScore::Mate(2)));
        assert_eq!(score("info depth 3 multipv 2 score cp 5"), None);
        assert_eq!(score("info string score cp 5"), None);
        assert_eq!(score("info score cp x"), None);
    }

    const TURN: MoveRequest = MoveRequest {
        start: "startpos",
        start_fen: "",
        moves: &[],
        fens: &[],
        player: 0,
        seat: None,
        clocks: [None; 2],
        pace: PlayerLimit::Nodes(1),
        timeout: Duration::ZERO,
    };

    #[test]
    fn moves_stand_behind_the_start() {
        let moves = ["a".to_owned(), "b".to_owned()];
        assert_eq!(position(&MoveRequest { start: "fen x w", ..TURN }), "position fen x w");
        assert_eq!(position(&MoveRequest { moves: &moves, ..TURN }), "position startpos moves a b");
    }

    #[test]
    fn limits_of_a_turn() {
        let control = "40/60+0.5".parse().expect("a time control");
        let clock = Some(GameClock::new(control));
        let turn = |pace, clocks, seat| go(&MoveRequest { seat, clocks, pace, ..TURN });
        let text = turn(PlayerLimit::Clock(control), [clock, clock], None);
        assert_eq!(text, "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40");
        assert_eq!(turn(PlayerLimit::Nodes(7), [None, clock], Some(2)), "go seat 2 nodes 7");
        assert_eq!(turn(PlayerLimit::MoveTime(Duration::from_millis(30)), [None; 2], None), "go movetime 30");
        assert_eq!(turn(PlayerLimit::Depth(3), [None; 2], None), "go depth 3");
    }
}
