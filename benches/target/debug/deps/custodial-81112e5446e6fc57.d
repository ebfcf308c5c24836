/work/main/benches/target/debug/deps/custodial-81112e5446e6fc57.d: custodial.rs common/mod.rs ../tests/rules/custodial/naive/mod.rs ../tests/rules/custodial/naive/moves.rs ../tests/rules/custodial/naive/play.rs ../crates/petteia-engine/bench/gonu.txt ../crates/petteia-engine/bench/tablut.txt ../crates/petteia-engine/bench/tablut-square.txt ../crates/petteia-engine/bench/latrunculi.txt ../crates/petteia-engine/bench/latrunculi-8x7.txt ../crates/petteia-engine/bench/latrunculi-12x8.txt ../crates/petteia-engine/bench/latrunculi-12x9.txt ../crates/petteia-engine/bench/latrunculi-19x11.txt ../crates/petteia-engine/bench/latrunculi-conversion.txt ../crates/petteia-engine/bench/sparta.txt

/work/main/benches/target/debug/deps/libcustodial-81112e5446e6fc57.rmeta: custodial.rs common/mod.rs ../tests/rules/custodial/naive/mod.rs ../tests/rules/custodial/naive/moves.rs ../tests/rules/custodial/naive/play.rs ../crates/petteia-engine/bench/gonu.txt ../crates/petteia-engine/bench/tablut.txt ../crates/petteia-engine/bench/tablut-square.txt ../crates/petteia-engine/bench/latrunculi.txt ../crates/petteia-engine/bench/latrunculi-8x7.txt ../crates/petteia-engine/bench/latrunculi-12x8.txt ../crates/petteia-engine/bench/latrunculi-12x9.txt ../crates/petteia-engine/bench/latrunculi-19x11.txt ../crates/petteia-engine/bench/latrunculi-conversion.txt ../crates/petteia-engine/bench/sparta.txt

custodial.rs:
common/mod.rs:
../tests/rules/custodial/naive/mod.rs:
../tests/rules/custodial/naive/moves.rs:
../tests/rules/custodial/naive/play.rs:
../crates/petteia-engine/bench/gonu.txt:
../crates/petteia-engine/bench/tablut.txt:
../crates/petteia-engine/bench/tablut-square.txt:
../crates/petteia-engine/bench/latrunculi.txt:
../crates/petteia-engine/bench/latrunculi-8x7.txt:
../crates/petteia-engine/bench/latrunculi-12x8.txt:
../crates/petteia-engine/bench/latrunculi-12x9.txt:
../crates/petteia-engine/bench/latrunculi-19x11.txt:
../crates/petteia-engine/bench/latrunculi-conversion.txt:
../crates/petteia-engine/bench/sparta.txt:
