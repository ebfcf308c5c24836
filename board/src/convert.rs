//! `/convert`: games of files in another format.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use petteia::embedded::convert_games;
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use crate::App;
use crate::limits::{BODY_BYTES, REQUEST_TIME};

/// The body of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    from: Option<String>,
    to: String,
    text: String,
}

/// Answers a request.
pub async fn respond(State(app): State<Arc<App>>, body: Body) -> Response {
    let body = match timeout(REQUEST_TIME, to_bytes(body, BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return answer(StatusCode::PAYLOAD_TOO_LARGE, Err("expected at most 1 MiB".into())),
        Err(_) => return answer(StatusCode::REQUEST_TIMEOUT, Err("expected the body within 10 s".into())),
    };
    let request: Request = match serde_json::from_slice(&body) {
        Ok(request) => request,
        Err(error) => return answer(StatusCode::BAD_REQUEST, Err(error.to_string())),
    };
    let Ok(_place) = app.rules_places.acquire().await else {
        return answer(StatusCode::SERVICE_UNAVAILABLE, Err("the server ends".into()));
    };
    let Request { game, from, to, text } = request;
    let work = move || {
        let (game, from) = (game.unwrap_or_default(), from.unwrap_or_default());
        let converted = convert_games(&game, &from, &to, text.as_bytes())?;
        let text = String::from_utf8(converted.bytes).map_err(|_| format!("{to}: expected a format that is text"))?;
        Ok((text, converted.notes))
    };
    let converted = tokio::task::spawn_blocking(work).await;
    match converted {
        Ok(Ok(converted)) => answer(StatusCode::OK, Ok(converted)),
        Ok(Err(error)) => answer(StatusCode::UNPROCESSABLE_ENTITY, Err(error)),
        Err(_) => answer(StatusCode::INTERNAL_SERVER_ERROR, Err("a fault of the server".into())),
    }
}

/// A response with the games and what was left out of them, or with an error.
fn answer(status: StatusCode, answer: Result<(String, Vec<String>), String>) -> Response {
    let body = match answer {
        Ok((text, notes)) => json!({ "text": text, "notes": notes }),
        Err(error) => json!({ "error": error }),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
