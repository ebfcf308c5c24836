/work/main/benches/target/debug/deps/draughts-fde96bc51c08cafc.d: draughts.rs common/mod.rs ../crates/petteia-engine/bench/checkers.txt ../crates/petteia-engine/bench/draughts.txt

/work/main/benches/target/debug/deps/libdraughts-fde96bc51c08cafc.rmeta: draughts.rs common/mod.rs ../crates/petteia-engine/bench/checkers.txt ../crates/petteia-engine/bench/draughts.txt

draughts.rs:
common/mod.rs:
../crates/petteia-engine/bench/checkers.txt:
../crates/petteia-engine/bench/draughts.txt:
