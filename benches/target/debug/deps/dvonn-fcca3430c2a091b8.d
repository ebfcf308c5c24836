/work/main/benches/target/debug/deps/dvonn-fcca3430c2a091b8.d: dvonn.rs common/mod.rs

/work/main/benches/target/debug/deps/libdvonn-fcca3430c2a091b8.rmeta: dvonn.rs common/mod.rs

dvonn.rs:
common/mod.rs:
