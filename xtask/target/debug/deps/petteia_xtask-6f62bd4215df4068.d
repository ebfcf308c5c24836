/work/main/xtask/target/debug/deps/petteia_xtask-6f62bd4215df4068.d: src/main.rs src/release.rs src/siege/mod.rs src/siege/case.rs src/siege/cases/mod.rs src/siege/cases/content.rs src/siege/cases/engines.rs src/siege/cases/inputs.rs src/siege/cases/memory.rs src/siege/cases/outputs.rs src/siege/cases/peers.rs src/siege/cases/play.rs src/siege/cases/protocols.rs src/siege/cases/resume.rs src/siege/cases/signals.rs src/siege/cases/usage.rs src/siege/check.rs src/siege/codes.rs src/siege/folder.rs src/siege/process.rs src/siege/terminal.rs

/work/main/xtask/target/debug/deps/libpetteia_xtask-6f62bd4215df4068.rmeta: src/main.rs src/release.rs src/siege/mod.rs src/siege/case.rs src/siege/cases/mod.rs src/siege/cases/content.rs src/siege/cases/engines.rs src/siege/cases/inputs.rs src/siege/cases/memory.rs src/siege/cases/outputs.rs src/siege/cases/peers.rs src/siege/cases/play.rs src/siege/cases/protocols.rs src/siege/cases/resume.rs src/siege/cases/signals.rs src/siege/cases/usage.rs src/siege/check.rs src/siege/codes.rs src/siege/folder.rs src/siege/process.rs src/siege/terminal.rs

src/main.rs:
src/release.rs:
src/siege/mod.rs:
src/siege/case.rs:
src/siege/cases/mod.rs:
src/siege/cases/content.rs:
src/siege/cases/engines.rs:
src/siege/cases/inputs.rs:
src/siege/cases/memory.rs:
src/siege/cases/outputs.rs:
src/siege/cases/peers.rs:
src/siege/cases/play.rs:
src/siege/cases/protocols.rs:
src/siege/cases/resume.rs:
src/siege/cases/signals.rs:
src/siege/cases/usage.rs:
src/siege/check.rs:
src/siege/codes.rs:
src/siege/folder.rs:
src/siege/process.rs:
src/siege/terminal.rs:

# env-dep:CARGO_MANIFEST_DIR=/work/main/xtask
# env-dep:CARGO_PKG_NAME=petteia-xtask
