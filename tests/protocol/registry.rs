//! What every game of the registry needs beside its code.

use std::fs;
use std::path::Path;

use petteia_engine::VARIANTS;

use crate::common::root;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of all fixture files with cases.
fn fixtures() -> String {
    let folders = fs::read_dir(root().join("fixtures")).expect("fixtures").map(|entry| entry.expect("a folder").path());
    let is_of_cases = |folder: &Path| !["transcripts", "bench", "openings"].iter().any(|other| folder.ends_with(other));
    let files = folders.filter(|folder| is_of_cases(folder)).flat_map(|folder| fs::read_dir(folder).expect("fixtures"));
    let files = files.map(|entry| entry.expect("a file").path());
    files.filter(|file| file.extension().is_some_and(|kind| kind == "txt")).map(|file| read(&file) + "\n").collect()
}

#[test]
fn every_game_has_fixtures_and_documentation() {
    let (fixtures, readme, protocol) = (fixtures(), read(&root().join("README.md")), read(&root().join("protocol.md")));
    for variant in VARIANTS {
        let name = variant.name;
        assert!(fixtures.lines().any(|line| line == format!("variant {name}")), "no fixtures of {name}");
        for (file, text) in [("README.md", &readme), ("protocol.md", &protocol)] {
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            assert!(words.any(|word| word == name), "{file} does not name {name}");
        }
    }
}
