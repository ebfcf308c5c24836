/work/main/benches/target/debug/deps/cast-542f85e122926052.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cast-0.3.0/src/lib.rs

/work/main/benches/target/debug/deps/libcast-542f85e122926052.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cast-0.3.0/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cast-0.3.0/src/lib.rs:
