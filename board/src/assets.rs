//! The files of the page, which are part of the program.

use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct EmbeddedFile {
    /// Its path below `page/`, with `/`.
    name: &'static str,
    /// Its entity tag.
    tag: &'static str,
    bytes: &'static [u8],
}

/// All files, sorted by name.
static FILES: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The response to a request for a file. `folder` is a folder to read it from instead, for work on the page.
pub fn respond(path: &str, headers: &HeaderMap, folder: Option<&Path>) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    if let Some(folder) = folder {
        return match read_below(folder, name) {
            Some(bytes) => ([(header::CONTENT_TYPE, media_type(name))], bytes).into_response(),
            None => missing(),
        };
    }
    let Ok(index) = FILES.binary_search_by(|file| file.name.cmp(name)) else { return missing() };
    let file = &FILES[index];
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| has_tag(value, file.tag));
    let head = [
        (header::ETAG, HeaderValue::from_static(file.tag)),
        // Browsers ask each time, and get a short answer if nothing has changed.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, [(header::CONTENT_TYPE, media_type(name))], Body::from(file.bytes)).into_response()
}

fn has_tag(value: &HeaderValue, tag: &str) -> bool {
    let tags = value.to_str().unwrap_or_default().split(',');
    tags.map(|known| known.trim().trim_start_matches("W/")).any(|known| known == tag || known == "*")
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "expected a file of the page, found none of this name\n").into_response()
}

/// The contents of a file below a folder, links included.
fn read_below(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let path: PathBuf = folder.join(name);
    (is_plain && path.is_file()).then(|| std::fs::read(path).ok()).flatten()
}

/// The media type of a file by the end of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_have_types() {
        assert!(FILES.is_sorted_by(|a, b| a.name < b.name));
        assert!(FILES.iter().any(|file| file.name == "index.html"));
        assert_eq!(media_type("engine/petteia.wasm"), "application/wasm");
        assert_eq!(media_type("noend"), "application/octet-stream");
    }

    #[test]
    fn a_known_tag_gets_no_body() {
        let response = respond("/", &HeaderMap::new(), None);
        assert_eq!(response.status(), StatusCode::OK);
        let tag = response.headers()[header::ETAG].clone();
        let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
        assert_eq!(respond("/", &headers, None).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(respond("/../Cargo.toml", &headers, None).status(), StatusCode::NOT_FOUND);
        let folder = Path::new("src");
        assert_eq!(respond("/../Cargo.toml", &headers, Some(folder)).status(), StatusCode::NOT_FOUND);
        assert_eq!(respond("/main.rs", &headers, Some(folder)).status(), StatusCode::OK);
    }
}
