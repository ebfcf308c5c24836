//! Players of draughts on 10x10 squares that speak Hub: version 2 (Scan 3), or version 1 (Scan 2.0), in which arguments have
//! no names.

use std::time::Duration;

use petteia_formats::hub::{HubLine, VARIANTS, quoted, write_position};

use super::engine_options::EngineOptions;
use super::process::{PlayerProcess, Process};
use super::{MatchPlayer, MoveRequest, PlayerError, PlayerMove, PlayerScore};
use crate::limits::PlayerLimit;

/// The versions of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

/// The games of version 2.
pub(super) static GAMES: [&str; VARIANTS.len()] = {
    let mut games = [""; VARIANTS.len()];
    let mut i = 0;
    while i < games.len() {
        games[i] = VARIANTS[i].2;
        i += 1;
    }
    games
};

/// The options with the name of the game, which is needed for all but International draughts.
pub(super) fn with_variant(game: &str, mut options: Vec<(String, String)>) -> Vec<(String, String)> {
    let scan = VARIANTS.iter().skip(1).find(|(.., name)| *name == game).map(|(scan, ..)| *scan);
    if let Some(scan) = scan.filter(|_| options.iter().all(|(name, _)| name != "variant")) {
        options.push(("variant".into(), scan.into()));
    }
    options
}

/// An engine that speaks Hub.
pub(super) struct HubPlayer {
    options: Vec<(String, String)>,
    version: Version,
    process: PlayerProcess,
}

impl HubPlayer {
    pub(super) fn new(process: PlayerProcess, version: Version, options: Vec<(String, String)>) -> Self {
        Self { options, version, process }
    }

    /// The lines that set the position and the limits and start the search.
    fn request(&self, turn: &MoveRequest) -> Result<Vec<String>, PlayerError> {
        let position = write_position(turn.start_fen).ok_or_else(|| {
            PlayerError::Unsupported(format!("expected a position of draughts, found {}", turn.start_fen))
        })?;
        let limit = self.version.limit(turn)?;
        Ok(match self.version {
            Version::Two => {
                let moves =
                    if turn.moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", turn.moves.join(" ")) };
                vec![format!("pos pos={position}{moves}"), format!("level {limit}"), "go think".into()]
            }
            Version::One => {
                let (side, squares) = position.split_at(1);
                let moves = turn.moves.iter().map(|word| format!("move {word}"));
                let position = format!("pos {}{squares}", side.to_ascii_lowercase());
                [position].into_iter().chain(moves).chain([limit, "go".into()]).collect()
            }
        })
    }
}

impl Version {
    /// The handshake with a new process, and its parameters.
    fn initialise(self, process: &mut Process, options: &[(String, String)]) -> Result<(), PlayerError> {
        let mut offered = EngineOptions::default();
        process.send("hub")?;
        process.read(|line| {
            if let Some(line) = HubLine::read(line).filter(|line| line.command == "param") {
                offered.read_hub(|name| line.argument(name));
            }
            (line == "wait").then_some(())
        })?;
        // Programs of version 1 need not list their parameters.
        if self == Self::Two || !offered.is_empty() {
            offered.check(options).map_err(PlayerError::Unsupported)?;
        }
        for (name, value) in options {
            process.send(&match self {
                Self::One => format!("set {name} {value}"),
                Self::Two => format!("set-param name={} value={}", quoted(name), quoted(value)),
            })?;
        }
        process.send("init")?;
        process.read(|line| (line == "ready").then_some(()))
    }

    /// How long the player may think, in the words of its version.
    fn limit(self, turn: &MoveRequest) -> Result<String, PlayerError> {
        let seconds = Duration::as_secs_f64;
        let clock = turn.clock().map(|clock| (clock.left(), clock.increment(), clock.moves_to_go()));
        Ok(match (self, turn.pace, clock) {
            (Version::Two, PlayerLimit::Clock(_), Some((left, increment, moves))) => {
                let moves = moves.map(|moves| format!("moves={moves} ")).unwrap_or_default();
                format!("{moves}time={} inc={}", seconds(&left), seconds(&increment))
            }
            (Version::Two, PlayerLimit::MoveTime(time), _) => format!("move-time={}", seconds(&time)),
            (Version::Two, PlayerLimit::Nodes(nodes), _) => format!("nodes={nodes}"),
            (Version::Two, PlayerLimit::Depth(depth), _) => format!("depth={depth}"),
            (Version::One, PlayerLimit::Clock(_), Some((left, increment, moves))) => {
                format!("level {} {} {}", moves.unwrap_or(0), left.as_millis(), increment.as_millis())
            }
            (Version::One, PlayerLimit::MoveTime(time), _) => format!("time {}", time.as_millis()),
            (Version::One, PlayerLimit::Depth(depth), _) => format!("depth {depth}"),
            _ => return Err(turn.unsupported("hub1", "a time or a depth")),
        })
    }

