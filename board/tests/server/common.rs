//! A server for a test, and clients of it.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The program.
pub const BINARY: &str = env!("CARGO_BIN_EXE_petteia-board");
/// A wait after which a test fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    child: Child,
    /// Host and port.
    pub host: String,
    /// The first line that it has printed.
    pub link: String,
}

impl Server {
    /// Starts a server that keeps nothing on disk.
    pub fn start(arguments: &[&str]) -> Self {
        Self::run(&[&["--no-data"], arguments].concat())
    }

    /// Starts a server with these arguments only, on a free port.
    pub fn run(arguments: &[&str]) -> Self {
        Self::run_by(Command::new(BINARY), arguments)
    }

    /// Starts a server by a command that ends with the program, and these arguments, on a free port.
    pub fn run_by(mut command: Command, arguments: &[&str]) -> Self {
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        command.args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program");
        let mut link = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut link).expect("a line");
        let link = link.trim().to_owned();
        let host = link.split('/').nth(2).expect("a link").to_owned();
        Self { child, host, link }
    }

    /// Kills the server at once, as a crash would.
    pub fn kill(mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("its end");
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// A `WebSocket` that answers nothing by itself, not even a ping.
    pub fn raw_socket(&self, path: &str) -> std::net::TcpStream {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(&self.host).expect("a connection");
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.host
        );
        stream.write_all(head.as_bytes()).expect("a request");
        let mut response = [0; 12];
        stream.read_exact(&mut response).expect("a response");
        assert_eq!(&response, b"HTTP/1.1 101");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The response to a request, as text: status line, headers and body.
    pub fn request(&self, text: &str) -> String {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.write_all(text.as_bytes()).expect("a request");
        let mut response = Vec::new();
        // A connection that is reset has no more to read.
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    /// The response to GET with further header lines.
    pub fn get(&self, path: &str, headers: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: close\r\n\r\n", self.host))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder for a test, which is removed in the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("petteia-board-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }

    /// A program in it.
    pub fn script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.0.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        path.to_str().expect("text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A WebSocket client.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every text that has come.
    pub seen: Vec<String>,
    ids: u64,
}

/// Connects with further headers.
pub async fn connect_with(
    server: &Server,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<Client, tungstenite::Error> {
    let mut request = format!("ws://{}{path}", server.host).into_client_request().expect("a request");
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    let (socket, _) = connect_async(request).await?;
    Ok(Client { socket, seen: Vec::new(), ids: 0 })
}

/// Connects as a page of the server does.
pub async fn connect(server: &Server, path: &str) -> Client {
    let origin = format!("http://{}", server.host);
    connect_with(server, path, &[("Origin", &origin)]).await.expect("a connection")
}

impl Client {
    /// Breaks the connection at once, without a word to the server.
    pub fn reset(self) {
        let MaybeTlsStream::Plain(stream) = self.socket.get_ref() else { return };
        stream.set_zero_linger().expect("an open connection");
    }

    /// Sends a text.
    pub async fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.expect("an open connection");
    }

    /// Sends a message of any kind. The server may have closed the connection.
    pub async fn send_message(&mut self, message: Message) -> bool {
        self.socket.send(message).await.is_ok()
    }

    /// The next text. `None` at the end of the connection.
    pub async fn text(&mut self) -> Option<String> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time")?;
            match message.ok()? {
                Message::Text(text) => {
                    self.seen.push(text.to_string());
                    return Some(text.to_string());
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The first line that begins so. Lines before it are skipped.
    pub async fn line(&mut self, beginning: &str) -> String {
        loop {
            let text = self.text().await.expect("an open connection");
            if let Some(line) = text.lines().find(|line| line.starts_with(beginning)) {
                return line.to_owned();
            }
        }
    }

    /// Sends lines and returns the first answer that begins so.
    pub async fn ask(&mut self, lines: &str, beginning: &str) -> String {
        self.send(lines).await;
        self.line(beginning).await
    }

    /// The first frame that fits.
    pub async fn frame(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let text = self.text().await.expect("an open connection");
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            if fits(&frame) {
                return frame;
            }
        }
    }

    /// The first view that fits.
    pub async fn view(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.frame(|frame| frame["t"] == "view" && fits(frame)).await
    }

    /// Sends a frame with a new id and returns its answer.
    pub async fn call(&mut self, mut frame: Value) -> Value {
        self.ids += 1;
        let id = format!("{}-{:x}", self.ids, std::ptr::from_ref(self) as usize);
        frame["id"] = json!(id);
        self.send(frame.to_string()).await;
        self.frame(|answer| answer["id"] == id).await
    }

    /// Joins a seat and returns the first view.
    pub async fn join(&mut self, room: &Value, token: &Value) -> Value {
        let joined = self.call(json!({"t": "join", "room": room, "token": token})).await;
        assert_eq!(joined["t"], "joined", "{joined}");
        self.view(|_| true).await
    }
}

/// Creates a room of persons and returns its name and tokens.
pub async fn create(server: &Server, variant: &str, seats: Value) -> (Value, Vec<Value>) {
    let mut client = connect(server, "/room").await;
    let created = client.call(json!({"t": "create", "variant": variant, "seats": seats})).await;
    assert_eq!(created["t"], "created", "{created}");
    (created["room"].clone(), created["tokens"].as_array().expect("tokens").clone())
}
