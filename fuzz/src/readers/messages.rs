//! Messages of other programs, one a line here.

use petteia_formats::dxp::DxpMessage;
use petteia_formats::gtp::GtpCommand;
use petteia_formats::hub::HubLine;
use petteia_formats::otep::OtepLine;
use petteia_formats::{dxp, ggf, hub, otn, otn_rules};

use super::{Checked, ReaderState, ensure, ensure_number_after};

/// Reads each line as a message of DXP.
///
/// # Errors
/// A check fails.
pub fn dxp(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    for line in String::from_utf8_lossy(bytes).split('\n') {
        match DxpMessage::read(line) {
            Ok(DxpMessage::OtherRequest) => state.note("another version"),
            Ok(message) => {
                state.note(&format!("{message:?}").chars().take(12).collect::<String>());
                let written = message.to_string();
                let again = DxpMessage::read(&written).map_err(|error| format!("{written:?}: {error}"))?;
                // Characters that the protocol has no room for are replaced once.
                ensure(again.to_string() == written, || format!("{message:?}, written {written:?}, read {again:?}"))?;
                if let DxpMessage::Move(played) = &message {
                    let word = played.word();
                    let again = dxp::DxpMove::of_word(&word, played.seconds).map(|played| played.word());
                    ensure(again.as_deref() == Some(&word), || format!("the move {word} is read as {again:?}"))?;
                }
                if let DxpMessage::Request(dxp::GameRequest { position: Some(position), .. }) = &message {
                    let fen = dxp::read_position(position)?;
                    let again = dxp::write_position(&fen);
                    ensure(again.as_ref() == Some(position), || format!("{position} is {fen}, then {again:?}"))?;
                }
            }
            Err(error) => note_error(state, &error, line)?,
        }
    }
    Ok(())
}

/// Reads each line as a message of OTEP, Hub and GTP, as a game of GGF and as rules of OpenTafl.
///
/// # Errors
/// A check fails.
pub fn others(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    for line in String::from_utf8_lossy(bytes).split('\n').map(str::trim) {
        note(state, OtepLine::read(line).map(drop), line)?;
        note(state, ggf::read_game(line).map(drop), line)?;
        note(state, otn_rules::read_rules(line).map(drop), line)?;
        if let Some(command) = GtpCommand::read(line) {
            state.note(&format!("{command:?}").chars().take(40).collect::<String>());
        }
        if let Some(hub) = HubLine::read(line) {
            state.note(&format!("{hub:?}").chars().take(40).collect::<String>());
        }
        if let Ok(fen) = hub::read_position(line) {
            let written = hub::write_position(&fen).ok_or_else(|| format!("{fen} is not written"))?;
            let again = hub::read_position(&written).map_err(|error| format!("{written}: {error}"))?;
            ensure(again == fen, || format!("{line} is {fen}, then {again}"))?;
        }
        if let Ok(board) = otn::read_board(line) {
            let written = otn::write_board(&board).ok_or_else(|| format!("{board} is not written"))?;
            let again = otn::read_board(&written).map_err(|error| format!("{written}: {error}"))?;
            ensure(again == board, || format!("{line} is {board}, then {again}"))?;
        }
    }
    Ok(())
}

fn note(state: &mut ReaderState, read: Result<(), String>, line: &str) -> Checked {
    match read {
        Ok(()) => {
            state.note("read");
            Ok(())
        }
        Err(error) => note_error(state, &error, line),
    }
}

/// An error names a column of the message, or none.
fn note_error(state: &mut ReaderState, error: &str, line: &str) -> Checked {
    state.note(error);
    ensure_number_after(error, "column ", line.len() + 1)
}
