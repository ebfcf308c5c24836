//! Runs the examples of `README.md`, `protocol.md` and the pages in `docs`.

mod commands;
mod effects;

use std::path::Path;
use std::process::Command;

use petteia_engine::{VARIANTS, options};
use petteia_ugi::manual;

use crate::common::{BINARY, compare, converse, files, root};

/// The text of a page.
fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a readable file")
}

/// The fenced blocks of a kind, each with a name for messages.
fn blocks(file: &str, kind: &str) -> Vec<(String, String)> {
    let text = page(file);
    let mut blocks = Vec::new();
    let mut inside: Option<&str> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), inside) {
            (Some(opened), None) => {
                inside = Some(opened);
                blocks.push((opened, format!("{file}, block at line {}", i + 1), String::new()));
            }
            (Some(_), Some(_)) => inside = None,
            (None, Some(_)) => {
                blocks.last_mut().expect("the block that is open").2 += &format!("{line}\n");
            }
            (None, None) => {}
        }
    }
    blocks.into_iter().filter(|block| block.0 == kind).map(|(_, name, text)| (name, text)).collect()
}

#[test]
fn every_command_has_a_correct_example() {
    let blocks: Vec<_> = pages().iter().flat_map(|page| blocks(page, "petteia")).collect();
    for (name, text) in &blocks {
        converse(name, text);
    }
    for command in manual().map(|entry| entry.names[0]).filter(|&name| name != "quit").chain(["go perft"]) {
        let example = |text: &str| text.lines().any(|line| format!("{line} ").starts_with(&format!("> {command} ")));
        assert!(blocks.iter().any(|(_, text)| example(text)), "no example of {command}");
    }
}

#[test]
fn every_command_is_described() {
    let text = page("protocol.md");
    // The word alone is a subcommand of the command line.
    let list = converse_once(" help");
    for entry in manual() {
        for name in entry.names {
            assert!(text.contains(&format!("`{name}")), "protocol.md does not name {name}");
            let answer = converse_once(&format!("help {name}"));
            assert_eq!(answer, format!("{entry}\n"), "help {name}");
        }
        let line = list.lines().find(|line| line.split(' ').next() == Some(entry.names[0]));
        assert!(line.is_some_and(|line| line.ends_with(entry.summary)), "help: {}", entry.names[0]);
    }
}

#[test]
fn every_option_is_described() {
    // Games describe their own options on their pages.
    let pages: String = pages().iter().map(|name| page(name)).collect();
    for option in options::declarations(VARIANTS) {
        assert!(pages.contains(&format!("\n| `{}`", option.name)), "no table of options has {}", option.name);
    }
}

/// The answer to a line.
fn converse_once(line: &str) -> String {
    let output = Command::new(BINARY).arg(line).output().expect("the binary runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{line}");
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a script with the engine in the path; returns its output.
fn shell(name: &str, script: &str) -> String {
    let path = Path::new(BINARY).parent().expect("a folder").display().to_string();
    let path = format!("{path}:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", script]).env("PATH", &path).current_dir(root()).output();
    let output = output.expect("a shell");
    assert!(output.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn client_scripts_play_whole_games() {
    let mut scripts = blocks("README.md", "sh");
    scripts.retain(|(_, script)| script.starts_with("#!/bin/sh"));
    let results = [["response p", "response draw"], ["response seat", "-"]];
    assert_eq!(scripts.len(), results.len());
    for ((name, script), results) in scripts.into_iter().zip(results) {
        assert!(script.lines().count() <= 40, "{name}");
        let said = shell(&name, &script);
        let last = said.lines().last().unwrap_or_default();
        assert!(results.iter().any(|result| last.starts_with(result)), "{name}: {said}");
        assert!(!said.contains("error") && said.lines().count() >= 4, "{name}: {said}");
    }
}

/// `README.md`, `protocol.md` and the pages in `docs`.
fn pages() -> Vec<String> {
    let docs = ["docs", "docs/games", "docs/protocols"].into_iter().flat_map(|folder| files(folder, "md"));
    let docs = docs.map(|page| page.strip_prefix(root()).expect("a page of the repository").display().to_string());
    ["README.md", "CONTRIBUTING.md", "protocol.md", "python/README.md"]
        .map(String::from)
        .into_iter()
        .chain(docs)
        .collect()
}

#[test]
fn shell_examples_are_correct() {
    let examples: Vec<_> = pages().iter().flat_map(|page| blocks(page, "console")).collect();
    assert!(!examples.is_empty());
    for (name, text) in examples {
        let (command, expected) = text.split_once('\n').expect("a command and its output");
        let command = command.strip_prefix("$ ").unwrap_or_else(|| panic!("{name}: begins with '$ '"));
        compare(&name, &expected.lines().collect::<Vec<_>>(), &shell(&name, command));
    }
}

/// The anchor of a heading, as forges make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Every link of a page to another page, a folder or a heading leads somewhere.
#[test]
fn links_lead_to_files_and_headings() {
    let mut links = 0;
    for name in pages() {
        let text = page(&name);
        let folder = Path::new(&name).parent().expect("a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") || target.contains(' ') {
                continue;
            }
            let (file, heading) =
                target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
            let path = if file.is_empty() { root().join(&name) } else { root().join(folder).join(file) };
            assert!(path.exists(), "{name}: no file for the link {target}");
            if let Some(heading) = heading {
                let text = std::fs::read_to_string(&path).expect("a readable file");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == heading);
                assert!(is_there, "{name}: no heading for the link {target}");
            }
            links += 1;
        }
    }
    assert!(links > 50, "{links}");
}

#[test]
fn the_contents_list_every_section() {
    let text = page("protocol.md");
    let (contents, rest) = text.split_once("\n## ").expect("sections");
    let sections = format!("## {rest}");
    let headings = sections.lines().filter_map(|line| line.strip_prefix("### ").or_else(|| line.strip_prefix("## ")));
    let links: Vec<&str> = contents.split('[').skip(1).filter_map(|link| link.split(']').next()).collect();
    assert_eq!(links, headings.collect::<Vec<_>>());
}
