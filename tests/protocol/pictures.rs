//! `petteia draw`, and the pictures of the documentation.

use std::fs;
use std::process::Command;

use roxmltree::Document;

use crate::common::{BINARY, root};

fn draw(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(BINARY).arg("draw").args(arguments).output().expect("it runs");
    let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    (text, error, output.status.code())
}

#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let folder = root().join("docs/pictures");
    let list = fs::read_to_string(folder.join("list.tsv")).expect("the list");
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let [name, game, position] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (text, error, _) = draw(&["--game", game, position]);
        let file = fs::read_to_string(folder.join(format!("{name}.svg"))).expect("a picture");
        assert!(text.trim_end() == file.trim_end(), "run `cargo xtask pictures` for {name}: {error}");
    }
}

#[test]
fn positions_are_those_of_map() {
    let json = r#"{"variant":"reversi","startpos":true,"moves":["f5","d6"]}"#;
    for position in [json, "startpos moves f5 d6", "fen 8/8/8/3OX3/3OXX2/3O4/8/8 b"] {
        let (text, error, code) = draw(&["--game", "reversi", position]);
        assert_eq!((error.as_str(), code), ("", Some(0)), "{position}");
        let document = Document::parse(text.trim_end()).expect("XML");
        let discs = document.descendants().filter(|node| node.attribute("data-at").is_some_and(|at| at.len() == 2));
        assert!(discs.count() >= 6 && text.contains("game-reversi"), "{position}");
    }
}

#[test]
fn errors_name_the_place() {
    let cases = [
        (&["x w s"][..], 3, "error: column 1: "),
        (&["startpos moves a1 z9"], 3, "error: column 19: move 2: expected"),
        (&["{\"fen\":1}"], 3, "error: column 8: expected a FEN"),
        (&["startpos", "--seat", "1"], 3, "error: "),
        (&["startpos", "--move", "z9"], 3, "error: "),
        (&["startpos", "-o", "x.gif"], 2, "error: --output: expected a file that ends in .svg or .png, found 'x.gif'"),
        (&["startpos", "-o", "missing/x.svg"], 4, "error: "),
    ];
    for (arguments, expected, start) in cases {
        let (text, error, code) = draw(arguments);
        assert_eq!((text.as_str(), code), ("", Some(expected)), "{arguments:?}: {error}");
        assert!(error.starts_with(start), "{arguments:?}: {error}");
    }
}

#[test]
fn files_are_replaced() {
    let folder = std::env::temp_dir().join(format!("petteia-draw-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let (svg, png) = (file("a.SVG"), file("a.png"));
    for path in [&svg, &png] {
        fs::write(path, "old").expect("a file");
        let (_, error, code) = draw(&["startpos moves a1", "-o", path, "--size", "120"]);
        assert_eq!((error.as_str(), code), ("", Some(0)));
    }
    let text = fs::read_to_string(&svg).expect("text");
    assert!(text.contains(" width=\"120\""), "{text}");
    let bytes = fs::read(&png).expect("bytes");
    assert_eq!((&bytes[1..4], &bytes[16..20]), (&b"PNG"[..], &120_u32.to_be_bytes()[..]));
    fs::remove_dir_all(&folder).expect("a removable folder");
}
