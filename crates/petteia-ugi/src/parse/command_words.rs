//! The commands: how each of them is read, and what `help` says about it. Nothing else lists them.

use nom::Parser;

use super::{
    Parsed, bench, check, commit, debug, depth, draw, effects, go, help, legal, moves, name_seat, observe, perft,
    position, query, restore, set_option, tokens, undo,
};
use crate::command::{Command, Handshake};
use crate::manual::ManualEntry;

/// A command.
pub(super) struct CommandWord {
    /// What `help` says about it.
    pub(super) manual: ManualEntry,
    /// Parses its arguments.
    pub(super) arguments: for<'a> fn(&'a str) -> Parsed<'a, Command<'a>>,
}

/// Every command, in the order of `help`.
pub(super) static COMMAND_WORDS: [CommandWord; 29] = [
    CommandWord {
        manual: ManualEntry {
            names: &["ugi"],
            forms: &["ugi"],
            summary: "name the engine and its options, and speak UGI",
            details: &["The last line of the answer is 'ugiok'. Mate scores count plies."],
        },
        arguments: |input| Ok((input, Command::Handshake(Handshake::Ugi))),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["uci"],
            forms: &["uci"],
            summary: "name the engine and its options, and speak UCI",
            details: &["The last line of the answer is 'uciok'. Mate scores count moves."],
        },
        arguments: |input| Ok((input, Command::Handshake(Handshake::Uci))),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["isready"],
            forms: &["isready"],
            summary: "answer 'readyok', also during a search",
            details: &[],
        },
        arguments: |input| Ok((input, Command::IsReady)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["debug"],
            forms: &["debug on|off"],
            summary: "accepted, without effect",
            details: &[],
        },
        arguments: debug,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["setoption"],
            forms: &["setoption name NAME [value VALUE]"],
            summary: "set an option",
            details: &[
                "The value is the rest of the line. 'ugi' lists the options, their defaults and ranges.",
                "'setoption name UCI_Variant value reversi' sets the game.",
            ],
        },
        arguments: set_option,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["ucinewgame", "uginewgame"],
            forms: &["ucinewgame", "uginewgame"],
            summary: "set the start position and clear the table",
            details: &[],
        },
        arguments: |input| Ok((input, Command::NewGame)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["position"],
            forms: &["position startpos|current|fen FEN [moves M...]"],
            summary: "set a position",
            details: &[
                "The start of the game, the position as it stands, or one in the notation of the game.",
                "Then the moves are played. After an error there is no position.",
            ],
        },
        arguments: position,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["moves"],
            forms: &["moves", "moves seat K", "moves M..."],
            summary: "list the legal moves, or play moves",
            details: &["'seat K' lists the moves of one seat, where several seats act at a time."],
        },
        arguments: moves,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["undo"],
            forms: &["undo [N]"],
            summary: "take back the last ply, or N plies",
            details: &[],
        },
        arguments: undo,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["d"],
            forms: &["d [eval]", "d json", "d svg [WORDS]"],
            summary: "draw the board",
            details: &[
                "'eval' adds the parts of the evaluation, where the game has them. 'json' answers one line of JSON, from",
                "which a program can draw any game. 'svg' answers the picture in one line. WORDS are theme light, dark, print",
                "or contrast; turned; plain, without coordinates; interactive, with roles and labels; prefix P, of ids;",
                "size N, the width in pixels; move M, with what that move would do.",
            ],
        },
        arguments: draw,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["query"],
            forms: &["query WHAT"],
            summary: "answer a question about the position or the game",
            details: &[
                "WHAT is gameover, p1turn, result, reason, score, fen, startfen, line, round, key, variant, variants,",
                "eval or seed. The answer begins with 'response'.",
            ],
        },
        arguments: |input| query.map(Command::Query).parse(input),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["effects"],
            forms: &["effects M", "effects seat K M"],
            summary: "say what a move would do, without playing it",
            details: &[
                "The last effect is 'fen', the position after the move. With 'seat K' it is the move of one seat: alone,",
                "where both sides choose at once; as far as the seat can know, where hands are hidden.",
            ],
        },
        arguments: effects,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["legal"],
            forms: &["legal M", "legal seat K M"],
            summary: "answer 'response true' for a legal move and 'response false' for anything else",
            details: &["'seat K' asks for the move of one seat, where several seats act at a time."],
        },
        arguments: legal,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["commit"],
            forms: &["commit seat K M"],
            summary: "keep the choice of one side secret until both sides have chosen, then play both",
            details: &[
                "Answers 'response true' if the turn is played, else 'response false'. Until then the side can commit",
                "another choice. A change of the position drops it. 'observe' says which sides have committed.",
            ],
        },
        arguments: commit,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["observe"],
            forms: &["observe seat K [json]", "observe seat K svg [WORDS]"],
            summary: "show the position as a seat sees it, in games with hidden hands or simultaneous moves",
            details: &[],
        },
        arguments: observe,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["seat"],
            forms: &["seat K name [TEXT]"],
            summary: "name a seat, or take its name away",
            details: &["The name is the rest of the line, at most 64 characters. 'd json' shows it."],
        },
        arguments: name_seat,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["tokens"],
            forms: &["tokens on|off"],
            summary: "let every line of a seat need the token of the seat",
            details: &[
                "'tokens on' answers a new token for each seat, for the referee to hand out. From then on a line with",
                "'seat K' is refused unless it says 'seat K token T', as in 'observe seat 2 token T json'.",
            ],
        },
        arguments: tokens,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["save"],
            forms: &["save"],
            summary: "answer the game with all its secrets as one line, for 'restore'",
            details: &[
                "It holds the seed, committed choices, and the names and tokens of seats: it is for the referee.",
            ],
        },
        arguments: |input| Ok((input, Command::Save)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["restore"],
            forms: &["restore TEXT"],
            summary: "set a saved game, which goes on as if it had never stopped",
            details: &["TEXT is what 'save' answered behind 'saved'. A damaged text changes nothing."],
        },
        arguments: restore,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["go"],
            forms: &[
                "go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [seat K] [searchmoves M...]",
                "go judge M [nodes N] ...",
                "go [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N]",
                "go perft N",
            ],
            summary: "search the position; the answer ends with 'bestmove'",
            details: &[
                "The first limit that is reached ends the search; without any, 'stop' does.",
                "The clocks are also called wtime, btime, winc and binc: w is the first player.",
                "'seat K' searches for one seat. 'searchmoves' searches these moves only.",
                "'judge M' says what the choices of a turn cost, where both sides choose at once.",
                "'go perft N' is 'divide N'.",
            ],
        },
        arguments: go,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["stop"],
            forms: &["stop"],
            summary: "end the search or the count that is running",
            details: &["A search answers its 'bestmove'."],
        },
        arguments: |input| Ok((input, Command::Stop)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["ponderhit"],
            forms: &["ponderhit"],
            summary: "the expected move was played: 'go ponder' becomes a search with limits",
            details: &[],
        },
        arguments: |input| Ok((input, Command::PonderHit)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["wait"],
            forms: &["wait"],
            summary: "read the next line after the end of the search",
            details: &["During a search without a limit it is the error 'busy'."],
        },
        arguments: |input| Ok((input, Command::Wait)),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["perft"],
            forms: &["perft N [hash]"],
            summary: "count the move sequences of N plies",
            details: &["'hash' stores the counts of subtrees in the table."],
        },
        arguments: perft,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["divide"],
            forms: &["divide N"],
            summary: "count the move sequences of N plies by first move",
            details: &[],
        },
        arguments: |input| depth.map(Command::Divide).parse(input),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["check"],
            forms: &["check [--depth N] FILE..."],
            summary: "check the rules against fixture files",
            details: &["'--depth N' leaves out the counts that are deeper."],
        },
        arguments: |input| check.map(Command::Check).parse(input),
    },
    CommandWord {
        manual: ManualEntry {
            names: &["bench"],
            forms: &["bench [DEPTH]"],
            summary: "measure the engine: nodes of fixed positions, and speed",
            details: &["DEPTH is that of the searches, in plies."],
        },
        arguments: bench,
    },
    CommandWord {
        manual: ManualEntry {
            names: &["help"],
            forms: &["help [COMMAND]"],
            summary: "list the commands, or describe one",
            details: &[],
        },
        arguments: help,
    },
    CommandWord {
        manual: ManualEntry { names: &["quit"], forms: &["quit"], summary: "stop the search and end", details: &[] },
        arguments: |input| Ok((input, Command::Quit)),
    },
];
