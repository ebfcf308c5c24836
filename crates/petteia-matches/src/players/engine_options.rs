//! The options that an engine offers in its handshake, and whether they take a value.

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EngineOption {
    name: String,
    values: Values,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// `true` or `false`.
    Flag,
    /// The integers from one to another.
    Range(i64, i64),
    /// One of these words.
    Words(Vec<String>),
    /// Any text.
    Text,
}

/// All options of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineOptions(Vec<EngineOption>);

impl EngineOptions {
    /// Reads a line of UGI or UCI: `option name N type T [default D] [min A max B] [var V]...`. Other lines are ignored.
    pub(super) fn read_uci(&mut self, line: &str) {
        let Some((name, rest)) = line.strip_prefix("option name ").and_then(|text| text.split_once(" type ")) else {
            return;
        };
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let after = |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1));
        let number = |key| after(key).and_then(|word| word.parse().ok());
        let values = match words.first() {
            Some(&"check") => Values::Flag,
            Some(&"spin") => range(number("min"), number("max")),
            Some(&"combo") => {
                let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned());
                words_or_text(values.collect())
            }
            _ => Values::Text,
        };
        self.0.push(EngineOption { name: name.trim().to_owned(), values });
    }

    /// Reads the arguments of a line `param` of Hub by their names.
    pub(super) fn read_hub<'a>(&mut self, argument: impl Fn(&str) -> Option<&'a str>) {
        let Some(name) = argument("name") else { return };
        let number = |key| argument(key).and_then(|word| word.parse().ok());
        let values = match argument("type") {
            Some("bool") => Values::Flag,
            Some("int") => range(number("min"), number("max")),
            Some("enum") => {
                let values = argument("values").unwrap_or_default().split_ascii_whitespace();
                words_or_text(values.map(str::to_owned).collect())
            }
            _ => Values::Text,
        };
        self.0.push(EngineOption { name: name.to_owned(), values });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is an option of this name. Upper and lower case are the same.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<&EngineOption> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Checks names and values against what the engine offers.
    pub(super) fn check(&self, options: &[(String, String)]) -> Result<(), String> {
        for (name, value) in options {
            let option = self.find(name).ok_or_else(|| {
                let names: Vec<&str> = self.0.iter().map(|option| option.name.as_str()).collect();
                format!("expected an option of the engine ({}), found '{name}'", names.join(", "))
            })?;
            let expected = match &option.values {
                Values::Flag => (!["true", "false"].contains(&value.as_str())).then(|| "true or false".to_owned()),
                Values::Range(min, max) => {
                    let is_in_range = value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number));
                    (!is_in_range).then(|| format!("an integer from {min} to {max}"))
                }
                Values::Words(words) => {
                    let is_known = words.iter().any(|word| word.eq_ignore_ascii_case(value));
                    (!is_known).then(|| format!("one of {}", words.join(", ")))
                }
                Values::Text => None,
            };
            if let Some(expected) = expected {
                return Err(format!("option {name}: expected {expected}, found '{value}'"));
            }
        }
        Ok(())
    }
}

/// A range, unless an end is missing.
fn range(min: Option<i64>, max: Option<i64>) -> Values {
    min.zip(max).map_or(Values::Text, |(min, max)| Values::Range(min, max))
}

/// These words, unless there are none.
fn words_or_text(words: Vec<String>) -> Values {
    if words.is_empty() { Values::Text } else { Values::Words(words) }
}

#[cfg(test)]
mod tests {
    use petteia_formats::hub::HubLine;

    use super::*;

    fn check(options: &EngineOptions, name: &str, value: &str) -> Result<(), String> {
        options.check(&[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn options_of_uci() {
        let mut options = EngineOptions::default();
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Move Overhead type spin default 10",
            "option name Style type combo default Very Solid var Very Solid var Normal",
            "option name Ponder type check default false",
            "option name File type string default <empty>",
            "info string option name x type check",
        ] {
            options.read_uci(line);
        }
        for (name, value) in
            [("hash", "1024"), ("Move Overhead", "x"), ("Style", "very solid"), ("Ponder", "true"), ("File", "a b")]
        {
            assert_eq!(check(&options, name, value), Ok(()), "{name}={value}");
        }
        for (name, value, error) in [
            ("Hash", "0", "option Hash: expected an integer from 1 to 1024, found '0'"),
            ("Hash", "9223372036854775808", "found '9223372036854775808'"),
            ("Style", "Risky", "expected one of Very Solid, Normal"),
            ("Ponder", "1", "expected true or false"),
            ("x", "true", "(Hash, Move Overhead, Style, Ponder, File), found 'x'"),
        ] {
            let found = check(&options, name, value).expect_err("an error");
            assert!(found.contains(error), "{found}");
        }
    }

    #[test]
    fn parameters_of_hub() {
        let mut options = EngineOptions::default();
        for line in [
            "param name=variant value=normal type=enum values=\"normal bt\"",
            "param name=tt-size value=22 type=int min=16 max=32",
            "param name=book value=true type=bool",
            "param name=bb-size value=5",
        ] {
            let line = HubLine::read(line).expect("a line of Hub");
            options.read_hub(|name| line.argument(name));
        }
        for (name, value, is_right) in [
            ("variant", "bt", true),
            ("variant", "frisian", false),
            ("tt-size", "16", true),
            ("tt-size", "15", false),
            ("book", "yes", false),
            ("bb-size", "x", true),
            ("size", "1", false),
        ] {
            assert_eq!(check(&options, name, value).is_ok(), is_right, "{name}={value}");
        }
    }
}
