/work/main/benches/target/debug/deps/oorandom-ca0cb52e4758d7fb.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/oorandom-11.1.5/src/lib.rs

/work/main/benches/target/debug/deps/liboorandom-ca0cb52e4758d7fb.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/oorandom-11.1.5/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/oorandom-11.1.5/src/lib.rs:
