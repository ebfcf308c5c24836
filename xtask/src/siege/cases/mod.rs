//! The cases, a file for each group.

mod content;
mod engines;
mod inputs;
mod memory;
mod outputs;
mod peers;
mod play;
mod protocols;
mod resume;
mod signals;
mod usage;

use super::case::Case;

/// All cases. Long ones come first, so that they run beside others.
pub fn all() -> Vec<Case> {
    let groups = [
        engines::cases(),
        signals::cases(),
        peers::cases(),
        play::cases(),
        memory::cases(),
        resume::cases(),
        outputs::cases(),
        protocols::cases(),
        inputs::cases(),
        content::cases(),
        usage::cases(),
    ];
    groups.into_iter().flatten().collect()
}

/// The program as an engine of a match.
const SELF: &str = "\"ugi:$PETTEIA\"";

/// The arguments of a short match of the program against itself.
fn short_match(more: &str) -> String {
    format!("match --game gonu --a {SELF} --b {SELF} --nodes 10 --games 4 --max-plies 8 {more}")
}

/// The arguments of a short tuning of the program.
fn short_tune(more: &str) -> String {
    let games = format!("--game gonu --a {SELF} --b {SELF} --nodes 10 --games 2 --max-plies 8");
    format!("tune --parameter Hash=2,1,4,1 --iterations 3 {games} {more}")
}

/// A name of bytes that stay the same, for contents that no reader expects.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    })
    .take(length)
    .collect()
}

/// Contents that are wrong in every format.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let deep = [&b"{\"fen\":"[..], &b"[".repeat(100_000), &b"]".repeat(100_000), b"}\n"].concat();
    let huge = b"99999999999999999999999999 -1 1e999 -9223372036854775809 18446744073709551616 0x10 NaN\n".to_vec();
    vec![
        ("garbage", b"this is no file of any format\nat all\n".to_vec()),
        ("random bytes", noise(10_000)),
        ("NUL bytes", vec![0; 5_000]),
        ("a text with a NUL", b"startpos\0\nisready\0\n\0".to_vec()),
        ("a BOM alone", b"\xef\xbb\xbf".to_vec()),
        ("a line of 2 MB", [vec![b'x'; 2_000_000], b"\n".to_vec()].concat()),
        ("2 MB without a newline", vec![b'9'; 2_000_000]),
        ("truncated UTF-8", b"startpos \xe2\x82\n\xf0\x9f\x98".to_vec()),
        ("overlong UTF-8", b"\xc0\xaf\xed\xa0\x80\xff\xfe\n".to_vec()),
        ("huge numbers", huge),
        ("deep JSON", deep),
        ("half a JSON object", b"{\"startpos\":tr".to_vec()),
        ("escape sequences", b"\x1b[2J\x1b]0;x\x07\x1b[31m\r\x08\n".to_vec()),
        ("CR alone", b"startpos\rstartpos\r".to_vec()),
        ("many empty lines", b"\n".repeat(10_000)),
    ]
}
