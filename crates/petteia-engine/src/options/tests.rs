//! The values of options.

use petteia_core::FenError;
use petteia_core::options::DeclaredOptions;

use super::*;
use crate::table::physical_memory;

static VARIANTS: &[Variant] = &[Variant {
    network: || None,
    name: "solitaire",
    aliases: &[],
    secrets: false,
    options: DeclaredOptions::NONE,
    open: |_| Err(FenError::new(0, "cards", "none")),
    bench: "",
}];

#[test]
fn every_option_is_taken_over() {
    let mut options = EngineOptions::new(&VARIANTS[0], RandomSource::Key([0; 32]));
    let search = options.search_options();
    assert_eq!((search.threads, search.multi_pv, search.move_overhead), (1, 1, Duration::from_millis(10)));
    assert_eq!(options.hash(), 64);
    assert_eq!((options.chance(), options.ponder(), options.show_wdl()), (RandomSource::Seed(1), false, false));
    for (name, value) in [
        ("hash", "8"),
        ("Threads", "512"),
        ("MULTIPV", "256"),
        ("move \t overhead", "0"),
        ("Seed", "9"),
        ("ponder", "True"),
        ("uci_showwdl", "true"),
        ("game", VARIANTS[0].name),
    ] {
        options.apply(read(VARIANTS, name, Some(value)).expect(name));
    }
    assert_eq!(options.hash(), 8);
    assert_eq!((options.chance(), options.ponder(), options.show_wdl()), (RandomSource::Seed(9), true, true));
    let search = options.search_options();
    assert_eq!((search.threads, search.multi_pv, search.move_overhead), (512, 256, Duration::ZERO));
}

#[test]
fn no_more_memory_than_there_is() {
    let there_is = physical_memory().expect("a machine that tells");
    let refused = read(VARIANTS, "Hash", Some(&(there_is + 1).to_string())).expect_err("too much");
    assert!(matches!(refused, OptionError::Value { .. }));
    assert!(read(VARIANTS, "Hash", Some("1")).is_ok());
}
