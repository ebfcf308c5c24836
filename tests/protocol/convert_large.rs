//! `petteia convert` with large files: it takes little memory.
#![cfg(target_os = "linux")]

use std::process::Command;

use crate::common::{BINARY, root, with_input};

/// A game of each format whose text is repeated to a large file.
const SMALL_GAMES: [(&str, &str, &str); 7] = [
    ("pdn", "[Event \"x\"]\n{COMMENT}1. 11-15 23-18 *\n\n", ""),
    ("json", "{\"variant\":\"checkers\",\"startpos\":true,\"moves\":[\"11-15\"],\"comments\":[\"COMMENT\"]}\n", ""),
    (
        "ggf",
        "(;GM[Othello]PB[COMMENT]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
             -------- *]B[F5];)\n",
        "",
    ),
    ("sgf", "(;GM[2]PB[COMMENT];B[f5])\n", ""),
    ("lines", "startpos moves 11-15\n#COMMENT\n", "checkers"),
    ("transcript", "F5\n#COMMENT\n", ""),
    // One game of many bytes.
    ("otg", "[comment:COMMENT]\n", ""),
];

/// Address space of a process that may use 64 MiB beyond the program and its libraries.
const ADDRESS_SPACE_KIB: u64 = 160 << 10;

/// Runs a subcommand with little memory.
fn with_little_memory(task: &str, arguments: &[&str], input: &[u8]) -> (Vec<u8>, i32, String) {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {ADDRESS_SPACE_KIB}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, BINARY, task]).args(arguments).current_dir(root()).env_remove("RUST_LOG");
    let output = with_input(&mut command, input);
    let said = String::from_utf8(output.stderr).expect("text");
    (output.stdout, output.status.code().unwrap_or(-1), said)
}

#[test]
fn large_files_take_little_memory() {
    let size = 24 << 20;
    for (format, game, variant) in SMALL_GAMES {
        let game = game.replace("COMMENT", &"remark ".repeat(4_000));
        let count = size / game.len();
        let file = game.repeat(count);
        let mut arguments = vec!["-", "--from", format, "--to", "lines"];
        arguments.extend(Some(["--game", variant]).filter(|_| !variant.is_empty()).into_iter().flatten());
        let (output, code, said) = with_little_memory("convert", &arguments, file.as_bytes());
        if format == "otg" {
            assert!(code == 3 && said.contains("expected a game of at most 1048576 bytes"), "{said}");
            assert!(output.is_empty());
            continue;
        }
        assert_eq!((code, said.as_str()), (0, ""), "{format}");
        assert_eq!(output.split(|byte| *byte == b'\n').count() - 1, count, "{format}");
    }
    let mut wthor = vec![20, 23, 6, 26, 0, 0, 0, 0, 0, 0, 0xda, 0x07, 8, 0, 0, 0];
    let count: u32 = 10_000;
    wthor[4..8].copy_from_slice(&count.to_le_bytes());
    let mut game = [0; 68];
    (game[6], game[8]) = (32, 56);
    wthor.extend(game.repeat(count as usize));
    let (output, code, said) = with_little_memory("convert", &["-", "--from", "wthor", "--to", "wthor"], &wthor);
    // Unfinished games have no score of their own, so the tag of the file stays.
    assert_eq!((code, said.as_str(), output.len()), (0, "", wthor.len()));
}

#[test]
fn texts_without_an_end_take_little_memory_and_time() {
    let size = 3 << 20;
    for (format, part) in [
        ("pdn", "1. 11-15 23-18 "),
        ("pdn", "{ a "),
        ("pdn", "(1. 11-15 "),
        ("json", "{\"startpos\":true,\"moves\":["),
        ("json", "{\n"),
        ("ggf", "(;GM["),
        ("ggf", "(;GM[\n"),
        ("sgf", "(;B[c3]\n"),
        ("sgf", "(;B["),
        ("sgf", ";B[c3]"),
        ("sgf", "(;GM[2](;GM[2]"),
        ("otg", "[a:b]"),
        ("lines", "startpos moves "),
        ("transcript", "f5"),
    ] {
        let text = part.repeat(size / part.len());
        let (output, code, said) =
            with_little_memory("convert", &["-", "--from", format, "--to", "json"], text.as_bytes());
        assert_eq!((output.len(), code), (0, 3), "{format} {part}: {said}");
        assert!(said.lines().count() <= 2 || said.len() < 1 << 20, "{format} {part}");
    }
}
