//! Matches with engines that do not do what they should.

use rustix::process::Signal;

use super::SELF;
use crate::siege::case::Case;

/// Engines that must not lose games: they do not start, or do not speak the protocol. The match ends with an error.
const BROKEN: &[(&str, &str)] = &[
    ("exits at once", "exit 1"),
    ("exits at once with a reason", "echo no licence >&2; exit 1"),
    ("exits in the handshake", "read line; exit 0"),
    ("is killed in the handshake", "read line; kill -9 $$"),
    ("closes its output", "exec >&-; while read line; do :; done"),
    ("leaves a grandchild and exits", "sleep 1000 > /dev/null & exit 1"),
];

/// The same of engines of UGI, which the match may wait for.
const BROKEN_UGI: &[(&str, &str)] = &[
    ("exits behind the handshake", "read line; echo ugiok; exit 1"),
    ("repeats its input", "exec cat"),
    ("speaks another protocol", "echo hello; while read line; do echo '? unknown command'; echo; done"),
    ("answers noise", "while read line; do printf '\\000\\377\\376 x\\n'; done"),
    ("floods the handshake with lines", "exec yes id name x"),
    ("floods the handshake without a newline", "exec tr '\\0' x < /dev/zero"),
    ("leaves a grandchild with its output and exits", "sleep 1000 & read line; exit 1"),
    ("never answers the handshake", "sleep 1000"),
];

/// What engines do with `go` after a good handshake: each loses its games, and the match goes on to its end.
const FORFEITS: &[(&str, &str)] = &[
    ("exits", "exit 1"),
    ("is killed", "kill -9 $$"),
    ("plays an illegal move", "echo bestmove a1a1"),
    ("plays noise", "printf 'bestmove \\377\\000\\033[2J\\n'"),
    ("plays (none)", "echo 'bestmove (none)'"),
    ("answers without a move", "echo bestmove"),
    ("never answers", ":"),
    ("never answers and ignores signals", "trap '' TERM INT HUP; sleep 1000"),
    ("stops itself", "kill -STOP $$"),
    ("floods with lines", "yes info depth 1"),
    ("floods without a newline", "tr '\\0' x < /dev/zero"),
    ("floods its errors", "yes error >&2"),
    ("answers too late", "sleep 4; echo bestmove a1a2"),
    ("never reads again", "sleep 1000"),
    ("closes its output", "exec >&-; sleep 1000"),
    ("closes its input", "exec <&-; sleep 1000"),
    ("answers a line of 100 MB", "head -c 100000000 /dev/zero | tr '\\0' x; echo"),
    ("leaves grandchildren", "sleep 1000 & sleep 1000 > /dev/null & exit 1"),
];

/// An engine of UGI that does this with `go`.
fn engine(on_go: &str) -> String {
    format!(
        "while read -r word rest; do case $word in ugi|uci) echo ${{word}}ok;; isready) echo readyok;; \
         quit) exit;; go) {on_go};; esac; done\n"
    )
}

/// A match of an engine against the program.
fn against(engine: &str, more: &str) -> String {
    format!("match --game gonu --a '{engine}' --b {SELF} {more}")
}

const SHORT: &str = "--movetime 50 --margin 1000 --games 2 --max-plies 4";

/// The most memory of the runner in MiB.
const MEMORY: u64 = 100;

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (what, script) in FORFEITS {
        cases.push(
            Case::new(
                format!("engines/an engine that {what}"),
                against("ugi:sh engine", &format!("{SHORT} --resume out")),
            )
            .file("engine", engine(script))
            .writes("out")
            .memory(MEMORY)
            .seconds(20)
            .any_error()
            .then("test $(wc -l < out) = 3 && test $(grep -c '\"winner\":\"b\"' out) = 2"),
        );
    }
    let protocols = ["ugi", "uci", "hub", "gtp", "nboard"];
    let broken = protocols.iter().flat_map(|protocol| BROKEN.iter().map(move |broken| (*protocol, broken)));
    for (protocol, (what, script)) in broken.chain(BROKEN_UGI.iter().map(|broken| ("ugi", broken))) {
        let game = match protocol {
            "hub" => "draughts",
            "nboard" | "gtp" => "reversi",
            _ => "gonu",
        };
        let arguments = against(&format!("{protocol}:sh engine"), SHORT).replace("gonu", game);
        cases.push(
            Case::new(format!("engines/{protocol} that {what}"), arguments)
                .file("engine", format!("{script}\n"))
                .memory(MEMORY)
                .seconds(70)
                .fails("rejected", ""),
        );
    }
    cases.extend(that_do_not_start());
    cases.extend(options());
    cases.extend(dead_runner());
    cases
}

