//! `cargo xtask version`: sets the version, dates the changelog, commits and tags.

use std::fs;
use std::process::Command;

use anyhow::{Context, ensure};
use clap::Args;

use super::{output, root, run};

/// The manifests with a lock file, each of which names the version.
const LOCKED: [&str; 4] = ["Cargo.toml", "benches/Cargo.toml", "fuzz/Cargo.toml", "xtask/Cargo.toml"];

#[derive(Debug, Args)]
pub struct VersionArguments {
    /// Version of the release, such as 0.2.0
    #[arg(value_parser = parse_version)]
    version: [u32; 3],
}

/// Reads a version of three numbers.
fn parse_version(text: &str) -> Result<[u32; 3], String> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|number| number.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| "expected three numbers such as 0.2.0".into())
}

/// Writes the version and the date, commits and tags.
pub fn set(arguments: &VersionArguments) -> anyhow::Result<()> {
    let changes = output(&mut git(&["status", "--porcelain", "--untracked-files=no"]))?;
    ensure!(changes.is_empty(), "expected a work tree without changes, found\n{changes}");
    let version = arguments.version.map(|number| number.to_string()).join(".");
    let date = output(Command::new("date").args(["-u", "+%F"]))?;
    edit("Cargo.toml", |text| set_version(text, arguments.version, &version))?;
    edit("CHANGELOG.md", |text| date_changelog(text, &version, date.trim()))?;
    for manifest in LOCKED {
        // This writes the versions of the workspace into the lock file.
        let arguments = ["metadata", "--format-version", "1", "--manifest-path", manifest];
        output(Command::new("cargo").args(arguments).current_dir(root()))?;
    }
    let npm = ["version", "--no-git-tag-version", &version];
    output(Command::new("npm").args(npm).current_dir(root().join("npm")))?;
    let subject = format!("project: release {version}");
    run(&mut git(&["commit", "--quiet", "--all", "--message", &subject]))?;
    run(&mut git(&["tag", "--annotate", "--message", &subject, &format!("v{version}")]))
}

fn git(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(root());
    command
}

/// Changes a file of the work tree.
fn edit(name: &str, change: impl FnOnce(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
    let path = root().join(name);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    fs::write(&path, change(&text).with_context(|| name.to_owned())?).with_context(|| path.display().to_string())
}

/// The manifest of the workspace with another version of its packages.
fn set_version(manifest: &str, version: [u32; 3], text: &str) -> anyhow::Result<String> {
    let old = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let old = old.context("expected the line version = \"X.Y.Z\", found none")?;
    let is_newer = parse_version(old).is_ok_and(|old| old < version);
    ensure!(is_newer, "expected a version above {old}, found {text}");
    let own = |line: &str| line.starts_with("version = ") || line.starts_with("petteia");
    let change =
        |line: &str| if own(line) { line.replace(&format!("\"{old}\""), &format!("\"{text}\"")) } else { line.into() };
    Ok(manifest.lines().map(|line| change(line) + "\n").collect())
}

/// The changelog with a heading for a release above what is unreleased.
fn date_changelog(changelog: &str, version: &str, date: &str) -> anyhow::Result<String> {
    const UNRELEASED: &str = "## Unreleased\n";
    let (before, after) = changelog.split_once(UNRELEASED).context("expected the heading Unreleased, found none")?;
    let news = after.split("\n## ").next().unwrap_or_default();
    ensure!(news.contains("\n* "), "expected entries below the heading Unreleased, found none");
    Ok(format!("{before}{UNRELEASED}\n## {version} - {date}\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_set_in_the_workspace_alone() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n[workspace.dependencies]\n\
                        petteia = { version = \"0.1.0\", path = \".\" }\n\
                        petteia-core = { version = \"0.1.0\", path = \"x\" }\nother = { version = \"0.1.0\" }\n";
        let found = set_version(manifest, [0, 2, 0], "0.2.0").expect("a version");
        assert_eq!(found.matches("0.2.0").count(), 3);
        assert!(found.contains("other = { version = \"0.1.0\" }\n"));
        assert!(set_version(manifest, [0, 1, 0], "0.1.0").is_err());
        assert!(set_version("[package]\n", [0, 2, 0], "0.2.0").is_err());
        assert!(parse_version("1.2").is_err() && parse_version("1.2.x").is_err());
    }

    #[test]
    fn a_release_has_a_date_and_entries() {
        let found = date_changelog("# Changelog\n\n## Unreleased\n\n* News\n", "0.2.0", "2026-01-02").expect("entries");
        assert_eq!(found, "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-01-02\n\n* News\n");
        assert!(date_changelog("## Unreleased\n\n## 0.1.0 - 2025-01-01\n\n* Old\n", "0.2.0", "2026-01-02").is_err());
    }
}
