//! Validates UTF-8 text that arrives in pieces. Fails at the first byte that no continuation could make valid.

/// State between two pieces: the bytes of an incomplete character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Utf8 {
    open: [u8; 3],
    len: u8,
}

/// Error: the text so far can never become valid.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Invalid;

impl Utf8 {
    /// Validates the next piece.
    pub(super) fn push(&mut self, mut piece: &[u8]) -> Result<(), Invalid> {
        while self.len > 0 {
            let Some((&next, rest)) = piece.split_first() else {
                return Ok(());
            };
            let mut character = [0; 4];
            let len = self.len as usize;
            character[..len].copy_from_slice(&self.open[..len]);
            character[len] = next;
            piece = rest;
            match std::str::from_utf8(&character[..=len]) {
                Ok(_) => self.len = 0,
                Err(e) if e.error_len().is_some() => return Err(Invalid),
                Err(_) => {
                    // A character has at most four bytes, so an incomplete one has at most three.
                    self.open[len] = next;
                    self.len += 1;
                }
            }
        }
        match std::str::from_utf8(piece) {
            Ok(_) => Ok(()),
            Err(e) if e.error_len().is_some() => Err(Invalid),
            Err(e) => {
                let open = &piece[e.valid_up_to()..];
                self.open[..open.len()].copy_from_slice(open);
                self.len = open.len() as u8;
                Ok(())
            }
        }
    }

    /// Returns true if the text may end here.
    pub(super) fn is_whole(&self) -> bool {
        self.len == 0
    }
}
