//! The rules of each game on one screen, from the pages of the documentation.

/// A page of the documentation.
macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../../docs/games/", $name, ".md"))
    };
}

/// The heading of a page with one game.
const IN_SHORT: &str = "In short";

/// The games by the beginning of their names, with the page and the heading of the rules. The first one that fits counts.
const RULES: [(&str, &str, &str); 21] = [
    ("dvonn", page!("dvonn"), IN_SHORT),
    ("reversi-6x6", page!("reversi-6x6"), IN_SHORT),
    ("reversi", page!("reversi"), IN_SHORT),
    ("checkers", page!("draughts"), "English draughts in short"),
    ("draughts", page!("draughts"), "International draughts in short"),
    ("russian", page!("russian"), IN_SHORT),
    ("brazilian", page!("brazilian"), IN_SHORT),
    ("italian", page!("italian"), IN_SHORT),
    ("frisian", page!("frisian"), IN_SHORT),
    ("killer", page!("killer"), IN_SHORT),
    ("breakthrough", page!("breakthrough"), IN_SHORT),
    ("antidraughts", page!("antidraughts"), IN_SHORT),
    ("gonu", page!("gonu"), IN_SHORT),
    ("tablut", page!("tablut"), IN_SHORT),
    ("brandub", page!("brandub"), IN_SHORT),
    ("copenhagen", page!("copenhagen"), IN_SHORT),
    ("latrunculi-conversion", page!("latrunculi"), "Conversion in short"),
    ("latrunculi", page!("latrunculi"), IN_SHORT),
    ("sparta", page!("sparta"), IN_SHORT),
    ("epigo", page!("epigo"), IN_SHORT),
    ("dixit", page!("dixit"), IN_SHORT),
];

/// The rules of a game, one item a line.
pub fn of(game: &str) -> String {
    let known = RULES.iter().find(|(beginning, ..)| game.starts_with(beginning));
    let section = known.and_then(|(_, page, heading)| section(page, heading));
    section.unwrap_or("this game has no summary of its rules").to_owned()
}

/// The text below a heading of a page.
fn section<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n"))?;
    Some(rest.split("\n## ").next().unwrap_or(rest).trim())
}

#[cfg(test)]
mod tests {
    use petteia_engine::VARIANTS;

    use super::super::text::wrapped;
    use super::*;

    #[test]
    fn the_rules_of_every_game_fit_on_a_screen() {
        for variant in VARIANTS {
            let text = wrapped(&of(variant.name), 80);
            assert!(text.starts_with("* ") && text.contains("\n* Type "), "{}: {text}", variant.name);
            assert!(text.lines().count() <= 22, "{}: {} lines", variant.name, text.lines().count());
            assert!(text.lines().all(|line| line.len() <= 80 && !line.contains(['`', '[', '#'])), "{text}");
        }
    }
}
