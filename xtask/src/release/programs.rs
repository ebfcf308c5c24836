//! The programs of a release, one for each system.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use super::levels::LEVELS;
use super::{Release, output, root, run};
use crate::npm::INLINING;

/// The targets of the programs. Those for Linux need no libraries of the system.
const LINUX: &str = "x86_64-unknown-linux-musl";
const ARM: &str = "aarch64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// Functions and constants of the levels that have the same bytes become one: above all the networks.
const FOLDING: [&str; 2] = ["-Clink-arg=--icf=all", "-Clink-arg=--ignore-data-address-equality"];
/// The relocations of the three take a few KB instead of 300.
const RELOCATIONS: &str = "-Clink-arg=--pack-dyn-relocs=relr";
/// The level of the program for Windows.
pub const WINDOWS_LEVEL: &str = "x86-64-v2";
/// The level that is as fast as a build for it alone. For the others the compiler saves code.
const FASTEST: &str = "x86-64-v3";
/// The level of processors from before 2009, for which searches too are small before they are fast.
const SMALLEST: &str = "x86-64";
/// A symbol that is global in each object, but differs with the level.
const UNWINDING: &str = "DW.ref.rust_eh_personality";

impl Release {
    /// The program for Linux on x86-64: the engine for each level, and the `main` of the launcher, which chooses one.
    pub fn linux(&self) -> anyhow::Result<PathBuf> {
        if let Some(program) = self.linux.get() {
            return Ok(program.clone());
        }
        add_target(LINUX)?;
        let objects = LEVELS.map(|level| self.object(level)).into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        let program = self.builds.join("petteia");
        let mut rustc = self.command("rustc");
        rustc.args(["--edition=2024", "--target", LINUX, "-Copt-level=s", "-Cpanic=abort", "-Clto=fat"]);
        rustc.args(["-Cstrip=symbols", "-Clinker=rust-lld"]).args(FOLDING).arg(RELOCATIONS).args(self.paths());
        rustc.args(objects.iter().map(|object| format!("-Clink-arg={}", object.display())));
        run(rustc.arg("xtask/launcher/main.rs").arg("-o").arg(&program))?;
        Ok(self.linux.get_or_init(|| program).clone())
    }

    /// Compiles the engine for a level. Returns an object that defines one global symbol, the `main` of the level.
    fn object(&self, level: &str) -> anyhow::Result<PathBuf> {
        let folder = self.builds.join(level);
        let profile = self.profile("wasm");
        let compiled = folder.join(format!("{profile}.o"));
        let mut flags = vec![format!("-Ctarget-cpu={level}")];
        if level != FASTEST {
            flags.push(format!("-Cllvm-args={INLINING}"));
        }
        let mut cargo = self.cargo("rustc", LINUX, flags, &folder, profile);
        cargo.arg("--config").arg(format!("profile.{profile}.lto='fat'"));
        if level == SMALLEST {
            cargo.arg("--config").arg(format!("profile.{profile}.opt-level='s'"));
        }
        // With fat LTO the object has all Rust code, the standard library included. The C library comes with the last link.
        run(cargo.args(["--bin", "petteia", "--", "--emit"]).arg(format!("obj={}", compiled.display())))?;
        let sections = output(Command::new("objdump").arg("--section-headers").arg(&compiled))?;
        // It would run at the start, whatever the processor.
        ensure!(!sections.contains(".init_array"), "{}: expected no code before main", compiled.display());
        let symbol = format!("petteia_{}", level.replace('-', "_"));
        let object = folder.join("petteia.o");
        let mut objcopy = Command::new("objcopy");
        objcopy.arg(format!("--redefine-sym=main={symbol}")).arg(format!("--keep-global-symbol={symbol}"));
        objcopy.arg(format!("--redefine-sym={UNWINDING}={UNWINDING}.{symbol}"));
        run(objcopy.arg(&compiled).arg(&object))?;
        Ok(object)
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
