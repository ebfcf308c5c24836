/work/main/benches/target/debug/deps/petteia_search-b1c9f406e2ababad.d: /work/main/crates/petteia-search/src/lib.rs /work/main/crates/petteia-search/src/alpha_beta/mod.rs /work/main/crates/petteia-search/src/alpha_beta/abdada.rs /work/main/crates/petteia-search/src/alpha_beta/frontier.rs /work/main/crates/petteia-search/src/alpha_beta/history.rs /work/main/crates/petteia-search/src/alpha_beta/iterative_deepening.rs /work/main/crates/petteia-search/src/alpha_beta/lmr.rs /work/main/crates/petteia-search/src/alpha_beta/move_picker.rs /work/main/crates/petteia-search/src/alpha_beta/node.rs /work/main/crates/petteia-search/src/alpha_beta/parameters.rs /work/main/crates/petteia-search/src/alpha_beta/pruning.rs /work/main/crates/petteia-search/src/alpha_beta/pv.rs /work/main/crates/petteia-search/src/alpha_beta/quiescence.rs /work/main/crates/petteia-search/src/alpha_beta/repetition.rs /work/main/crates/petteia-search/src/alpha_beta/report.rs /work/main/crates/petteia-search/src/alpha_beta/solving.rs /work/main/crates/petteia-search/src/alpha_beta/stack.rs /work/main/crates/petteia-search/src/alpha_beta/table.rs /work/main/crates/petteia-search/src/alpha_beta/tablebase.rs /work/main/crates/petteia-search/src/alpha_beta/task.rs /work/main/crates/petteia-search/src/alpha_beta/threads.rs /work/main/crates/petteia-search/src/alpha_beta/time.rs /work/main/crates/petteia-search/src/alpha_beta/window.rs /work/main/crates/petteia-search/src/control.rs /work/main/crates/petteia-search/src/hash_table.rs /work/main/crates/petteia-search/src/limits.rs /work/main/crates/petteia-search/src/party.rs /work/main/crates/petteia-search/src/perft/mod.rs /work/main/crates/petteia-search/src/perft/playout.rs /work/main/crates/petteia-search/src/simultaneous/mod.rs /work/main/crates/petteia-search/src/simultaneous/double_oracle.rs /work/main/crates/petteia-search/src/simultaneous/judgement.rs /work/main/crates/petteia-search/src/simultaneous/lookahead.rs /work/main/crates/petteia-search/src/simultaneous/matrix_game.rs /work/main/crates/petteia-search/src/simultaneous/perft.rs /work/main/crates/petteia-search/src/simultaneous/restricted_nash.rs /work/main/crates/petteia-search/src/simultaneous/sampled.rs /work/main/crates/petteia-search/src/time.rs

/work/main/benches/target/debug/deps/libpetteia_search-b1c9f406e2ababad.rmeta: /work/main/crates/petteia-search/src/lib.rs /work/main/crates/petteia-search/src/alpha_beta/mod.rs /work/main/crates/petteia-search/src/alpha_beta/abdada.rs /work/main/crates/petteia-search/src/alpha_beta/frontier.rs /work/main/crates/petteia-search/src/alpha_beta/history.rs /work/main/crates/petteia-search/src/alpha_beta/iterative_deepening.rs /work/main/crates/petteia-search/src/alpha_beta/lmr.rs /work/main/crates/petteia-search/src/alpha_beta/move_picker.rs /work/main/crates/petteia-search/src/alpha_beta/node.rs /work/main/crates/petteia-search/src/alpha_beta/parameters.rs /work/main/crates/petteia-search/src/alpha_beta/pruning.rs /work/main/crates/petteia-search/src/alpha_beta/pv.rs /work/main/crates/petteia-search/src/alpha_beta/quiescence.rs /work/main/crates/petteia-search/src/alpha_beta/repetition.rs /work/main/crates/petteia-search/src/alpha_beta/report.rs /work/main/crates/petteia-search/src/alpha_beta/solving.rs /work/main/crates/petteia-search/src/alpha_beta/stack.rs /work/main/crates/petteia-search/src/alpha_beta/table.rs /work/main/crates/petteia-search/src/alpha_beta/tablebase.rs /work/main/crates/petteia-search/src/alpha_beta/task.rs /work/main/crates/petteia-search/src/alpha_beta/threads.rs /work/main/crates/petteia-search/src/alpha_beta/time.rs /work/main/crates/petteia-search/src/alpha_beta/window.rs /work/main/crates/petteia-search/src/control.rs /work/main/crates/petteia-search/src/hash_table.rs /work/main/crates/petteia-search/src/limits.rs /work/main/crates/petteia-search/src/party.rs /work/main/crates/petteia-search/src/perft/mod.rs /work/main/crates/petteia-search/src/perft/playout.rs /work/main/crates/petteia-search/src/simultaneous/mod.rs /work/main/crates/petteia-search/src/simultaneous/double_oracle.rs /work/main/crates/petteia-search/src/simultaneous/judgement.rs /work/main/crates/petteia-search/src/simultaneous/lookahead.rs /work/main/crates/petteia-search/src/simultaneous/matrix_game.rs /work/main/crates/petteia-search/src/simultaneous/perft.rs /work/main/crates/petteia-search/src/simultaneous/restricted_nash.rs /work/main/crates/petteia-search/src/simultaneous/sampled.rs /work/main/crates/petteia-search/src/time.rs

