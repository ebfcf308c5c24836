//! Checks the dependencies between modules against the map in `src/lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the other modules that it may use.
const MAP: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("game", &["base"]),
    ("network", &["game", "base"]),
    ("games", &["network", "game", "base"]),
    ("search", &["game", "base"]),
    ("learning", &["network", "search", "game", "base"]),
    ("engine", &["search", "game", "base"]),
    ("server", &["engine", "game", "base"]),
    ("protocols", &["server", "engine", "formats", "game", "base"]),
    ("batch", &["protocols", "server", "engine", "game", "base"]),
    ("formats", &["game", "base"]),
    ("matches", &["protocols", "server", "engine", "formats", "game", "base"]),
    ("archive", &["batch", "protocols", "server", "engine", "formats", "game", "base"]),
    ("variants", &["games", "learning", "engine", "game"]),
    ("platform", &[]),
    (
        "commands",
        &[
            // `play` shows the cards of Dixit.
            "platform",
            "archive",
            "batch",
            "formats",
            "matches",
            "learning",
            "protocols",
            "server",
            "engine",
            "variants",
            "games",
            "game",
            "base",
        ],
    ),
    (
        "main",
        &[
            "platform",
            "commands",
            "matches",
            "protocols",
            "server",
            "engine",
            "learning",
            "search",
            "game",
            "base",
            "variants",
        ],
    ),
    ("lib", &[]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the crate");
    let paths = entries.map(|entry| entry.expect("an entry of it").path());
    let is_code = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|kind| kind == "rs");
    paths.filter(is_code).flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The parts of a path under `src`: `["games", "dvonn", "board"]`.
fn module(file: &Path) -> Vec<String> {
    let inner = file.strip_prefix("src").expect("a file under src").with_extension("");
    inner.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// The paths from the root of the crate that a line of code names: `petteia_games::dvonn` gives
/// `["games", "dvonn"]`.
fn named(line: &str) -> Vec<Vec<&str>> {
    let starts = ["crate::", "petteia::"]
        .into_iter()
        .flat_map(|root| line.match_indices(root).map(|(at, root)| at + root.len()));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    starts
        .map(|at| line[at..].split("::").map(|part| part.split(|c| !is_word(c)).next().unwrap_or_default()).collect())
        .collect()
}

/// Why a line of this module breaks the map; `None` if it does not.
fn breach(module: &[String], line: &str) -> Option<String> {
    let code = line.split("//").next().unwrap_or_default();
    if code.contains("super::super") {
        return Some("a path into another module begins with crate::".into());
    }
    let (_, allowed) = MAP.iter().find(|(name, _)| *name == module[0])?;
    for path in named(code) {
        let target = path[0];
        if target.is_empty() {
            return Some("one use for each module".into());
        }
        if target != module[0] && !allowed.contains(&target) {
            return Some(format!("{} must not know {target}", module[0]));
        }
        if target == "games" && module[0] == "games" && path.get(1) != module.get(1).map(String::as_str).as_ref() {
            return Some("a game must not know another".into());
        }
    }
    None
}

#[test]
fn modules_use_only_modules_below() {
    let mut lines = 0;
    for file in sources(Path::new("src")) {
        let module = module(&file);
        assert!(MAP.iter().any(|(name, _)| *name == module[0]), "{} has no place on the map", file.display());
        for (number, line) in fs::read_to_string(&file).expect("a source").lines().enumerate() {
            lines += 1;
            if let Some(breach) = breach(&module, line) {
                panic!("{}:{}: {breach}: {line}", file.display(), number + 1);
            }
        }
    }
    assert!(lines > 1_000, "{lines}");
}

#[test]
fn breaches_are_found() {
    let breach = |module: &[&str], line| breach(&module.iter().map(ToString::to_string).collect::<Vec<_>>(), line);
    for (module, line) in [
        (&["base", "side"][..], "use petteia_core::Position;"),
        (&["search", "alpha_beta", "node"], "use petteia_games::dvonn::Dvonn;"),
        (&["search", "alpha_beta", "node"], "    let x = crate::protocols::ugi::reply(petteia_core::Side::First);"),
        (&["games", "dvonn", "eval"], "use petteia_search::HashTable;"),
        (&["games", "dvonn", "eval"], "use petteia_games::reversi::Reversi;"),
        (&["games", "dvonn", "eval"], "use super::super::reversi::Reversi;"),
        (&["server"], "use crate::{base::Side, games::dvonn};"),
        (&["variants"], "use crate::server;"),
        (&["server"], "use petteia_search::Control;"),
    ] {
        assert!(breach(module, line).is_some(), "{line}");
    }
    for (module, line) in [
        (&["games", "dvonn", "eval"][..], "use petteia_games::dvonn::board; use petteia_core::{BySide, Side};"),
        (&["server"], "use crate::engine::Session; // not petteia_games"),
        (&["variants"], "use petteia_games::dvonn::Dvonn;"),
        (&["main"], "use petteia::protocols;"),
    ] {
        assert_eq!(breach(module, line), None, "{line}");
    }
}

#[test]
fn only_petteia_files_opens_output_files() {
    let forbidden = ["File::create", "OpenOptions", "File::options", "fs::write", "fs::rename", "fs::copy"];
    let mut checked = 0;
    for file in sources(Path::new("src")) {
        let text = fs::read_to_string(&file).expect("a source");
        // Tests prepare files of any kind.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_test = file.ends_with("tests.rs");
        if is_test {
            continue;
        }
        checked += 1;
        for (number, line) in code.lines().enumerate() {
            let found = forbidden.iter().find(|name| line.contains(*name));
            assert_eq!(found, None, "{}:{}: use petteia_files", file.display(), number + 1);
        }
    }
    assert!(checked > 100, "{checked}");
}
