//! Protocols: hostile lines, commands during a search, and the ends of a session.

use super::hostile;
use crate::siege::case::Case;

/// The protocols, a line that each answers at any time, and a part of the answer.
const PROTOCOLS: &[(&str, &str, &str)] = &[
    ("ugi", "isready", "readyok"),
    ("uci", "isready", "readyok"),
    ("gtp", "7 name", "=7 "),
    ("hub", "hub", "wait"),
    ("nboard", "ping 7", "pong 7"),
    ("codecup", "Quit", ""),
    ("otep", "goodbye", "hello"),
];

/// A search: the arguments, the lines that begin it, lines while it goes on, what answers them, and the line that ends
/// it with its answer.
type Search = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const SEARCHES: &[Search] = &[
    ("ugi", "ugi\ngo infinite\n", UGI_BUSY, "readyok", "stop\n", "bestmove "),
    ("ugi", "ugi\ngo infinite\n", "wait\nisready\n", "readyok", "stop\n", "bestmove "),
    ("uci", "uci\ngo infinite\n", UGI_BUSY, "readyok", "stop\n", "bestmove "),
    ("uci", "uci\ngo ponder wtime 1000 btime 1000\n", UGI_BUSY, "readyok", "stop\n", "bestmove "),
    ("ugi", "ugi\ngo perft 30\n", UGI_BUSY, "readyok", "stop\n", "aborted"),
    ("ugi --game reversi", "ugi\nperft 30\n", UGI_BUSY, "readyok", "stop\n", "aborted"),
    ("ugi --game epigo", "ugi\ngo seat 1 infinite\n", UGI_BUSY, "readyok", "stop\n", "bestmove "),
    ("hub", HUB_SEARCH, HUB_BUSY, "pong", "stop\n", "done "),
    (GTP, "1 genmove b\n", "\x07unknown\n2 name\n# interrupt\n", "=1", "3 name\n", "=3"),
    (
        "nboard",
        "nboard 2\nset depth 60\nhint 3\n",
        "set depth x\nmove z9\nset game x\nunknown\nping 4\n",
        "pong 4",
        "ping 5\n",
        "pong 5",
    ),
    ("otep", OTEP_SEARCH, "unknown\nclock x\nfinish 0\n", "analysis", "", ""),
];

const GTP: &str = "gtp --game reversi --option \"Default Move Time=600000\"";

const HUB_SEARCH: &str =
    "hub\ninit\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\nlevel infinite\ngo analyze\n";

const HUB_BUSY: &str =
    "pos pos=x\ninit\nset-param name=threads value=0\nhub\nlevel depth=-1\ngo think\nunknown\nping\n";

const OTEP_SEARCH: &str = "rules dim:9 surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe: \
    start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/\nanalyze 2 600\n";

const UGI_BUSY: &str = "position startpos moves a1\nposition fen x\nmoves\nmoves z9\nundo 99\nd\nquery fen\n\
    query unknown\neffects z9\nsetoption name Hash value 2\nsetoption name Hash value x\n\
    setoption name UCI_Variant value reversi\nucinewgame\nugi\nperft 3\ndivide 1\ngo depth 1\ngo x\nbench\nponder\n\
    observe seat 1\ncheck x\n\x00\nisready\n";

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (protocol, line, answer) in PROTOCOLS {
        for (kind, mut bytes) in hostile() {
            bytes.extend_from_slice(format!("\n{line}\n").as_bytes());
            let codes: &[_] = if *protocol == "codecup" { &["success", "rejected"] } else { &["success"] };
            let case = |name: String, arguments: String, codes| {
                Case::new(name, arguments).codes(codes).output(*answer).any_error().memory(400)
            };
            cases.push(case(format!("protocols/{protocol}: {kind}"), (*protocol).into(), codes).input(bytes.clone()));
            let arguments = format!("--protocol {protocol} < in");
            let codes = &["success", "rejected"];
            let case = case(format!("protocols/{protocol} from a file: {kind}"), arguments, codes);
            // A line that is refused may end a script, so that its last line has no answer.
            cases.push(Case { output: Vec::new(), ..case }.file("in", bytes));
        }
        cases.extend(ends(protocol, line));
    }
    for (i, (arguments, start, lines, answer, stop, end)) in SEARCHES.iter().enumerate() {
        let protocol = arguments.split(' ').next().unwrap_or_default();
        let case = Case::new(format!("protocols/{protocol}: lines during search {i}"), arguments).any_error();
        let case = case.open_input([start, *lines].concat()).answer(answer, *stop).during(|running| {
            running.close_input();
            Ok(())
        });
        cases.push(if end.is_empty() { case } else { case.output(*end) });
    }
    cases
}

/// The ends of a session.
fn ends(protocol: &str, line: &str) -> Vec<Case> {
    let name = |what: &str| format!("protocols/{protocol}: {what}");
    let line = format!("{line}\n");
    let many = line.repeat(100_000);
    let mut cases = vec![
        Case::new(name("an empty input"), protocol),
        Case::new(name("a closed input"), format!("{protocol} <&-")),
        Case::new(name("a folder as input"), format!("{protocol} < ."))
            .codes(&["success", "io", "rejected"])
            .any_error(),
        Case::new(name("a reader that has gone"), protocol).input(many.clone()).closed_output(),
        Case::new(name("a reader that has gone and an open input"), protocol)
            .open_input(line.repeat(3))
            .closed_output()
            .seconds(5),
        Case::new(name("a closed output"), format!("{protocol} >&-"))
            .input(line.clone())
            .codes(&["success", "io"])
            .any_error(),
        Case::new(name("a last line without its end"), protocol).input(line.trim_end()),
    ];
    // The answer of CodeCup to its last line is none.
    if protocol != "codecup" {
        let full = || Case::new(String::new(), format!("{protocol} > /dev/full")).full();
        cases.push(Case { name: name("a full output"), ..full() }.input(line.clone()));
        let case = Case { name: name("a full output and an open input"), ..full() };
        cases.push(case.open_input(line.repeat(3)).seconds(5));
    }
    cases
}
