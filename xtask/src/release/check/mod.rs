//! The checks of a release: each package is installed in a clean place and used there.

mod packages;
mod programs;

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::ensure;

use super::{Package, Release, name};
use crate::output;

/// A check of a package.
struct Check {
    package: Package,
    what: &'static str,
    /// The programs that it needs beside those of the build.
    programs: &'static [&'static str],
    /// Whether it changes the root folder of a process.
    as_root: bool,
    /// Runs the check, with an empty folder for its files.
    run: fn(&Release, &Path) -> anyhow::Result<()>,
}

/// The checks, in their order.
const CHECKS: [Check; 12] = [
    Check {
        package: Package::Source,
        what: "builds from the archive",
        programs: &[],
        as_root: false,
        run: packages::source,
    },
    Check {
        package: Package::Source,
        what: "types on macOS",
        programs: &["rustup"],
        as_root: false,
        run: packages::macos,
    },
    Check { package: Package::Sbom, what: "names every library", programs: &[], as_root: false, run: packages::sbom },
    Check {
        package: Package::Linux,
        what: "alone in an empty root",
        programs: &["chroot"],
        as_root: true,
        run: programs::empty_root,
    },
    Check { package: Package::Linux, what: "each level", programs: &[], as_root: false, run: programs::levels },
    Check {
        package: Package::Linux,
        what: "older processors",
        programs: &["qemu-x86_64"],
        as_root: false,
        run: programs::processors,
    },
    Check {
        package: Package::Debian,
        what: "in a new Debian",
        programs: &["debootstrap", "chroot"],
        as_root: true,
        run: packages::debian,
    },
    Check {
        package: Package::Arm,
        what: "under QEMU",
        programs: &["qemu-aarch64"],
        as_root: false,
        run: programs::arm,
    },
    Check {
        package: Package::Windows,
        what: "under Wine",
        programs: &["wine", "unzip"],
        as_root: false,
        run: programs::windows,
    },
    Check {
        package: Package::Windows,
        what: "a match under Wine",
        programs: &["wine", "unzip"],
        as_root: false,
        run: programs::windows_match,
    },
    Check {
        package: Package::Wheel,
        what: "in a new environment",
        programs: &[],
        as_root: false,
        run: packages::wheel,
    },
    Check { package: Package::Npm, what: "in a new folder", programs: &["node"], as_root: false, run: packages::npm },
];

/// Runs the checks of these packages, and prints a line for each.
pub fn check(release: &Release, packages: &[Package]) -> anyhow::Result<()> {
    println!("== checks");
    let is_root = output(Command::new("id").arg("-u"))?.trim() == "0";
    let [mut failed, mut skipped] = [0; 2];
    for check in CHECKS.iter().filter(|check| packages.contains(&check.package)) {
        let title = format!("{}, {}", name(&check.package), check.what);
        if let Some(program) = check.programs.iter().find(|program| !has_program(program)) {
            skipped += 1;
            println!("skipped: {title} (no program {program})");
        } else if check.as_root && !is_root {
            skipped += 1;
            println!("skipped: {title} (needs root)");
        } else if let Err(error) = (check.run)(release, &release.empty("check")?) {
            failed += 1;
            println!("failed: {title}: {error:#}");
        } else {
            println!("passed: {title}");
        }
    }
    ensure!(failed == 0, "{failed} checks failed");
    ensure!(skipped == 0 || env::var("CI_REQUIRE_ALL").as_deref() != Ok("1"), "{skipped} checks were skipped");
    Ok(())
}

/// Whether a program is in the search path.
fn has_program(name: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

/// Checks that an engine says its version and what it was compiled for, and counts. `engine` makes its command line.
fn check_engine(release: &Release, build: Option<&str>, engine: &dyn Fn() -> Command) -> anyhow::Result<()> {
    let found = output(engine().arg("--version"))?;
    let mut lines = found.lines();
    let (version, expected) = (lines.next().unwrap_or_default(), format!("petteia {}", release.version));
    ensure!(version == expected, "expected '{expected}', found '{version}'");
    let found = lines.next().unwrap_or_default();
    ensure!(
        build.is_none_or(|build| build == found),
        "expected a build for '{}', found '{found}'",
        build.unwrap_or("")
    );
    let counted = output(engine().args(["--game", "reversi", "perft 5"]))?;
    ensure!(counted.starts_with("perft 5 nodes 1396 "), "expected perft 5 nodes 1396, found '{counted}'");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_the_path() {
        assert!(has_program("cargo"));
        assert!(!has_program("no-such-program") && !has_program(""));
    }

    #[test]
    fn every_package_has_a_check() {
        use clap::ValueEnum;
        for package in Package::value_variants() {
            assert!(CHECKS.iter().any(|check| check.package == *package), "{package:?}");
        }
    }
}
