//! The programs of a release, one for each system.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use super::levels::LEVELS;
use super::{Release, output, root, run};

/// The targets of the programs. Those for Linux need no libraries of the system.
const LINUX: &str = "x86_64-unknown-linux-musl";
const ARM: &str = "aarch64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// Functions and constants of the levels that have the same bytes become one: above all the networks. mold also folds
/// functions that unwind; lld leaves all of them, 3 MB.
const FOLDING: [&str; 4] =
    ["-Clinker=mold", "-Clinker-flavor=ld", "-Clink-arg=--icf=all", "-Clink-arg=--ignore-data-address-equality"];
/// The relocations of the three take a few KB instead of 300.
const RELOCATIONS: &str = "-Clink-arg=--pack-dyn-relocs=relr";
/// The level of the program for Windows.
pub const WINDOWS_LEVEL: &str = "x86-64-v2";
/// The level whose crates are all compiled for speed.
const FASTEST: &str = "x86-64-v3";
/// The crates that searches spend their time in. The others run on any processor.
const LEVEL_CRATES: [&str; 6] =
    ["petteia_core", "petteia_dixit_player", "petteia_engine", "petteia_games", "petteia_search", "petteia_tablebase"];
/// The one of them that is compiled for speed at every level.
const FAST_CRATE: &str = "petteia_core";
/// What unwinding tables refer to. It stays global, like the `main` of a level.
const UNWINDING: &str = "DW.ref.rust_eh_personality";

impl Release {
    /// The program for Linux on x86-64: the crates of this project for each level, the libraries they use once, and the
    /// `main` of the launcher, which chooses a level.
    ///
    /// There is no LTO: it would compile the libraries again for each level, so that no code is shared.
    pub fn linux(&self) -> anyhow::Result<PathBuf> {
        if let Some(program) = self.linux.get() {
            return Ok(program.clone());
        }
        add_target(LINUX)?;
        let mut parts = BTreeSet::new();
        for level in LEVELS {
            parts.extend(self.parts(level)?);
        }
        for part in &parts {
            let sections = output(Command::new("objdump").arg("--section-headers").arg(part))?;
            // It would run at the start, whatever the processor.
            ensure!(!sections.contains(".init_array"), "{}: expected no code before main", part.display());
        }
        let program = self.builds.join("petteia");
        let mut rustc = self.command("rustc");
        rustc.args(["--edition=2024", "--target", LINUX, "-Copt-level=s", "-Cstrip=symbols"]);
        rustc.args(FOLDING).arg(RELOCATIONS).args(self.paths()).arg("-Clink-arg=--start-group");
        rustc.args(parts.iter().map(|part| format!("-Clink-arg={}", part.display()))).arg("-Clink-arg=--end-group");
        run(rustc.arg("xtask/launcher/main.rs").arg("-o").arg(&program))?;
        Ok(self.linux.get_or_init(|| program).clone())
    }

    /// Compiles the engine for a level. Returns its object, whose `main` has the name of the level, and the libraries
    /// that it needs. Those of other authors are the same at each level.
    fn parts(&self, level: &str) -> anyhow::Result<Vec<PathBuf>> {
        let folder = self.builds.join("linux");
        fs::create_dir_all(&folder)?;
        let profile = self.profile("wasm");
        // By the name of the wrapper Cargo tells the crates of the levels apart.
        let wrapper = format!("petteia-rustc-{level}");
        write_wrapper(&folder.join(&wrapper), level)?;
        let path = std::env::join_paths(
            iter::once(folder.clone()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        )?;
        let compiled = folder.join(format!("{level}.o"));
        let mut cargo = self.cargo("rustc", LINUX, Vec::new(), &folder, profile);
        cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper).env("PATH", path);
        cargo.arg("--config").arg(format!("profile.{profile}.lto='off'"));
        cargo.args(["--bin", "petteia", "--message-format=json-render-diagnostics", "--", "--emit"]);
        let messages = output(cargo.arg(format!("obj={}", compiled.display())))?;
        let is_library = |text: &&str| Path::new(text).extension() == Some(OsStr::new("rlib")) && text.contains(LINUX);
        let mut parts: Vec<PathBuf> = messages.split('"').filter(is_library).map(PathBuf::from).collect();
        ensure!(!parts.is_empty(), "{level}: expected libraries in the messages of Cargo, found none");

        let object = folder.join(format!("petteia-{level}.o"));
        let main = format!("petteia_{}", level.replace('-', "_"));
        let mut objcopy = Command::new("objcopy");
        objcopy.arg(format!("--redefine-sym=main={main}"));
        objcopy.args([&main, UNWINDING].map(|name| format!("--keep-global-symbol={name}")));
        run(objcopy.arg(&compiled).arg(&object))?;
        parts.push(object);
        Ok(parts)
    }

