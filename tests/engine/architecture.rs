//! Checks the diagram of `docs/architecture.md` against the packages, and what the compiler does not check: a game
//! does not use another game, a protocol not the search, and one crate opens the files that are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Each package of the workspace, and the packages of the workspace that it uses.
fn packages() -> Arrows {
    let crates = fs::read_dir("crates").expect("the folder of the crates").map(|entry| entry.expect("an entry").path());
    let others = ["Cargo.toml", "board/Cargo.toml", "python/Cargo.toml"].map(PathBuf::from);
    let manifests = crates.map(|folder| folder.join("Cargo.toml")).chain(others);
    manifests.map(|path| package(&fs::read_to_string(path).expect("a manifest"))).collect()
}

/// The name of a package, and the packages of the workspace among its dependencies.
fn package(manifest: &str) -> (String, BTreeSet<String>) {
    let mut name = String::new();
    let mut used = BTreeSet::new();
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
        match section {
            "[package]" if key == "name" => name = line.split('"').nth(1).expect("a name").into(),
            "[dependencies]" if key == "petteia" || key.starts_with("petteia-") => _ = used.insert(key.into()),
            _ => {}
        }
    }
    (name, used)
}

/// The arrows of the diagram.
fn diagram(page: &str) -> Arrows {
    let mut arrows = Arrows::new();
    for (from, to) in page.lines().filter_map(|line| line.trim().split_once(" --> ")) {
        arrows.entry(from.into()).or_default().insert(to.into());
    }
    arrows
}

/// Everything that a package uses, directly or not.
fn reachable(arrows: &Arrows, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        open.extend(
            arrows.get(name).into_iter().flatten().filter(|next| found.insert((*next).clone())).map(String::as_str),
        );
    }
    found
}

/// What the diagram lacks or has too much, one line each.
fn differences(packages: &Arrows, diagram: &Arrows) -> Vec<String> {
    let mut found = Vec::new();
    for name in packages.keys() {
        let (real, drawn) = (reachable(packages, name), reachable(diagram, name));
        found.extend(real.symmetric_difference(&drawn).map(|other| format!("{name} --> {other}")));
    }
    for (from, to) in diagram {
        let follows = |next: &&String| to.iter().any(|other| reachable(diagram, other).contains(*next));
        found.extend(to.iter().filter(follows).map(|next| format!("{from} --> {next} follows from other arrows")));
    }
    found
}

#[test]
fn the_diagram_shows_the_packages() {
    let page = fs::read_to_string("docs/architecture.md").expect("the page");
    let packages = packages();
    assert!(packages.len() > 12, "{packages:?}");
    assert_eq!(differences(&packages, &diagram(&page)), Vec::<String>::new());
    for name in packages.keys() {
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name} is not in the table");
    }
}

#[test]
fn differences_are_found() {
    let packages: Arrows = [("a", "b"), ("b", "c")].map(|(from, to)| (from.into(), [to.into()].into())).into();
    let of = |page| differences(&packages, &diagram(page));
    assert_eq!(of("a --> b\n  b --> c"), Vec::<String>::new());
    assert_eq!(of("a --> b"), ["a --> c", "b --> c"]);
    assert_eq!(of("a --> b\nb --> c\na --> c"), ["a --> c follows from other arrows"]);
    assert_eq!(
        package("[package]\nname = \"x\"\n[dependencies]\npetteia-core.workspace = true\nrand = \"1\"\n").1.len(),
        1
    );
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let paths = entries.map(|entry| entry.expect("an entry of it").path());
    let is_code = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|kind| kind == "rs");
    paths.filter(is_code).flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The lines of code of a folder, each with its place.
fn code(folder: impl AsRef<Path>) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for file in sources(folder.as_ref()).iter().filter(|file| !file.ends_with("tests.rs")) {
        let text = fs::read_to_string(file).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let place = |number| format!("{}:{number}", file.display());
        lines.extend((1..).zip(code.lines()).map(|(number, line)| (place(number), line.into())));
    }
    lines
}

#[test]
fn a_game_uses_no_other_game() {
    let games: Vec<PathBuf> = fs::read_dir("crates/petteia-games/src")
        .expect("the games")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    assert!(games.len() >= 9, "{games:?}");
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    for game in &games {
        for (place, line) in code(game) {
            let other = games.iter().filter(|other| *other != game).map(name);
            let found = other.map(|other| format!("crate::{other}::")).find(|path| line.contains(path));
            assert_eq!(found, None, "{place}");
        }
    }
}

#[test]
fn a_protocol_does_not_use_the_search() {
    let lines = [code("src/protocols"), code("src/server")].concat();
    assert!(lines.len() > 1_000, "{}", lines.len());
    for (place, line) in lines {
        assert!(!line.contains("petteia_search"), "{place}: use petteia_engine");
    }
}

#[test]
fn only_petteia_files_opens_output_files() {
    let forbidden = ["File::create", "OpenOptions", "File::options", "fs::write", "fs::rename", "fs::copy"];
    let lines = [code("src"), code("crates"), code("board/src")].concat();
    assert!(lines.len() > 10_000, "{}", lines.len());
    for (place, line) in lines.iter().filter(|(place, _)| !place.starts_with("crates/petteia-files/")) {
        let found = forbidden.iter().find(|name| line.contains(*name));
        assert_eq!(found, None, "{place}: use petteia_files");
    }
}
