/work/main/xtask/target/debug/deps/pty_process-87113aa0a22dd9f5.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/error.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/types.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/sys.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/command.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/pty.rs

/work/main/xtask/target/debug/deps/libpty_process-87113aa0a22dd9f5.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/error.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/types.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/sys.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/mod.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/command.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/pty.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/error.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/types.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/sys.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/mod.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/command.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/pty-process-0.5.4/src/blocking/pty.rs:
