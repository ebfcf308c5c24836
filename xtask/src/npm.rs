//! `cargo xtask npm`: the package for npm.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::Context;
use clap::Args;

use super::{root, run};

/// The target of the module.
const TARGET: &str = "wasm32-unknown-unknown";
/// Bytes of the stack in the memory of the module. A search needs less than one MiB.
const STACK: &str = "4194304";
/// How much code a call may be replaced by. With LLVM's 275 the module is a tenth larger.
const INLINING: &str = "-inline-threshold=100";
/// The modules: their names in the package and the features of the target.
const MODULES: [(&str, &str); 2] = [("petteia.wasm", "+simd128"), ("petteia-no-simd.wasm", "-simd128")];
/// The networks: their names in the package, which are those of their games, and their files.
const NETWORKS: [(&str, &str); 11] = [
    ("dvonn.net", "dvonn/network.bin"),
    ("reversi.net", "reversi/network.bin"),
    ("checkers.net", "draughts/english.bin"),
    ("draughts.net", "draughts/international.bin"),
    ("russian.net", "draughts/russian.bin"),
    ("frisian.net", "draughts/frisian.bin"),
    ("gonu.net", "gonu/network.bin"),
    ("tablut.net", "tafl/network.bin"),
    ("latrunculi.net", "latrunculi/network.bin"),
    ("sparta.net", "sparta/network.bin"),
    ("epigo.net", "epigo/network.bin"),
];
/// The files of the package as they are in the folder `npm`.
const SCRIPTS: [&str; 7] = [
    "package.json",
    "README.md",
    "petteia.js",
    "petteia.lines.js",
    "petteia.d.ts",
    "petteia.worker.js",
    "bin/petteia.js",
];

#[derive(Debug, Args)]
pub struct NpmArguments {
    /// Folder that the files are written to
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Leave out the module for machines without SIMD, which takes a build of its own
    #[arg(long)]
    pub simd_only: bool,

    /// Profile of the build
    #[arg(long, default_value = "wasm")]
    pub profile: String,
}

/// Builds the modules of a work tree and puts the package together.
pub fn npm(tree: &Path, arguments: &NpmArguments) -> anyhow::Result<()> {
    let folder = absolute(&arguments.folder)?;
    let modules = if arguments.simd_only { &MODULES[..1] } else { &MODULES[..] };
    for (name, features) in modules {
        let module = build(tree, features, &arguments.profile)?;
        copy(&module, &folder.join(name))?;
    }
    for (name, file) in NETWORKS {
        copy(&tree.join("crates/petteia-games/src").join(file), &folder.join(name))?;
    }
    for name in SCRIPTS {
        copy(&tree.join("npm").join(name), &folder.join(name))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&tree.join(name), &folder.join(name))?;
    }
    println!("package in {}", folder.display());
    Ok(())
}

/// Builds a module with these features of the target. Returns its file.
fn build(tree: &Path, features: &str, profile: &str) -> anyhow::Result<PathBuf> {
    // Each set of flags has a folder of its own, so that neither build undoes the other.
    let target_folder = root().join("target").join(if features.starts_with('+') { "simd" } else { "no-simd" });
    let flags = format!("-C target-feature={features} -C link-arg=-zstack-size={STACK} -C llvm-args={INLINING}");
    let mut command = Command::new("cargo");
    command.args(["build", "--locked", "--package", "petteia-wasm", "--target", TARGET, "--profile", profile]);
    command.arg("--target-dir").arg(&target_folder).current_dir(tree);
    run(command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags).env_remove("RUSTFLAGS"))?;
    Ok(target_folder.join(TARGET).join(profile).join("petteia_wasm.wasm"))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(Path::new("")))?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
