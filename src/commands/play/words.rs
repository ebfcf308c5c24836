//! What a person types: commands and moves.

/// A line that a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// Nothing.
    Empty,
    /// A command.
    Command(Command<'a>),
    /// Something else, which may be moves.
    Words(&'a str),
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Name a good move.
    Hint,
    /// Tell the score of the position.
    Eval,
    /// Let the engine make the move.
    Go,
    /// Take back to the last choice of a person.
    Undo,
    /// Change or tell the level.
    Level(Option<&'a str>),
    /// Give the game up.
    Resign,
    /// Begin another game.
    New(Option<&'a str>),
    /// Write the game to a file.
    Save(&'a str),
    /// Read a game from a file.
    Load(&'a str),
    /// Change sides with the engine.
    Flip,
    /// Choose or tell the sides that persons play.
    Side(Option<&'a str>),
    /// List the legal moves that begin like this.
    Moves(Option<&'a str>),
    /// Tell the rules.
    Rules,
    /// Say what each move of the game has cost.
    Analyse,
    /// Show clocks and scores, or not.
    Status(Option<&'a str>),
    /// Draw the board.
    Board,
    /// Describe a card.
    Card(&'a str),
    /// List the commands.
    Help,
    /// End the program.
    Quit,
}

/// What stands behind the name of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    None,
    Optional(&'static str),
    Needed(&'static str),
}

/// The names of the commands, what stands behind them, and what they do.
const COMMANDS: [(&str, Argument, &str); 20] = [
    ("hint", Argument::None, "name a good move, with its score and line"),
    ("eval", Argument::None, "tell the score of the position and the best line"),
    ("rules", Argument::None, "tell the rules of the game"),
    ("undo", Argument::None, "take your last move back, and the answers to it"),
    ("takeback", Argument::None, "the same as undo"),
    ("moves", Argument::Optional("BEGINNING"), "list the legal moves"),
    ("board", Argument::None, "draw the board again"),
    ("card", Argument::Needed("N"), "describe a card of Dixit with all its tags"),
    ("level", Argument::Optional("N"), "set the strength of the engine, from 0 to 20"),
    ("side", Argument::Optional("SIDE"), "choose who you are: first, second, both, none, a colour, or seats as 1,3"),
    ("flip", Argument::None, "change sides with the engine"),
    ("go", Argument::None, "let the engine make this move"),
    ("resign", Argument::None, "give the game up"),
    ("analyse", Argument::None, "say what each move of the game has cost"),
    ("status", Argument::Optional("on|off"), "show the time of each side and the last score of the engine"),
    ("new", Argument::Optional("GAME"), "begin a new game"),
    ("save", Argument::Needed("FILE"), "write the game to a file, or a picture to one that ends in .svg"),
    ("load", Argument::Needed("FILE"), "read a game from a file"),
    ("help", Argument::None, "show this list"),
    ("quit", Argument::None, "leave, as Ctrl-D does"),
];

impl<'a> Request<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// The words behind a command are not what it takes.
    pub fn read(line: &'a str) -> Result<Self, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Self::Empty);
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let Some((name, argument, _)) = COMMANDS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)) else {
            return Ok(Self::Words(line));
        };
        match (argument, rest) {
            (Argument::None, Some(_)) => {
                return Err(format!("{name} takes no argument"));
            }
            (Argument::Needed(what), None) => return Err(format!("{name}: expected {what} after it, found nothing")),
            _ => {}
        }
        Ok(Self::Command(command(name, rest)))
    }
}

/// The command of this name, which is known, with what stands behind it.
fn command<'a>(name: &str, rest: Option<&'a str>) -> Command<'a> {
    let needed = rest.unwrap_or_default();
    match name {
        "hint" => Command::Hint,
        "eval" => Command::Eval,
        "undo" | "takeback" => Command::Undo,
        "moves" => Command::Moves(rest),
        "rules" => Command::Rules,
        "analyse" => Command::Analyse,
        "status" => Command::Status(rest),
        "board" => Command::Board,
        "card" => Command::Card(needed),
        "level" => Command::Level(rest),
        "side" => Command::Side(rest),
        "flip" => Command::Flip,
        "go" => Command::Go,
        "resign" => Command::Resign,
        "new" => Command::New(rest),
        "save" => Command::Save(needed),
        "load" => Command::Load(needed),
        "quit" => Command::Quit,
        _ => Command::Help,
    }
}

/// The lines of `help`.
pub fn help() -> Vec<String> {
    let usage = |name: &str, argument| match argument {
        Argument::None => name.to_owned(),
        Argument::Optional(what) => format!("{name} [{what}]"),
        Argument::Needed(what) => format!("{name} {what}"),
    };
    COMMANDS.iter().map(|(name, argument, what)| format!("{}: {what}", usage(name, *argument))).collect()
}

/// The names of the commands.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    COMMANDS.iter().map(|(name, ..)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        for (name, argument, _) in COMMANDS {
            let line = if let Argument::Needed(_) = argument { format!("{name} x") } else { name.to_owned() };
            let read = Request::read(&line);
            assert!(matches!(read, Ok(Request::Command(_))), "{line}: {read:?}");
            let is_help = read == Ok(Request::Command(Command::Help));
            assert_eq!(is_help, name == "help", "{line}");
        }
        assert_eq!(Request::read(" LEVEL\t7 "), Ok(Request::Command(Command::Level(Some("7")))));
        assert_eq!(Request::read("save my game.json"), Ok(Request::Command(Command::Save("my game.json"))));
        assert_eq!(Request::read("d3 c5"), Ok(Request::Words("d3 c5")));
        assert_eq!(Request::read(" \t"), Ok(Request::Empty));
    }

    #[test]
    fn arguments_are_checked() {
        assert_eq!(Request::read("hint d3"), Err("hint takes no argument".into()));
        assert_eq!(Request::read("save "), Err("save: expected FILE after it, found nothing".into()));
    }
}
