//! The inputs of the readers: those they start from, and those that failed once.

use std::fs;

use petteia_fuzz::readers::{ReaderState, TARGETS};

#[test]
fn every_input_passes() {
    let mut state = ReaderState::new();
    for target in TARGETS {
        let entries = fs::read_dir(target.folder()).expect("a folder for each target");
        let mut count = 0;
        for entry in entries {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).expect("a readable file");
            if let Err(fault) = target.execute(&mut state, &bytes) {
                panic!("{}: {}", path.display(), fault.what);
            }
            count += 1;
        }
        assert!(count > 0, "no input for {}", target.name);
    }
}
