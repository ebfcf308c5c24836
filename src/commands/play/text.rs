//! Lines of text for a terminal of some width.

/// Breaks lines between words, so that none is longer than `width` where the words allow it. The rest of a line is
/// indented by two blanks more. Every line ends with `\n`.
pub fn wrapped(lines: &str, width: usize) -> String {
    lines.lines().map(|line| wrapped_line(line, width) + "\n").collect()
}

fn wrapped_line(line: &str, width: usize) -> String {
    let columns = console::measure_text_width;
    if columns(line) <= width {
        return line.into();
    }
    let indent = &line[..line.len() - line.trim_start().len()];
    let mut text = indent.to_owned();
    let mut column = indent.len();
    for (i, word) in line.split_whitespace().enumerate() {
        if i > 0 && column + 1 + columns(word) > width {
            text += &format!("\n{indent}  ");
            column = indent.len() + 2;
        } else if i > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += columns(word);
    }
    text
}

/// The words that begin like a line, whatever the case of its letters.
pub fn beginning_with<'a>(words: &'a [String], line: &str) -> Vec<&'a String> {
    let start = line.trim_start();
    let begins = |word: &&String| word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    words.iter().filter(begins).collect()
}

/// What completes a line: first words, until the line has a blank, then whole lines. The words are sorted.
pub fn completions<'a>(words: &'a [String], line: &str) -> Vec<&'a str> {
    let has_blank = line.trim_start().contains(char::is_whitespace);
    let mut found: Vec<&str> = Vec::new();
    for word in beginning_with(words, line) {
        let offered = if has_blank { word } else { word.split(' ').next().unwrap_or_default() };
        if found.last() != Some(&offered) {
            found.push(offered);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("a short line\n\n", 20), "a short line\n\n");
        assert_eq!(wrapped("one two three four", 9), "one two\n  three\n  four\n");
        assert_eq!(wrapped("  one two", 6), "  one\n    two\n");
        assert_eq!(wrapped("incomprehensible", 4), "incomprehensible\n");
        let list = (0..400).map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
        assert!(wrapped(&list, 40).lines().all(|line| line.len() <= 40));
    }

    #[test]
    fn first_words_come_first() {
        let words = ["give 1", "give 2", "go", "level", "level 1"].map(String::from);
        assert_eq!(completions(&words, "g"), ["give", "go"]);
        assert_eq!(completions(&words, "Give "), ["give 1", "give 2"]);
        assert_eq!(completions(&words, ""), ["give", "go", "level"]);
        assert_eq!(completions(&words, "level "), ["level 1"]);
    }

    #[test]
    fn words_that_begin_like_a_line() {
        let words = ["d3", "D6", "draw", "ä"].map(String::from);
        assert_eq!(beginning_with(&words, " D"), ["d3", "D6", "draw"]);
        assert_eq!(beginning_with(&words, "").len(), 4);
        assert!(beginning_with(&words, "d3c").is_empty());
    }
}