fn that_do_not_start() -> Vec<Case> {
    let case = |what: &str, engine: &str| {
        Case::new(format!("engines/{what}"), against(engine, &format!("{SHORT} --resume out")))
            .writes("out")
            .fails("rejected", "")
    };
    vec![
        case("a missing program", "ugi:./missing"),
        case("a missing program in the path", "ugi:no-such-engine"),
        case("a folder", "ugi:./folder").setup("mkdir folder"),
        case("a file that cannot be executed", "ugi:./file").file("file", "x"),
        case("a program of garbage", "ugi:./file").file("file", "\u{7f}ELFx").setup("chmod +x file"),
        case("a missing interpreter", "ugi:./file").file("file", "#!/missing\n").setup("chmod +x file"),
        case("its last words", "ugi:sh engine")
            .file("engine", "echo 'no licence found' >&2; exit 1\n")
            .output("")
            .during(|running| running.wait_for("no licence found")),
        // The games played so far stay.
        case("that starts only once", "ugi:sh engine")
            .file("engine", format!("test -e mark && exit 1; : > mark\n{}", engine("exit 1")))
            .writes("mark")
            .codes(&["rejected", "success"])
            .any_error(),
    ]
}

/// Options that an engine does not have.
fn options() -> Vec<Case> {
    let case = |what: &str, more: &str| {
        Case::new(format!("engines/{what}"), against("ugi:sh engine", &format!("{SHORT} {more}")))
            .file("engine", engine("echo bestmove a1a2"))
            .codes(&["usage", "rejected"])
            .one_error()
    };
    vec![
        case("an option that the engine does not offer", "--a-option Unknown=1"),
        case("an option that the program does not offer", "--b-option Unknown=1"),
        case("a value out of range", "--b-option Hash=0"),
        Case::new(
            "engines/tune: an option that the engine does not offer",
            format!("tune --game gonu --a {SELF} --b {SELF} {SHORT} --parameter Unknown=1,0,2,1 --values out"),
        )
        .codes(&["usage", "rejected"])
        .one_error(),
    ]
}

/// When the runner dies, its engines and their children die.
fn dead_runner() -> Vec<Case> {
    let signals = [
        ("SIGINT", Signal::INT),
        ("SIGTERM", Signal::TERM),
        ("SIGHUP", Signal::HUP),
        ("SIGKILL", Signal::KILL),
        ("SIGQUIT", Signal::QUIT),
    ];
    let engines = [
        ("waits", "sleep 1000"),
        ("ignores signals", "trap '' TERM INT HUP; sleep 1000; sleep 1000"),
        ("has a grandchild", "sleep 1000 & sleep 1000"),
        ("floods", "yes info depth 1"),
    ];
    let mut cases = Vec::new();
    for (signal_name, signal) in signals {
        for (what, on_go) in engines {
            let more = "--movetime 600000 --games 4 --concurrency 2";
            let name = format!("engines/{signal_name} while an engine {what}");
            cases.push(
                Case::new(name, against("ugi:sh engine", more))
                    .file("engine", engine(&format!(": > started; {on_go}")))
                    .writes("started")
                    .codes(&["signal"])
                    .any_error()
                    .during(move |running| {
                        running.wait_for_file("started")?;
                        running.signal(signal)
                    }),
            );
        }
    }
    cases
}