    /// The score of an `info`, in hundredths of a man.
    fn score(self, line: &str) -> Option<PlayerScore> {
        let men: f64 = match self {
            Version::Two => HubLine::read(line)?.argument("score")?.parse().ok()?,
            Version::One => return line.split_ascii_whitespace().nth(3)?.parse().ok().map(PlayerScore::Cp),
        };
        men.is_finite().then_some(PlayerScore::Cp((100.0 * men).round() as i32))
    }
}

impl MatchPlayer for HubPlayer {
    fn begin(&mut self, _start: &str) -> Result<(), PlayerError> {
        let Self { options, version, process } = self;
        process.begin(|process, is_new| {
            if is_new {
                version.initialise(process, options)?;
            }
            process.send(match version {
                Version::One => "new",
                Version::Two => "new-game",
            })?;
            process.send("ping")?;
            process.read(|line| (line == "pong").then_some(()))
        })
    }

    fn choose(&mut self, turn: &MoveRequest) -> Result<PlayerMove, PlayerError> {
        let request = self.request(turn)?;
        let process = self.process.ask(turn.timeout)?;
        process.send(&request.join("\n"))?;
        let mut score = None;
        let version = self.version;
        let word = process.read(|line| {
            let word = line.split_ascii_whitespace().next()?;
            match (version, word) {
                (_, "info") => {
                    score = version.score(line).or(score);
                    None
                }
                (Version::One, "move") => line.split_ascii_whitespace().nth(1).map(str::to_owned),
                (Version::Two, "done") => HubLine::read(line)?.argument("move").map(str::to_owned),
                _ => None,
            }
        })?;
        Ok(PlayerMove { word, score })
    }

    fn stop(&mut self) {
        self.process.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::GameClock;
    use crate::players::Launcher;

    fn player(version: Version) -> HubPlayer {
        HubPlayer::new(PlayerProcess::new(&Launcher::default(), &[]), version, Vec::new())
    }

    #[test]
    fn requests() {
        let control = "40/60+0.5".parse().expect("a time control");
        let moves = ["32-28".to_owned(), "19-23".to_owned(), "28x19x23".to_owned()];
        let turn = |pace| MoveRequest {
            start: "fen W:W32:B19",
            start_fen: "W:W32:B19",
            moves: &moves,
            fens: &[],
            player: 1,
            seat: None,
            clocks: [None, Some(GameClock::new(control))],
            pace,
            timeout: Duration::ZERO,
        };
        let squares = format!("{}b{}w{}", "e".repeat(18), "e".repeat(12), "e".repeat(18));
        let lines = player(Version::Two).request(&turn(PlayerLimit::Clock(control))).expect("a request");
        let position = format!("pos pos=W{squares} moves=\"32-28 19-23 28x19x23\"");
        assert_eq!(lines, [&position, "level moves=40 time=60 inc=0.5", "go think"]);
        let lines = player(Version::One).request(&turn(PlayerLimit::Clock(control))).expect("a request");
        let position = format!("pos w{squares}");
        assert_eq!(lines, [&position, "move 32-28", "move 19-23", "move 28x19x23", "level 40 60000 500", "go"]);
        for (pace, two, one) in [
            (PlayerLimit::MoveTime(Duration::from_millis(30)), "move-time=0.03", Some("time 30")),
            (PlayerLimit::Depth(7), "depth=7", Some("depth 7")),
            (PlayerLimit::Nodes(7), "nodes=7", None),
        ] {
            assert_eq!(Version::Two.limit(&turn(pace)).as_deref(), Ok(two));
            assert_eq!(Version::One.limit(&turn(pace)).ok().as_deref(), one);
        }
    }

    #[test]
    fn the_game_is_named() {
        let own = vec![("variant".to_owned(), "x".to_owned())];
        assert_eq!(with_variant("breakthrough", Vec::new()), [("variant".to_owned(), "bt".to_owned())]);
        assert_eq!(with_variant("frisian", own.clone()), own);
        assert_eq!(with_variant("draughts", Vec::new()), []);
    }

    #[test]
    fn scores() {
        let two = "info depth=21 score=-0.01 nodes=3 pv=\"32-28 17-22\"";
        assert_eq!(Version::Two.score(two), Some(PlayerScore::Cp(-1)));
        assert_eq!(Version::Two.score("info score=x"), None);
        assert_eq!(Version::One.score("info 12 11.3 -7 100 0.10 1.0 32-28"), Some(PlayerScore::Cp(-7)));
        assert_eq!(Version::One.score("info 12"), None);
    }
}