    /// The program for Linux on aarch64.
    pub fn arm(&self) -> anyhow::Result<PathBuf> {
        self.program(ARM, "generic", "aarch64")
    }

    /// The program for Windows on x86-64.
    pub fn windows(&self) -> anyhow::Result<PathBuf> {
        self.program(WINDOWS, WINDOWS_LEVEL, "windows")
    }

    fn program(&self, target: &str, cpu: &str, folder: &str) -> anyhow::Result<PathBuf> {
        add_target(target)?;
        let folder = self.builds.join(folder);
        let profile = self.profile("dist");
        let flags = vec![format!("-Ctarget-cpu={cpu}")];
        run(self.cargo("build", target, flags, &folder, profile).args(["--bin", "petteia"]))?;
        let name = if target == WINDOWS { "petteia.exe" } else { "petteia" };
        Ok(folder.join(target).join(profile).join(name))
    }

    /// A command of Cargo that builds for a target.
    fn cargo(&self, command: &str, target: &str, mut flags: Vec<String>, folder: &Path, profile: &str) -> Command {
        flags.extend(self.paths());
        if target != WINDOWS {
            flags.push("-Clinker=rust-lld".to_owned());
        }
        let mut cargo = self.command("cargo");
        cargo.args([command, "--locked", "--profile", profile, "--target", target, "--target-dir"]).arg(folder);
        // Strings of Rust are strings of TOML here.
        cargo.arg("--config").arg(format!("target.{target}.rustflags={flags:?}"));
        cargo
    }

    /// Options of the compiler that keep the folders of this machine out of the program.
    pub fn paths(&self) -> Vec<String> {
        let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo = cargo.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let folders = [(Some(self.tree.clone()), "petteia"), (cargo, "cargo")];
        let folders = folders.into_iter().filter_map(|(folder, name)| Some((folder?, name)));
        folders.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display())).collect()
    }

    /// Checks the types for macOS, whose linker and libraries only a Mac has.
    pub fn check_macos(&self) -> anyhow::Result<()> {
        for target in ["aarch64-apple-darwin", "x86_64-apple-darwin"] {
            add_target(target)?;
            let mut cargo = self.command("cargo");
            cargo.args(["check", "--locked", "--quiet", "--workspace", "--target", target]);
            run(cargo.arg("--target-dir").arg(self.builds.join("macos")))?;
        }
        Ok(())
    }
}

/// Writes a program that Cargo calls in place of the compiler for the crates of this project. Levels below the fastest
/// are of processors from before 2013, and for them the compiler saves code.
fn write_wrapper(file: &Path, level: &str) -> anyhow::Result<()> {
    let crates = LEVEL_CRATES.map(|name| format!("*' --crate-name {name} '*")).join(" | ");
    let small = if level == FASTEST {
        String::new()
    } else {
        format!("case \" $* \" in *' --crate-name {FAST_CRATE} '*) ;; {crates}) set -- \"$@\" -Copt-level=s ;; esac\n")
    };
    let text = format!(
        "#!/bin/sh\n\
         rustc=$1\n\
         shift\n\
         case \" $* \" in {crates}) set -- \"$@\" -Ctarget-cpu={level} ;; esac\n\
         {small}exec \"$rustc\" \"$@\"\n"
    );
    fs::write(file, text)?;
    run(Command::new("chmod").arg("755").arg(file))
}

/// Gets the standard library of a target.
fn add_target(target: &str) -> anyhow::Result<()> {
    // Without rustup the system has to bring the library.
    let Ok(rustup) = Command::new("rustup").args(["target", "add", target]).current_dir(root()).output() else {
        return Ok(());
    };
    let reason = String::from_utf8_lossy(&rustup.stderr).trim().to_owned();
    ensure!(rustup.status.success(), "rustup target add {target}: {reason}");
    Ok(())
}
