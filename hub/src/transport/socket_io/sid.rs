//! Session ids. An id contains its shard, so that any thread can route a request to the session.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// An Engine.IO session id: the shard's number and 112 random bits, 22 characters on the wire. Secret of the client.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sid([u8; 16]);

impl Sid {
    /// Creates a random id on `shard`.
    pub fn new(shard: u16) -> Self {
        let mut id: [u8; 16] = rand::random();
        id[..2].copy_from_slice(&shard.to_be_bytes());
        Self(id)
    }

    /// Parses an id.
    pub fn parse(text: &str) -> Option<Self> {
        let mut id = [0; 16];
        let read = URL_SAFE_NO_PAD.decode_slice_unchecked(text.get(..22)?, &mut id);
        (text.len() == 22 && read == Ok(16)).then_some(Self(id))
    }

    /// Returns the shard that holds the session.
    pub fn shard(self) -> u16 {
        u16::from_be_bytes([self.0[0], self.0[1]])
    }
}

impl fmt::Display for Sid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 22];
        let len = URL_SAFE_NO_PAD.encode_slice(self.0, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(std::str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
    }
}

/// Redacted, since the id grants access to the session.
impl fmt::Debug for Sid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sid(shard {})", self.shard())
    }
}

/// Returns a random public id of 120 bits: a namespace's `sid`, visible to other users, or a `pid`.
pub fn token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 15]>())
}
