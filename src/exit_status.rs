//! The exit codes of the program. Nothing else gives them numbers.

use std::process::ExitCode;

/// How a run of the program ends. Of two statuses the greater one counts: the highest is the first in the order 70, 2,
/// 4, 1, 3, 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// There was no error, or the reader of standard output closed it.
    #[default]
    Success,
    /// An error line was printed, a record has an error, the content of an input was rejected, or an engine of a match
    /// did not start.
    Rejected,
    /// A perft count or a fixture case does not match.
    Mismatch,
    /// A file or the output could not be read or written, or the file of an interrupted run is not of that run.
    Io,
    /// The command line is wrong.
    Usage,
    /// The program has a bug, or the operating system refuses a resource.
    Internal,
}

impl ExitStatus {
    /// Every status, in the order of the codes.
    pub const ALL: [Self; 6] = [Self::Success, Self::Mismatch, Self::Usage, Self::Rejected, Self::Io, Self::Internal];

    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Mismatch => 1,
            Self::Usage => 2,
            Self::Rejected => 3,
            Self::Io => 4,
            // `EX_SOFTWARE` of `sysexits.h`.
            Self::Internal => 70,
        }
    }

    /// What the exit code means, as the documentation says it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Success => "no error, also when the reader closes standard output",
            Self::Mismatch => "a perft count or a fixture case does not match",
            Self::Usage => "a bad command line",
            Self::Rejected => {
                "an error line was printed, a record has an error, the content of an input was rejected, or an engine \
                 of a match did not start"
            }
            Self::Io => {
                "a file or the output could not be read or written, or the file of `--resume`, `-o` or `--values` is \
                 not one that this run can continue or replace"
            }
            Self::Internal => "an internal error, such as too little memory",
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        status.code().into()
    }
}

impl From<ExitStatus> for i32 {
    fn from(status: ExitStatus) -> Self {
        status.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_counts() {
        let mut by_severity = ExitStatus::ALL;
        by_severity.sort_unstable();
        assert_eq!(by_severity.map(ExitStatus::code), [0, 3, 1, 4, 2, 70]);
        assert!(ExitStatus::ALL.is_sorted_by_key(|status| status.code()));
    }
}
