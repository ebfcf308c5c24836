//! What `help` says about the commands.

use std::fmt::{self, Display, Formatter};

/// What `help` says about a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManualEntry {
    /// The first words of its lines, in lower case. They mean the same, and the first is the usual one.
    pub names: &'static [&'static str],
    /// Each form of the command with its arguments.
    pub forms: &'static [&'static str],
    /// What the command does, in a few words.
    pub summary: &'static str,
    /// Lines about its arguments and its answer.
    pub details: &'static [&'static str],
}

impl ManualEntry {
    /// Whether the command has this name, in upper or lower case.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The answer to `help COMMAND`: the forms, then the text.
impl Display for ManualEntry {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.forms.join("\n"))?;
        write!(f, "\n  {}", self.summary)?;
        self.details.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// The answer to `help`: a line for each command.
#[derive(Clone, Debug)]
pub struct Manual(pub Vec<&'static ManualEntry>);

impl Display for Manual {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let width = self.0.iter().map(|entry| entry.names[0].len()).max().unwrap_or_default();
        self.0.iter().try_for_each(|entry| writeln!(f, "{:width$}  {}", entry.names[0], entry.summary))?;
        f.write_str("help COMMAND says more about a command.")
    }
}
