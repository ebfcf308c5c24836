//! A connection as the input and the output of a connection: each message is a line.

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use petteia_formats::dxp::MAX_MESSAGE_BYTES;

/// What the reader of a connection and its connection know of the peer.
#[derive(Debug, Default)]
pub struct PeerWatch {
    /// The end of the wait for the peer, and its length; `None` for a wait without end.
    deadline: Mutex<Option<(Instant, Duration)>>,
    is_closed: AtomicBool,
}

impl PeerWatch {
    /// From now on waits so long for the peer.
    pub(super) fn wait(&self, limit: Option<Duration>) {
        let deadline = limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit)));
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }

    /// Whether the peer has closed the connection.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// The wait that is over.
    fn expired(&self) -> Option<Duration> {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        deadline.filter(|(end, _)| Instant::now() >= *end).map(|(_, limit)| limit)
    }
}

/// Reads the bytes of messages as lines: the NUL at the end of a message becomes LF. A character that cannot be printed
/// becomes `?`.
///
/// The input has to give up waiting now and then, so that the end of a wait is noticed.
#[derive(Debug)]
pub struct MessageReader<R> {
    input: R,
    watch: Arc<PeerWatch>,
    /// Bytes of the message so far.
    length: usize,
    /// An error behind bytes that have been handed out.
    error: Option<io::Error>,
}

impl<R: Read> MessageReader<R> {
    /// Reads messages from `input`.
    pub fn new(input: R, watch: Arc<PeerWatch>) -> Self {
        Self { input, watch, length: 0, error: None }
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let received = self.input.read(buffer);
            // Neither silence nor a message without end makes a wait longer.
            if let Some(limit) = self.watch.expired() {
                let text = format!("no reply within {} s", limit.as_secs());
                return Err(io::Error::new(ErrorKind::TimedOut, text));
            }
            let place = if self.length > 0 { " within a message" } else { "" };
            match received {
                Err(error)
                    if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                }
                Ok(0) => {
                    self.watch.close();
                    let text = format!("the peer has closed the connection{place}");
                    return Err(io::Error::new(ErrorKind::UnexpectedEof, text));
                }
                Ok(bytes) => return Ok(bytes),
                Err(error) => {
                    self.watch.close();
                    let text = format!("the peer has closed the connection{place}: {error}");
                    return Err(io::Error::new(error.kind(), text));
                }
            }
        }
    }

    /// Turns bytes of messages into those of lines. Returns the number of bytes before the first error.
    fn translate(&mut self, bytes: &mut [u8]) -> usize {
        let error = |text: String| Some(io::Error::new(ErrorKind::InvalidData, text));
        for (i, byte) in bytes.iter_mut().enumerate() {
            match *byte {
                0 if self.length == 0 => {
                    self.error = error("expected a message, found an empty one".into());
                    return i;
                }
                0 => (*byte, self.length) = (b'\n', 0),
                _ if self.length == MAX_MESSAGE_BYTES => {
                    self.error = error(format!("expected a NUL after at most {MAX_MESSAGE_BYTES} bytes, found more"));
                    return i;
                }
                b' '..=b'~' => self.length += 1,
                _ => (*byte, self.length) = (b'?', self.length + 1),
            }
        }
        bytes.len()
    }
}

impl<R: Read> Read for MessageReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let received = self.receive(buffer)?;
        let whole = self.translate(&mut buffer[..received]);
        match self.error.take() {
            Some(error) if whole == 0 => Err(error),
            error => {
                self.error = error;
                Ok(whole)
            }
        }
    }
}

/// Writes lines as messages: LF becomes NUL.
#[derive(Debug)]
pub struct MessageWriter<W: Write>(BufWriter<W>);

impl<W: Write> MessageWriter<W> {
    /// Writes messages to `output`, each as a whole.
    pub fn new(output: W) -> Self {
        Self(BufWriter::new(output))
    }
}

impl<W: Write> Write for MessageWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes: Vec<u8> = bytes.iter().map(|&byte| if byte == b'\n' { 0 } else { byte }).collect();
        self.0.write_all(&bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io::{BufRead, BufReader};

    use super::*;

    /// An input in parts; an empty part is a wait without bytes.
    struct Parts(VecDeque<Vec<u8>>);

    impl Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.pop_front() {
                Some(part) if part.is_empty() => Err(ErrorKind::WouldBlock.into()),
                Some(part) => {
                    buffer[..part.len()].copy_from_slice(&part);
                    Ok(part.len())
                }
                None => Ok(0),
            }
        }
    }

    /// The messages in an input, and the error that ends it.
    fn messages(parts: &[&[u8]], watch: &Arc<PeerWatch>) -> (Vec<String>, String) {
        let parts = Parts(parts.iter().map(|part| part.to_vec()).collect());
        let mut lines = BufReader::new(MessageReader::new(parts, Arc::clone(watch))).lines();
        let mut whole = Vec::new();
        loop {
            match lines.next().expect("an error before the end") {
                Ok(line) => whole.push(line),
                Err(error) => return (whole, error.to_string()),
            }
        }
    }

    #[test]
    fn messages_become_lines() {
        let watch = Arc::default();
        let longest = vec![b'C'; MAX_MESSAGE_BYTES];
        let closed = "the peer has closed the connection".to_owned();
        let (found, end) = messages(&[b"E0", b"", b"0\0K1\0Ca\nb\r\xe9\0", &longest, b"\0"], &watch);
        let longest_text = String::from_utf8_lossy(&longest).into_owned();
        assert_eq!(found, ["E00", "K1", "Ca?b??", &longest_text]);
        assert_eq!(end, closed);
        assert!(watch.is_closed());
        assert_eq!(messages(&[], &watch), (Vec::new(), closed));
    }

    #[test]
    fn faults_end_the_input_behind_whole_messages() {
        let too_long = vec![b'C'; MAX_MESSAGE_BYTES + 1];
        let cases: [(&[&[u8]], &str); 5] = [
            (&[b"E00\0M00"], "the peer has closed the connection within a message"),
            (&[b"E00\0\0E00\0"], "expected a message, found an empty one"),
            (&[b"E00\0", b"\0"], "expected a message, found an empty one"),
            (&[b"E00\0", &too_long], "expected a NUL after at most 127 bytes, found more"),
            (
                &[b"E00\0", &too_long[..100], b"", &too_long[..100], b"\0"],
                "expected a NUL after at most 127 bytes, found more",
            ),
        ];
        for (parts, error) in cases {
            assert_eq!(messages(parts, &Arc::default()), (vec!["E00".to_owned()], error.to_owned()));
        }
    }

    #[test]
    fn waits_end() {
        let watch = Arc::new(PeerWatch::default());
        watch.wait(Some(Duration::ZERO));
        let (found, error) = messages(&[b"", b"E00\0"], &watch);
        assert_eq!((found, error.as_str()), (Vec::new(), "no reply within 0 s"));
        assert!(!watch.is_closed());
        for limit in [None, Some(Duration::from_secs(60)), Some(Duration::MAX)] {
            watch.wait(limit);
            assert_eq!(messages(&[b"", b"E00\0"], &watch).0, ["E00"], "{limit:?}");
        }
    }

    #[test]
    fn lines_become_messages() {
        let mut output = Vec::new();
        let mut writer = MessageWriter::new(&mut output);
        writeln!(writer, "E{}", 31)
            .and_then(|()| writeln!(writer, "K1"))
            .and_then(|()| writer.flush())
            .expect("memory");
        drop(writer);
        assert_eq!(output, b"E31\0K1\0");
    }
}
