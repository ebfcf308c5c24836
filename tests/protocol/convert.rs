//! `petteia convert`: files of games in other formats.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{BINARY, root, with_input};

const CHECKERS: &str = "fixtures/games/checkers.pdn";
const DRAUGHTS: &str = "fixtures/games/draughts.pdn";

fn command(arguments: &[&str]) -> Command {
    command_of("convert", arguments)
}

fn command_of(task: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.arg(task).args(arguments).current_dir(root()).env_remove("RUST_LOG");
    command
}

/// Runs `convert`; returns its output, its exit code and what it says.
pub fn convert(arguments: &[&str], input: &[u8]) -> (Vec<u8>, i32, String) {
    run("convert", arguments, input)
}

/// Runs a subcommand; returns its output, its exit code and what it says.
pub fn run(task: &str, arguments: &[&str], input: &[u8]) -> (Vec<u8>, i32, String) {
    let output = with_input(&mut command_of(task, arguments), input);
    let said = String::from_utf8(output.stderr).expect("text");
    (output.stdout, output.status.code().expect("an exit code"), said)
}

/// Runs `convert`, which must leave nothing out; returns its output.
pub fn converted(arguments: &[&str], input: &[u8]) -> String {
    let (output, code, said) = convert(arguments, input);
    assert_eq!((code, said.as_str()), (0, ""), "{arguments:?}");
    String::from_utf8(output).expect("text")
}

/// An empty folder, which is removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("petteia-convert-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Files of games, their formats, and the numbers of their games.
const OF_OTHERS: [(&str, &str, usize); 7] = [
    ("wthor-1978.wtb", "wthor", 8),
    ("ggs-2003.ggf", "ggf", 3),
    ("boardspace-won.sgf", "sgf", 1),
    ("boardspace-undecided.sgf", "sgf", 1),
    ("playok-2020.pgn", "pgn", 1),
    ("ffo-endgames.obf", "obf", 3),
    ("checkers.pdn", "pdn", 4),
];

#[test]
fn games_of_every_format_come_back_from_json() {
    for (name, format, count) in OF_OTHERS {
        let file = format!("fixtures/games/{name}");
        let json = converted(&[&file, "--to", "json"], b"");
        assert_eq!(json.lines().count(), count, "{name}");
        let (own, code, said) = convert(&["-", "--to", format], json.as_bytes());
        assert_eq!((code, said.as_str()), (0, ""), "{name}");
        let (again, code, said) = convert(&["-", "--from", format, "--to", "json"], &own);
        assert_eq!((code, said.as_str()), (0, ""), "{name}");
        let moves = |text: &[u8]| -> Vec<serde_json::Value> {
            let lines = std::str::from_utf8(text).expect("text").lines();
            lines.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["moves"].clone()).collect()
        };
        assert_eq!(moves(&again), moves(json.as_bytes()), "{name}");
    }
}

#[test]
fn passes_that_files_leave_out_are_played() {
    let json = converted(&["fixtures/games/wthor-1978.wtb", "--to", "json"], b"");
    assert!(json.contains("\"pass\""), "one of the games has a pass");
    assert!(json.lines().all(|line| line.contains("\"result\"")), "{json}");
    let transcript = converted(&["fixtures/games/wthor-1978.wtb", "--to", "transcript"], b"");
    let wrong = transcript.lines().next().expect("a game").replace("A1B7", "A1H1");
    let (output, code, said) = convert(&["-", "--from", "transcript", "--to", "lines"], wrong.as_bytes());
    assert_eq!((output.len(), code), (0, 3));
    // The pass before it is no word of the file.
    assert!(said.starts_with("standard input: game 1: move 60: expected a legal move, found 'h1': "), "{said}");
}