/work/main/crates/petteia-search/src/lib.rs:
/work/main/crates/petteia-search/src/alpha_beta/mod.rs:
/work/main/crates/petteia-search/src/alpha_beta/abdada.rs:
/work/main/crates/petteia-search/src/alpha_beta/frontier.rs:
/work/main/crates/petteia-search/src/alpha_beta/history.rs:
/work/main/crates/petteia-search/src/alpha_beta/iterative_deepening.rs:
/work/main/crates/petteia-search/src/alpha_beta/lmr.rs:
/work/main/crates/petteia-search/src/alpha_beta/move_picker.rs:
/work/main/crates/petteia-search/src/alpha_beta/node.rs:
/work/main/crates/petteia-search/src/alpha_beta/parameters.rs:
/work/main/crates/petteia-search/src/alpha_beta/pruning.rs:
/work/main/crates/petteia-search/src/alpha_beta/pv.rs:
/work/main/crates/petteia-search/src/alpha_beta/quiescence.rs:
/work/main/crates/petteia-search/src/alpha_beta/repetition.rs:
/work/main/crates/petteia-search/src/alpha_beta/report.rs:
/work/main/crates/petteia-search/src/alpha_beta/solving.rs:
/work/main/crates/petteia-search/src/alpha_beta/stack.rs:
/work/main/crates/petteia-search/src/alpha_beta/table.rs:
/work/main/crates/petteia-search/src/alpha_beta/tablebase.rs:
/work/main/crates/petteia-search/src/alpha_beta/task.rs:
/work/main/crates/petteia-search/src/alpha_beta/threads.rs:
/work/main/crates/petteia-search/src/alpha_beta/time.rs:
/work/main/crates/petteia-search/src/alpha_beta/window.rs:
/work/main/crates/petteia-search/src/control.rs:
/work/main/crates/petteia-search/src/hash_table.rs:
/work/main/crates/petteia-search/src/limits.rs:
/work/main/crates/petteia-search/src/party.rs:
/work/main/crates/petteia-search/src/perft/mod.rs:
/work/main/crates/petteia-search/src/perft/playout.rs:
/work/main/crates/petteia-search/src/simultaneous/mod.rs:
/work/main/crates/petteia-search/src/simultaneous/double_oracle.rs:
/work/main/crates/petteia-search/src/simultaneous/judgement.rs:
/work/main/crates/petteia-search/src/simultaneous/lookahead.rs:
/work/main/crates/petteia-search/src/simultaneous/matrix_game.rs:
/work/main/crates/petteia-search/src/simultaneous/perft.rs:
/work/main/crates/petteia-search/src/simultaneous/restricted_nash.rs:
/work/main/crates/petteia-search/src/simultaneous/sampled.rs:
/work/main/crates/petteia-search/src/time.rs:
