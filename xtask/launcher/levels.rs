//! The levels of x86-64 of the System V ABI: which ones a processor has, and which one is to run.

use std::ffi::OsStr;

/// The levels, lowest first, as Rust and GCC write them.
pub const LEVELS: [&str; 3] = ["x86-64", "x86-64-v2", "x86-64-v3"];

/// The variable of the environment with the name of the level that is to run.
pub const VARIABLE: &str = "PETTEIA_CPU";

/// The index in `LEVELS` of the highest level that processor and system support.
///
/// The features are those of the System V ABI for x86-64, but for LAHF and SAHF, which compilers do not use.
#[cfg(target_arch = "x86_64")]
#[must_use]
pub fn supported() -> usize {
    let has_v2 = is_x86_feature_detected!("cmpxchg16b")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("sse3")
        && is_x86_feature_detected!("ssse3")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("sse4.2");
    let has_v3 = has_v2
        && is_x86_feature_detected!("avx")
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    usize::from(has_v2) + usize::from(has_v3)
}

/// The index in `LEVELS` of the level to run: that of `VARIABLE`, or else the highest that is supported.
///
/// # Errors
///
/// The name is none of a supported level.
pub fn choose(name: Option<&OsStr>, supported: usize) -> Result<usize, String> {
    let Some(name) = name else { return Ok(supported) };
    let levels = &LEVELS[..=supported];
    levels.iter().position(|level| name == *level).ok_or_else(|| {
        format!("{VARIABLE}: expected a level of this processor ({}), found {}", levels.join(", "), name.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_level_runs_unless_another_is_named() {
        assert_eq!(choose(None, 2), Ok(2));
        assert_eq!(choose(None, 0), Ok(0));
        for (index, level) in LEVELS.iter().enumerate() {
            assert_eq!(choose(Some(OsStr::new(level)), 2), Ok(index));
        }
    }

    #[test]
    fn levels_that_the_processor_lacks_are_refused() {
        for name in ["x86-64-v3", "x86-64-v1", "v2", ""] {
            let error = choose(Some(OsStr::new(name)), 1).expect_err(name);
            assert!(error.contains("(x86-64, x86-64-v2)") && error.ends_with(&format!("found {name}")), "{error}");
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_level_of_this_processor_has_its_instructions() {
        let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
        assert!(supported() < LEVELS.len() && (supported() < 2 || has_avx2));
    }
}
