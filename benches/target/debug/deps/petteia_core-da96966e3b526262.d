/work/main/benches/target/debug/deps/petteia_core-da96966e3b526262.d: /work/main/crates/petteia-core/src/lib.rs /work/main/crates/petteia-core/src/bits.rs /work/main/crates/petteia-core/src/board_view.rs /work/main/crates/petteia-core/src/chance.rs /work/main/crates/petteia-core/src/grid/mod.rs /work/main/crates/petteia-core/src/grid/custodial.rs /work/main/crates/petteia-core/src/grid/slides.rs /work/main/crates/petteia-core/src/grid/squares.rs /work/main/crates/petteia-core/src/hash.rs /work/main/crates/petteia-core/src/layout.rs /work/main/crates/petteia-core/src/network/mod.rs /work/main/crates/petteia-core/src/network/file.rs /work/main/crates/petteia-core/src/network/patterns.rs /work/main/crates/petteia-core/src/notation.rs /work/main/crates/petteia-core/src/opening.rs /work/main/crates/petteia-core/src/options.rs /work/main/crates/petteia-core/src/outcome.rs /work/main/crates/petteia-core/src/party.rs /work/main/crates/petteia-core/src/score.rs /work/main/crates/petteia-core/src/searchable.rs /work/main/crates/petteia-core/src/sequential.rs /work/main/crates/petteia-core/src/side.rs /work/main/crates/petteia-core/src/simultaneous.rs /work/main/crates/petteia-core/src/tablebase.rs /work/main/crates/petteia-core/src/taper.rs /work/main/crates/petteia-core/src/text.rs /work/main/crates/petteia-core/src/trainable.rs /work/main/crates/petteia-core/src/words.rs

/work/main/benches/target/debug/deps/libpetteia_core-da96966e3b526262.rmeta: /work/main/crates/petteia-core/src/lib.rs /work/main/crates/petteia-core/src/bits.rs /work/main/crates/petteia-core/src/board_view.rs /work/main/crates/petteia-core/src/chance.rs /work/main/crates/petteia-core/src/grid/mod.rs /work/main/crates/petteia-core/src/grid/custodial.rs /work/main/crates/petteia-core/src/grid/slides.rs /work/main/crates/petteia-core/src/grid/squares.rs /work/main/crates/petteia-core/src/hash.rs /work/main/crates/petteia-core/src/layout.rs /work/main/crates/petteia-core/src/network/mod.rs /work/main/crates/petteia-core/src/network/file.rs /work/main/crates/petteia-core/src/network/patterns.rs /work/main/crates/petteia-core/src/notation.rs /work/main/crates/petteia-core/src/opening.rs /work/main/crates/petteia-core/src/options.rs /work/main/crates/petteia-core/src/outcome.rs /work/main/crates/petteia-core/src/party.rs /work/main/crates/petteia-core/src/score.rs /work/main/crates/petteia-core/src/searchable.rs /work/main/crates/petteia-core/src/sequential.rs /work/main/crates/petteia-core/src/side.rs /work/main/crates/petteia-core/src/simultaneous.rs /work/main/crates/petteia-core/src/tablebase.rs /work/main/crates/petteia-core/src/taper.rs /work/main/crates/petteia-core/src/text.rs /work/main/crates/petteia-core/src/trainable.rs /work/main/crates/petteia-core/src/words.rs

/work/main/crates/petteia-core/src/lib.rs:
/work/main/crates/petteia-core/src/bits.rs:
/work/main/crates/petteia-core/src/board_view.rs:
/work/main/crates/petteia-core/src/chance.rs:
/work/main/crates/petteia-core/src/grid/mod.rs:
/work/main/crates/petteia-core/src/grid/custodial.rs:
/work/main/crates/petteia-core/src/grid/slides.rs:
/work/main/crates/petteia-core/src/grid/squares.rs:
/work/main/crates/petteia-core/src/hash.rs:
/work/main/crates/petteia-core/src/layout.rs:
/work/main/crates/petteia-core/src/network/mod.rs:
/work/main/crates/petteia-core/src/network/file.rs:
/work/main/crates/petteia-core/src/network/patterns.rs:
/work/main/crates/petteia-core/src/notation.rs:
/work/main/crates/petteia-core/src/opening.rs:
/work/main/crates/petteia-core/src/options.rs:
/work/main/crates/petteia-core/src/outcome.rs:
/work/main/crates/petteia-core/src/party.rs:
/work/main/crates/petteia-core/src/score.rs:
/work/main/crates/petteia-core/src/searchable.rs:
/work/main/crates/petteia-core/src/sequential.rs:
/work/main/crates/petteia-core/src/side.rs:
/work/main/crates/petteia-core/src/simultaneous.rs:
/work/main/crates/petteia-core/src/tablebase.rs:
/work/main/crates/petteia-core/src/taper.rs:
/work/main/crates/petteia-core/src/text.rs:
/work/main/crates/petteia-core/src/trainable.rs:
/work/main/crates/petteia-core/src/words.rs:
