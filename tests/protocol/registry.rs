//! What every game of the registry and every protocol of the table needs beside its code.

use std::fs;
use std::path::{Path, PathBuf};

use petteia::protocols::{PROTOCOLS, ProtocolKind};
use petteia_engine::VARIANTS;

use crate::common::{files, root};

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

/// The protocols other than UGI and UCI, which protocol.md describes.
pub fn other_protocols() -> impl Iterator<Item = &'static ProtocolKind> {
    PROTOCOLS.iter().filter(|protocol| !["ugi", "uci"].contains(&protocol.name))
}

#[test]
fn every_protocol_has_documentation_and_a_transcript() {
    let page = read(&root().join("protocol.md"));
    let transcripts = files("fixtures/transcripts/protocols", "txt");
    for ProtocolKind { name, .. } in other_protocols() {
        let link = format!("docs/protocols/{name}.md");
        assert!(root().join(&link).exists(), "no page {link}");
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        assert!(row.is_some_and(|row| row.contains(&link)), "protocol.md has no row of {name} with a link to {link}");
        // A transcript has the name of the protocol, or of a program that speaks it.
        let start = |line: &str| line.starts_with("$ ") && line.ends_with(&format!(" {name}"));
        let is_own =
            |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == *name) || read(file).lines().any(start);
        assert!(transcripts.iter().any(is_own), "no transcript of {name}");
    }
}