#[test]
fn games_of_archives_come_through_all_formats() {
    for (file, game, count) in [(CHECKERS, "checkers", 4), (DRAUGHTS, "draughts", 3)] {
        let pdn = converted(&[file, "--to", "pdn"], b"");
        let json = converted(&[file, "--to", "json"], b"");
        let lines = converted(&[file, "--to", "lines"], b"");
        assert_eq!((json.lines().count(), lines.lines().count()), (count, count), "{file}");
        assert!(lines.lines().all(|line| line.starts_with("startpos moves ")), "{lines}");
        for (text, from) in [(&pdn, "pdn"), (&json, "json")] {
            for from in [&["--from", from][..], &[]] {
                let again = |to: &str| converted(&[&["-", "--to", to], from].concat(), text.as_bytes());
                assert_eq!((&again("pdn"), &again("json"), &again("lines")), (&pdn, &json, &lines), "{file} {from:?}");
            }
        }
        let again = converted(&["-", "--to", "lines", "--game", game], lines.as_bytes());
        assert_eq!(again, lines, "{file}");
    }
    let json = converted(&[DRAUGHTS, "--to", "JSON"], b"");
    assert!(json.contains(r#""players":["Aleks. Baljakin","Aleks. Schwarzman"]"#), "{json}");
    assert!(json.contains(r#""tags":{"Date":"1995.11.1"},"result":"p1win""#), "{json}");
    // Captures that take two pieces by one route need no more than their squares from and to in PDN.
    let pdn = converted(&[CHECKERS, "--to", "pdn"], b"");
    assert!(pdn.contains(" 16x23 27x9 ") && !pdn.contains("27x18x9"), "{pdn}");
}

#[test]
fn lines_are_input_of_map() {
    let lines = converted(&[CHECKERS, "--to", "lines"], b"");
    let folder = Folder::new("map");
    fs::write(folder.path("x"), lines).expect("a file");
    let output = Command::new(BINARY).args(["map", "--game", "checkers", "--moves", &folder.path("x")]).output();
    let output = output.expect("it runs");
    let lines = String::from_utf8(output.stdout).expect("text").lines().count();
    assert_eq!((output.status.code(), lines), (Some(0), 4));
}

#[test]
fn ambiguous_captures_are_written_in_full() {
    // Two routes from 47 to 36, from the example of PDN 3.0 on ambiguous moves.
    let text = "[GameType \"20\"]\n[FEN \"B:W14,19,22,33,42:BK47\"]\n1. 47x38x24x13x36 *\n";
    let (output, code, said) = convert(&["-", "--to", "pdn"], text.as_bytes());
    let text = String::from_utf8(output).expect("text");
    assert_eq!((code, said.as_str()), (0, ""), "{text}");
    assert!(text.contains("47x38x24x13x36"), "{text}");
}

#[test]
fn what_is_refused_or_left_out_is_said() {
    let text = "[Black \"A\"]\n[White \"B\"]\n1. 11-15 23-19 2. 15-19 *\n1. 11-15 (9-13 (9-14)) 23-18 *\n\
                1. 9-13 hello *\n[FEN \"B:Wx:B1\"] *\n[GameType \"20\"] 1. 32-28 *\n";
    let (output, code, said) = convert(&["-", "--to", "pdn", "--game", "checkers"], text.as_bytes());
    let lines: Vec<&str> = said.lines().collect();
    let of = |game: usize| format!("standard input: game {game}");
    assert!(
        lines[0].starts_with(&(of(1) + " (A - B): move 3: expected a legal move, found '15-19': 19 is occupied in "))
    );
    assert!(lines[1].starts_with(&(of(3) + ": line 5: expected a move such as 11-15 or c3-d4, ")), "{said}");
    assert!(lines[2].starts_with(&(of(4) + ": start position: column 4: expected ")), "{said}");
    assert_eq!(lines[3], of(5) + ": expected a game of checkers, found draughts");
    assert_eq!(lines[4], "standard input: games 5, refused 4, variations left out 2");
    assert_eq!(lines[5..], ["error: standard input: 4 games are refused"]);
    assert_eq!(code, 3);
    let written = String::from_utf8(output).expect("text");
    assert!(written.ends_with("\n1. 11-15 23-18 *\n") && written.matches("GameType").count() == 1, "{written}");
    let (_, code, said) = convert(&["-", "--to", "lines"], b"1. 11-15 (9-13) *");
    assert_eq!((code, said.as_str()), (0, "standard input: games 1, refused 0, variations left out 1\n"));
}

#[test]
fn bad_content_changes_nothing() {
    let folder = Folder::new("content");
    let out = folder.path("out.pdn");
    let cases: [(&[&str], &[u8], &str); 9] = [
        (&[], b"", "standard input: expected games in one of the formats "),
        (&[], b"\0\x01\x02", "standard input: expected games in one of the formats "),
        (&[], b"\xff\xd8\xff\xe0 JFIF", "standard input: expected games in one of the formats "),
        (&["--from", "pdn"], b"", "standard input: pdn: line 1: expected games in PDN, found none"),
        (
            &["--from", "json"],
            b"[Event]",
            "standard input: json: line 1: expected a game as a JSON object, found '[Event]'",
        ),
        (&["--from", "lines"], b"\n\xff", "standard input: lines: line 2: expected a game a line, found bytes"),
        (&[], b"1. 11-15 1-0 1. 23-1", "standard input: game 2: move 1: "),
        (&["--from", "lines"], b"startpos", "standard input: game 1: the file names no game: pass --game"),
        (
            &["--from", "lines", "--game", "gonu"],
            b"startpos\n",
            "error: --to pdn: expected games of draughts, checkers, italian, russian, brazilian, frisian, breakthrough, antidraughts, found gonu",
        ),
    ];
    for (arguments, input, start) in cases {
        fs::write(&out, "old").expect("a file");
        let (output, code, said) = convert(&[&["-", "--to", "pdn", "-o", &out], arguments].concat(), input);
        assert!(said.trim_start_matches("error: ").starts_with(start.trim_start_matches("error: ")), "{said}");
        assert_eq!((code, output.len()), (3, 0), "{said}");
        let is_written = said.contains("game 2");
        assert_eq!(fs::read_to_string(&out).expect("a file") == "old", !is_written, "{said}");
        assert_eq!(folder.names(), ["out.pdn"]);
    }
    let million = vec![b'1'; 1_000_000];
    assert_eq!(convert(&["-", "--to", "pdn"], &million).1, 3);
}

#[test]
fn foreign_and_damaged_files_of_each_format_get_one_line() {
    let folder = Folder::new("foreign");
    let out = folder.path("out.json");
    fs::write(&out, "old").expect("a file");
    let bytes = |name: &str| fs::read(root().join("fixtures/games").join(name)).expect("a fixture");
    let files = [("json", "wthor-1978.wtb"), ("pdn", "ggs-2003.ggf"), ("lines", "boardspace-won.sgf")];
    let others = [("wthor", "checkers.pdn"), ("ggf", "wthor-1978.wtb"), ("sgf", "draughts.pdn")];
    let last = [("otg", "boardspace-won.sgf"), ("transcript", "checkers.pdn")];
    for (format, foreign) in files.into_iter().chain(others).chain(last) {
        let mut damaged = bytes(foreign);
        damaged.truncate(damaged.len() / 2);
        for input in [bytes(foreign), damaged, b"\0\0\0\0".to_vec(), vec![b'['; 100_000]] {
            let arguments = ["-", "--from", format, "--to", "json", "-o", &out];
            let (output, code, said) = convert(&arguments, &input);
            assert_eq!((output.len(), code, said.lines().count()), (0, 3, 1), "{format}: {said}");
            let place = ["line ", "byte ", "game "].into_iter().find_map(|kind| said.split(kind).nth(1));
            assert!(place.is_some_and(|place| place.starts_with(|c: char| c.is_ascii_digit())), "{format}: {said}");
            assert!(said.len() < 400 && (said.contains("expected ") || said.contains("--game")), "{format}: {said}");
            assert_eq!(fs::read_to_string(&out).expect("the file"), "old", "{format}");
        }
    }
    // The header claims more games than the file has.
    let mut short = bytes("wthor-1978.wtb");
    short.truncate(16 + 2 * 68);
    let (_, code, said) = convert(&["-", "--from", "wthor", "--to", "json"], &short);
    assert_eq!((code, said.lines().count()), (3, 1), "{said}");
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let folder = Folder::new("files");
    let copy = folder.path("copy.pdn");
    fs::copy(root().join(CHECKERS), &copy).expect("a copy");
    let before = fs::read(&copy).expect("a file");
    let link = folder.path("link.pdn");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&copy, &link).expect("a link");
    let (missing, inside) = (folder.path("missing"), folder.path("missing/x"));
    let cases: [(&[&str], i32, &str); 7] = [
        (&[&missing, "--to", "pdn"], 4, "No such file"),
        (&[&folder.path(""), "--to", "pdn"], 4, "directory"),
        (&[&copy, "--to", "lines", "-o", &copy], 4, "output is the input file"),
        (&[&link, "--to", "lines", "-o", &copy], 4, "output is the input file"),
        (&[&copy, "--to", "lines", "-o", &link], 4, "output is the input file"),
        (&[&copy, "--to", "lines", "-o", &inside], 4, "No such file"),
        (&[&copy, "--to", "lines", "-o", &folder.path("")], 4, "expected a regular file"),
    ];
    for (arguments, expected, part) in cases {
        let (output, code, said) = convert(arguments, b"");
        assert_eq!((code, output.len(), said.lines().count()), (expected, 0, 1), "{said}");
        assert!(said.starts_with("error: ") && said.contains(part), "{said}");
        assert_eq!(fs::read(&copy).expect("a file"), before);
    }
    for wrong in [&["-"][..], &["-", "--to", "chess"], &["--to", "pdn"], &["-", "--to", "pdn", "--game", "chess"]] {
        assert_eq!(convert(wrong, b"").1, 2, "{wrong:?}");
    }
    let out = folder.path("new.jsonl");
    assert_eq!(convert(&[&copy, "--to", "json", "-o", &out], b"").1, 0);
    assert_eq!(converted(&[&out, "--to", "pdn"], b""), converted(&[&copy, "--to", "pdn"], b""));
    assert_eq!(folder.names(), ["copy.pdn", "link.pdn", "new.jsonl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error_and_a_closed_one_is_not() {
    let full = File::options().write(true).open("/dev/full").expect("the device");
    let output = command(&[CHECKERS, "--to", "pdn"]).stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: the output: "));
    let (_, code, said) = convert(&[CHECKERS, "--to", "pdn", "-o", "/dev/full"], b"");
    assert_eq!((code, said.contains("expected a regular file")), (4, true), "{said}");
    assert!(!Path::new("/dev/full").is_file());
    let mut child = command(&[CHECKERS, "--to", "pdn"]).stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn games_of_a_match_are_read() {
    let folder = Folder::new("match");
    let games = folder.path("games.jsonl");
    let engine = format!("ugi:{BINARY}");
    let played = Command::new(BINARY)
        .args(["match", "--game", "checkers", "--a", &engine, "--b", &engine, "--nodes", "50", "--games", "2"])
        .args(["--max-plies", "20", "--resume", &games])
        .output()
        .expect("it runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let text = converted(&[&games, "--to", "pdn"], b"");
    assert_eq!(text.matches("[GameType \"21\"]").count(), 2, "{text}");
    assert!(
        text.contains("[Termination \"max-plies\"]") && text.contains("10. ") && text.ends_with("1/2-1/2\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn what_belongs_to_a_file_is_read_only_from_regular_files() {
    let folder = Folder::new("companions");
    let file = folder.path("a.wtb");
    fs::copy(root().join("fixtures/games/wthor-1978.wtb"), &file).expect("a copy");
    for name in ["WTHOR.JOU", "wthor.trn"] {
        assert!(Command::new("mkfifo").arg(folder.path(name)).status().expect("mkfifo").success());
    }
    assert_eq!(converted(&[&file, "--to", "json"], b"").lines().count(), 8);
}

#[cfg(unix)]
#[test]
fn the_mode_of_the_output_and_a_link_to_it_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new("mode");
    let (out, link) = (folder.path("out.json"), folder.path("link.json"));
    fs::write(&out, "old").expect("a file");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink(&out, &link).expect("a link");
    converted(&[CHECKERS, "--to", "json", "-o", &link], b"");
    assert_eq!(fs::read_to_string(&out).expect("the file").lines().count(), 4);
    assert_eq!(fs::metadata(&out).expect("the file").permissions().mode() & 0o777, 0o600);
    assert!(Path::new(&link).is_symlink());
}

#[test]
fn silent_games_are_what_all_others_of_the_file_are() {
    let told = "[GameType \"20\"]\n1. 32-28 *\n";
    let silent = "[FEN \"W:W31:B1\"]\n1. 31-27 *\n";
    for (text, variants) in [
        (format!("{silent}{told}"), ["draughts", "draughts"]),
        (format!("{told}{silent}"), ["draughts", "draughts"]),
        (format!("{silent}[GameType \"21\"]\n1. 11-15 *\n"), ["checkers", "checkers"]),
    ] {
        let folder = Folder::new("silent");
        let path = folder.path("x.pdn");
        fs::write(&path, &text).expect("a file");
        for (arguments, input) in [(["-", "--to", "json"], text.as_bytes()), ([&path, "--to", "json"], b"")] {
            let (output, ..) = convert(&arguments, input);
            let output = String::from_utf8(output).expect("text");
            for (line, variant) in output.lines().zip(variants) {
                assert!(line.contains(&format!("\"variant\":\"{variant}\"")), "{line}");
            }
            assert_eq!(output.lines().count(), 2, "{output}");
        }
    }
}

#[test]
fn times_draws_and_resignations_come_through() {
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let ggf = format!("(;GM[Othello]PB[a]PW[b]TI[05:00]RE[+64.000:r]TY[8]BO[{board}]B[F5//2.500]W[D6/1.2/0.010];)\n");
    let json = converted(&["-", "--to", "json"], ggf.as_bytes());
    assert!(json.contains("\"times\":[2500,10]") && json.contains("\"Termination\":\"resignation\""), "{json}");
    assert_eq!(converted(&["-", "--from", "json", "--to", "ggf"], json.as_bytes()), ggf);
    let sgf = converted(&["-", "--from", "json", "--to", "sgf"], json.as_bytes());
    assert!(sgf.contains("RE[B+R]"), "{sgf}");
    let pdn = "[TimeControl \"300+2\"]\n[Termination \"agreement\"]\n1. 11-15 {[%clk 0:04:59]} 23-18 \
               {[%clk 0:04:58.500] [%emt 0:00:03] sharp} 1/2-1/2\n";
    let json = converted(&["-", "--to", "json"], pdn.as_bytes());
    assert!(json.contains("\"result\":\"draw\",\"times\":[null,3000],\"clocks\":[299000,298500]"), "{json}");
    let again = converted(&["-", "--to", "pdn"], json.as_bytes());
    for part in ["[TimeControl \"300+2\"]", "[Termination \"agreement\"]", "{[%clk 0:04:58.500] [%emt 0:00:03] sharp}"]
    {
        assert!(again.replace('\n', " ").contains(part) || again.contains(part), "{again}");
    }
    assert!(again.ends_with("1/2-1/2\n"), "{again}");
}
