//! Decisions from bytes. Every input is a conversation, and a small change of the input gives a similar conversation.

/// The unread rest of an input.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The whole input.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Whether all bytes are read.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The next byte; 0 at the end.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = if end <= 256 { usize::from(self.byte()) } else { self.pair() };
        number % end.max(1)
    }

    /// A number of two bytes.
    pub fn pair(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are no items.
    pub fn pick<'i, T: ?Sized>(&mut self, items: &[&'i T]) -> &'i T {
        items[self.below(items.len())]
    }

    /// Up to `max` unchanged bytes.
    pub fn slice(&mut self, max: usize) -> &'a [u8] {
        let length = self.below(max + 1).min(self.0.len());
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    /// Changes a text in up to four places.
    pub fn mutate(&mut self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..self.below(5) {
            let at = self.below(text.len().max(1));
            if text.is_empty() {
                text.push(self.byte());
                continue;
            }
            match self.below(6) {
                0 => text[at] = text[self.below(text.len())],
                1 => text[at] = self.byte(),
                2 => drop(text.remove(at)),
                3 => text.insert(at, text[self.below(text.len())]),
                4 => {
                    let other = self.below(text.len());
                    text.swap(at, other);
                }
                _ => {
                    let end = (at + self.below(8)).min(text.len());
                    let part = text[at..end].to_vec();
                    let to = self.below(text.len());
                    text.splice(to..to, part);
                }
            }
        }
        // The caller adds the ends of lines.
        text.retain(|byte| !b"\r\n".contains(byte));
        text
    }
}

impl Bytes<'_> {
    /// Changes one line of a text, or the order of the lines.
    pub fn mutate_lines(&mut self, text: &[u8]) -> Vec<u8> {
        let mut lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let at = self.below(lines.len());
        match self.below(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[self.below(lines.len())].clone()),
            2 => lines[at] = self.slice(40).to_vec(),
            _ => lines[at] = self.mutate(&lines[at]),
        }
        lines.join(&b'\n')
    }
}
