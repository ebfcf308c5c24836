//! JSON as text: the members of objects without a change of their values.

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// A member of a JSON object: its key, with quotes, and its value.
pub(super) type Member<'a> = (&'a RawValue, &'a RawValue);

/// Reads the members of a JSON object in their order. After an error, `members` has those before it. Values may be
/// anything that the grammar allows, such as numbers of any size, and strings and keys with lone surrogates.
///
/// # Errors
/// The text is not a JSON object.
pub(super) fn read_members<'a>(text: &'a str, members: &mut Vec<Member<'a>>) -> Result<(), serde_json::Error> {
    struct Members<'m, 'a>(&'m mut Vec<Member<'a>>);

    impl<'a> Visitor<'a> for Members<'_, 'a> {
        type Value = ();

        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("a JSON object")
        }

        fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key()? {
                self.0.push((key, map.next_value()?));
            }
            Ok(())
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.deserialize_map(Members(members))?;
    deserializer.end()
}

/// Whether a key in JSON is this name. A name has no characters that JSON must escape.
pub(super) fn is_key(key: &RawValue, name: &str) -> bool {
    let raw = key.get();
    let unquoted = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    unquoted == Some(name) || raw.contains('\\') && serde_json::from_str::<String>(raw).is_ok_and(|key| key == name)
}

/// The value of a member of an object, as JSON. The last of several members with the same key counts.
pub(super) fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let mut members = Vec::new();
    read_members(object, &mut members).ok()?;
    members.iter().rfind(|(key, _)| is_key(key, name)).map(|(_, value)| value.get())
}

/// A JSON object of these members, whose values are JSON.
pub(super) fn object<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::from("{");
    for (name, value) in members {
        if text.len() > 1 {
            text.push(',');
        }
        text.extend([&key(name), ":", value]);
    }
    text.push('}');
    text
}

/// The JSON object of these members.
pub(super) fn object_of_members(members: &[Member]) -> String {
    let members = members.iter().map(|(key, value)| format!("{}:{}", key.get(), value.get()));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// A name as the key of a JSON object.
pub(super) fn key(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_text() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for value in ["1e999", "1e2", "1180591620717411303424", r#""\ud800""#, r#"{"b":1,"a":2,"b":3}"#, &deep] {
            let text = format!(r#"{{ "\ud800" :0,"id":{value} }}"#);
            assert_eq!(member(&text, "id"), Some(value), "{value:.50}");
        }
        assert_eq!(member(r#"{"\u0069d":1}"#, "id"), Some("1"));
        assert_eq!(member("[1]", "id"), None);
        assert_eq!(object([("a", "1"), ("b", "[]")]), r#"{"a":1,"b":[]}"#);
    }

    #[test]
    fn members_before_an_error() {
        let mut members = Vec::new();
        assert!(read_members(r#"{"id":7,"fen":"#, &mut members).is_err());
        assert_eq!(members.len(), 1);
    }
}
