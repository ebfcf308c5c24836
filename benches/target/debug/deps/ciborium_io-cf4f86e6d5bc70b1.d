/work/main/benches/target/debug/deps/ciborium_io-cf4f86e6d5bc70b1.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/ciborium-io-0.2.2/src/lib.rs

/work/main/benches/target/debug/deps/libciborium_io-cf4f86e6d5bc70b1.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/ciborium-io-0.2.2/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/ciborium-io-0.2.2/src/lib.rs:
