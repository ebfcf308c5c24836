/work/main/benches/target/debug/deps/reversi-4c10f5fcb6c0b6e9.d: reversi.rs common/mod.rs ../crates/petteia-engine/bench/reversi.txt

/work/main/benches/target/debug/deps/libreversi-4c10f5fcb6c0b6e9.rmeta: reversi.rs common/mod.rs ../crates/petteia-engine/bench/reversi.txt

reversi.rs:
common/mod.rs:
../crates/petteia-engine/bench/reversi.txt:
