//! The packages of a release, made of the programs and the documents.

use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Package, Release};
use crate::npm::{NpmArguments, npm};
use crate::{Engine, SHELLS, output, run};

/// What every archive of a program has beside it.
const DOCUMENTS: [&str; 7] =
    ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "protocol.md", "docs", "books"];
/// The level of x86-64 of the code that Python loads. `NumPy` needs the same.
const WHEEL_LEVEL: &str = "x86-64-v2";
/// The oldest GNU C library that the wheel runs with.
const MANYLINUX: &str = "manylinux_2_17";
/// The tools from `PyPI` that build the wheel: Zig links against old C libraries.
const PYTHON_TOOLS: [&str; 2] = ["maturin>=1.9.4,<2", "ziglang"];

impl Release {
    /// Builds a package.
    pub fn build(&self, package: Package) -> anyhow::Result<()> {
        match package {
            Package::Source => self.source(),
            Package::Sbom => self.sbom(),
            Package::Linux => self.archive("-x86_64-linux.tar.gz", &self.linux()?, "petteia"),
            Package::Debian => self.debian(),
            Package::Arm => self.archive("-aarch64-linux.tar.gz", &self.arm()?, "petteia"),
            Package::Windows => self.archive("-x86_64-windows.zip", &self.windows()?, "petteia.exe"),
            Package::Wheel => self.build_wheel(),
            Package::Npm => self.npm(),
        }
    }

    fn source(&self) -> anyhow::Result<()> {
        let prefix = format!("--prefix=petteia-{}/", self.version);
        run(self.command("git").args(["archive", &prefix, "--output"]).arg(self.file(".tar.gz")).arg("HEAD"))
    }

    fn sbom(&self) -> anyhow::Result<()> {
        let mut cyclonedx = self.command(self.tool("cargo-cyclonedx")?);
        run(cyclonedx.args(["cyclonedx", "--quiet", "--format", "json", "--spec-version", "1.5", "--target", "all"]))?;
        let written = self.tree.join("petteia.cdx.json");
        let list = fs::read_to_string(&written).with_context(|| written.display().to_string())?;
        // The names of the components must not depend on the folder of the build.
        fs::write(self.file(".cdx.json"), list.replace(&self.tree.display().to_string(), "/petteia"))?;
        Ok(())
    }

    /// Packs a program under this name, pages and documents.
    fn archive(&self, end: &str, program: &Path, program_name: &str) -> anyhow::Result<()> {
        let name = format!("petteia-{}", self.version);
        let parent = self.empty("archive")?;
        let folder = parent.join(&name);
        fs::create_dir(&folder)?;
        run(self.command("cp").arg("-r").args(DOCUMENTS).arg(&folder))?;
        copy(program, &folder.join(program_name))?;
        if end.ends_with("zip") {
            return self.zip(&self.file(end), &parent, &name);
        }
        self.pages(&folder)?;
        let mut tar = self.command("tar");
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+rw"]);
        tar.arg(format!("--mtime=@{}", self.time)).args(["--use-compress-program", "gzip -9n", "--create", "--file"]);
        run(tar.arg(self.file(end)).arg("--directory").arg(parent).arg(name))
    }

    /// Packs a folder as Windows unpacks it.
    fn zip(&self, archive: &Path, parent: &Path, name: &str) -> anyhow::Result<()> {
        if archive.exists() {
            fs::remove_file(archive)?;
        }
        let time = format!("--date=@{}", self.time);
        run(self.command("find").arg(name).args(["-exec", "touch", &time, "{}", "+"]).current_dir(parent))?;
        let files = output(self.command("find").args([name, "-type", "f"]).current_dir(parent))?;
        let mut files: Vec<&str> = files.lines().collect();
        files.sort_unstable();
        run(self.command("zip").args(["-q", "-X"]).arg(archive).args(files).current_dir(parent))
    }

    /// Writes man pages and completions into the folders `man` and `completions` of a folder.
    fn pages(&self, folder: &Path) -> anyhow::Result<()> {
        let engine = Engine(vec![self.linux()?.into()]);
        engine.man(&folder.join("man"))?;
        let completions = folder.join("completions");
        SHELLS.iter().try_for_each(|[shell, _, _, name]| engine.completions(shell, &completions.join(name)))
    }

    fn debian(&self) -> anyhow::Result<()> {
        // cargo-deb takes the program from the folder of its profile, the pages from the tree.
        let target = self.empty("debian")?;
        fs::create_dir(target.join("dist"))?;
        copy(&self.linux()?, &target.join("dist/petteia"))?;
        self.pages(&self.tree.join("target"))?;
        let mut deb = self.command(self.tool("cargo-deb")?);
        deb.args(["--quiet", "--no-build", "--no-strip", "--profile", "dist", "--output"]).arg(self.deb());
        run(deb.env("CARGO_TARGET_DIR", target))
    }

    /// The Debian package.
    pub fn deb(&self) -> PathBuf {
        self.out.join(format!("petteia_{}_amd64.deb", self.version))
    }

    fn build_wheel(&self) -> anyhow::Result<()> {
        let python = self.builds.join("python");
        if !python.exists() {
            run(self.command("python3").args(["-m", "venv"]).arg(&python))?;
        }
        // The build of the wheel calls maturin by its name.
        let programs = python.join("bin");
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(iter::once(programs.clone()).chain(env::split_paths(&path)))?;
        let python = programs.join("python");
        run(self.command(&python).args(["-m", "pip", "install", "--quiet"]).args(PYTHON_TOOLS))?;
        let folder = self.empty("wheel")?;
        let mut pip = self.command(&python);
        pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]).arg(&folder);
        let arguments = format!(
            "--zig --target x86_64-unknown-linux-gnu --compatibility {MANYLINUX} --profile {}",
            self.profile("dist")
        );
        pip.env("MATURIN_PEP517_ARGS", arguments).env("PETTEIA_PROGRAM", self.linux()?);
        pip.env("PATH", path);
        let flags = [format!("-Ctarget-cpu={WHEEL_LEVEL}")].into_iter().chain(self.paths()).collect::<Vec<_>>();
        pip.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env("CARGO_TARGET_DIR", self.builds.join("manylinux"));
        run(pip.arg("./python"))?;
        self.take(&folder, None)
    }

    fn npm(&self) -> anyhow::Result<()> {
        let folder = self.empty("npm")?;
        let arguments =
            NpmArguments { folder: folder.join("package"), simd_only: false, profile: self.profile("wasm").into() };
        npm(&self.tree, &arguments)?;
        let mut pack = self.command("npm");
        run(pack.args(["pack", "--silent", "--pack-destination"]).arg(&folder).current_dir(folder.join("package")))?;
        fs::remove_dir_all(folder.join("package"))?;
        self.take(&folder, Some(&self.npm_file()))
    }

    /// The package for npm.
    pub fn npm_file(&self) -> PathBuf {
        self.file("-npm.tgz")
    }

    /// Moves the only file of a folder to the files of the release, under its own name or another.
    fn take(&self, folder: &Path, file: Option<&Path>) -> anyhow::Result<()> {
        let files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        ensure!(files.len() == 1, "{}: expected one file, found {}", folder.display(), files.len());
        let to = file.map_or_else(|| self.out.join(files[0].file_name()), Path::to_path_buf);
        copy(&files[0].path(), &to)
    }

    /// An empty folder among the builds.
    pub fn empty(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.builds.join("packages").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(folder)
    }

    /// A program of crates.io, which is built once.
    fn tool(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.builds.join("tools");
        run(Command::new("cargo").args(["install", "--quiet", "--locked", name, "--root"]).arg(&folder))?;
        Ok(folder.join("bin").join(name))
    }
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}
