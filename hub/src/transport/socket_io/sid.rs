//! Session ids. An id names the shard that holds the session, so that a request which arrives anywhere finds it.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// An Engine.IO session id: the shard's number and 112 random bits, 22 characters on the wire. It is a secret of its client.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sid([u8; 16]);

impl Sid {
    /// A fresh id on `shard`.
    pub fn new(shard: u16) -> Self {
        let mut id: [u8; 16] = rand::random();
        id[..2].copy_from_slice(&shard.to_be_bytes());
        Self(id)
    }

    /// Reads an id off the wire.
    pub fn parse(text: &str) -> Option<Self> {
        let mut id = [0; 16];
        let read = URL_SAFE_NO_PAD.decode_slice_unchecked(text.get(..22)?, &mut id);
        (text.len() == 22 && read == Ok(16)).then_some(Self(id))
    }

    /// The shard that holds the session.
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

/// Not the id itself: whoever has it has the session.
impl fmt::Debug for Sid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sid(shard {})", self.shard())
    }
}

/// A fresh public id of 120 random bits: a namespace's `sid`, which others may see, or a `pid`.
pub fn token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 15]>())
}
