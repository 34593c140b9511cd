//! The incremental decoder. Bytes stay in the caller's buffer until a frame is complete. Events are slices of that
//! buffer, so an unfragmented message is never copied. Each byte is unmasked and validated once, when it arrives.

use bytes::{Bytes, BytesMut};

use super::{Error, Opcode, mask, utf8::Utf8};

/// Maximum message size in bytes, all fragments together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub message: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { message: 64 * 1024 }
    }
}

/// A decoded message or control frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A complete text message; always UTF-8.
    Text(Bytes),
    /// A complete binary message.
    Binary(Bytes),
    Ping(Bytes),
    Pong(Bytes),
    /// Close frame. Bytes after it are ignored.
    Close {
        code: Option<u16>,
        reason: Bytes,
    },
}

/// Decoding side: a client's frames must be masked, a server's must not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Server,
    Client,
}

/// Decoder of one connection. Small when idle: a fragmented message is boxed while it is incomplete.
#[derive(Debug)]
pub struct Decoder {
    fragments: Option<Box<Fragments>>,
    frame: Option<Frame>,
    limit: u32,
    utf8: Utf8,
    side: Side,
    ended: bool,
    /// Number of frames that did not end a message.
    unfinished: u16,
}

/// A frame whose header is read and whose payload is incomplete. Its payload begins at the buffer's start.
#[derive(Debug, Clone, Copy)]
struct Frame {
    len: u32,
    /// Number of payload bytes already unmasked and validated.
    seen: u32,
    mask: [u8; 4],
    opcode: Opcode,
    last: bool,
}

/// An incomplete fragmented message.
#[derive(Debug)]
struct Fragments {
    opcode: Opcode,
    payload: BytesMut,
}

impl Decoder {
    /// Creates a decoder of client frames.
    pub fn server(limits: Limits) -> Self {
        Self::new(Side::Server, limits)
    }

    /// Creates a decoder of server frames (for tests and tools).
    pub fn client(limits: Limits) -> Self {
        Self::new(Side::Client, limits)
    }

    fn new(side: Side, limits: Limits) -> Self {
        let (limit, utf8) = (limits.message, Utf8::default());
        Self { fragments: None, frame: None, limit, utf8, side, ended: false, unfinished: 0 }
    }

    /// Sets the limits for frames that begin from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limit = limits.message;
    }

    /// Returns the number of frames since the last call that did not end a message.
    pub fn take_unfinished(&mut self) -> u32 {
        std::mem::take(&mut self.unfinished).into()
    }

    /// Returns the bytes held for a fragmented message.
    pub fn held(&self) -> usize {
        self.fragments.as_ref().map_or(0, |message| message.payload.capacity())
    }

    /// Returns true if there is no incomplete frame or message.
    pub fn is_idle(&self) -> bool {
        self.frame.is_none() && self.fragments.is_none()
    }

    /// Returns the next event in `buffer`, or `None` when more bytes are needed. Call until `None` after each read.
    /// After an error or a close every further byte is dropped.
    pub fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<Event>, Error> {
        if self.ended {
            buffer.clear();
            return Ok(None);
        }
        let step = self.step(buffer);
        if matches!(step, Err(_) | Ok(Some(Event::Close { .. }))) {
            self.ended = true;
            self.fragments = None;
            self.frame = None;
            buffer.clear();
        }
        step
    }

    fn step(&mut self, buffer: &mut BytesMut) -> Result<Option<Event>, Error> {
        loop {
            let mut frame = match self.frame {
                Some(frame) => frame,
                None => match self.head(buffer)? {
                    Some(frame) => frame,
                    None => return Ok(None),
                },
            };
            self.arrive(&mut frame, buffer)?;
            if frame.seen < frame.len {
                // Reserves the rest of the frame at once, so that the caller's reads do not grow the buffer step by
                // step.
                buffer.reserve((frame.len as usize).saturating_sub(buffer.len()));
                self.frame = Some(frame);
                return Ok(None);
            }
            self.frame = None;
            let payload = buffer.split_to(frame.len as usize);
            if let Some(event) = self.finish(&frame, payload)? {
                return Ok(Some(event));
            }
        }
    }

    /// Takes a complete frame header off the buffer. Rejects an invalid header as early as possible.
    fn head(&self, buffer: &mut BytesMut) -> Result<Option<Frame>, Error> {
        let Some(&first) = buffer.first() else {
            return Ok(None);
        };
        if first & 0x70 != 0 {
            return Err(Error::Protocol("a reserved bit is set"));
        }
        let last = first & 0x80 != 0;
        let opcode = Opcode::from_bits(first & 0x0f).ok_or(Error::Protocol("unknown opcode"))?;
        match (opcode, self.fragments.is_some()) {
            (Opcode::Continuation, false) => return Err(Error::Protocol("nothing to continue")),
            (Opcode::Text | Opcode::Binary, true) => {
                return Err(Error::Protocol("a message is not finished"));
            }
            _ if opcode.is_control() && !last => {
                return Err(Error::Protocol("a control frame in fragments"));
            }
            _ => {}
        }

        let Some(&second) = buffer.get(1) else {
            return Ok(None);
        };
        let masked = second & 0x80 != 0;
        match self.side {
            Side::Server if !masked => {
                return Err(Error::Protocol("a client's frame must be masked"));
            }
            Side::Client if masked => {
                return Err(Error::Protocol("a server's frame must not be masked"));
            }
            _ => {}
        }
        let short = second & 0x7f;
        if opcode.is_control() && short > 125 {
            return Err(Error::Protocol("a control frame is too long"));
        }
        let (len, read) = match short {
            126 => match buffer.get(2..4).and_then(|b| b.try_into().ok()).map(u16::from_be_bytes) {
                Some(len) => (u64::from(len), 4),
                None => return Ok(None),
            },
            127 => match buffer.get(2..10).and_then(|b| b.try_into().ok()).map(u64::from_be_bytes) {
                Some(len) => (len, 10),
                None => return Ok(None),
            },
            short => (u64::from(short), 2),
        };
        if len >> 63 != 0 {
            return Err(Error::Protocol("a length has its highest bit set"));
        }
        if (short == 126 && len < 126) || (short == 127 && len <= 0xffff) {
            return Err(Error::Protocol("a length is longer than it need be"));
        }
        if !opcode.is_control() && len > u64::from(self.room()) {
            return Err(Error::TooBig);
        }
        let mask = if masked {
            match buffer.get(read..read + 4).and_then(|b| b.try_into().ok()) {
                Some(mask) => mask,
                None => return Ok(None),
            }
        } else {
            [0; 4]
        };
        let _ = buffer.split_to(read + if masked { 4 } else { 0 });
        Ok(Some(Frame { len: len as u32, seen: 0, mask, opcode, last }))
    }

    /// Returns the number of bytes that the message may still take.
    fn room(&self) -> u32 {
        let taken = self.fragments.as_ref().map_or(0, |message| message.payload.len() as u32);
        self.limit.saturating_sub(taken)
    }

    /// Unmasks and validates the received part of the frame's payload.
    fn arrive(&mut self, frame: &mut Frame, buffer: &mut BytesMut) -> Result<(), Error> {
        let end = buffer.len().min(frame.len as usize);
        let fresh = &mut buffer[frame.seen as usize..end];
        if fresh.is_empty() {
            return Ok(());
        }
        if frame.mask != [0; 4] {
            mask::apply(fresh, frame.mask, frame.seen as usize);
        }
        if self.is_text(frame.opcode) {
            self.utf8.push(fresh).map_err(|_| Error::NotUtf8)?;
        }
        frame.seen = end as u32;
        Ok(())
    }

    fn is_text(&self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::Continuation => self.fragments.as_ref().is_some_and(|message| message.opcode == Opcode::Text),
            opcode => opcode == Opcode::Text,
        }
    }

    /// Handles a complete frame: returns an event or stores a fragment.
    fn finish(&mut self, frame: &Frame, payload: BytesMut) -> Result<Option<Event>, Error> {
        match frame.opcode {
            Opcode::Ping => return Ok(Some(Event::Ping(payload.freeze()))),
            Opcode::Pong => return Ok(Some(Event::Pong(payload.freeze()))),
            Opcode::Close => return closing(payload.freeze()).map(Some),
            Opcode::Text | Opcode::Binary | Opcode::Continuation => {}
        }
        if frame.last && self.is_text(frame.opcode) && !self.utf8.is_whole() {
            return Err(Error::NotUtf8);
        }
        self.unfinished = self.unfinished.saturating_add(u16::from(!frame.last));
        let (opcode, payload) = match self.fragments.take() {
            Some(mut message) => {
                append(&mut message.payload, payload);
                if !frame.last {
                    self.fragments = Some(message);
                    return Ok(None);
                }
                (message.opcode, message.payload)
            }
            None if frame.last => (frame.opcode, payload),
            None => {
                // Copies the fragment: one byte must not keep its whole read buffer alive.
                let payload = BytesMut::from(&payload[..]);
                self.fragments = Some(Box::new(Fragments { opcode: frame.opcode, payload }));
                return Ok(None);
            }
        };
        Ok(Some(match opcode {
            Opcode::Text => Event::Text(payload.freeze()),
            _ => Event::Binary(payload.freeze()),
        }))
    }
}

/// Appends a fragment. An empty first fragment takes the next one whole; otherwise the bytes are copied.
fn append(message: &mut BytesMut, more: BytesMut) {
    if message.is_empty() {
        *message = more;
    } else {
        message.extend_from_slice(&more);
    }
}

/// Reads a close frame (RFC 6455 §5.5.1, §7.4): empty, or a code that may be sent and a reason in UTF-8.
fn closing(payload: Bytes) -> Result<Event, Error> {
    let Some((code, reason)) = payload.split_first_chunk::<2>() else {
        return match payload.is_empty() {
            true => Ok(Event::Close { code: None, reason: payload }),
            false => Err(Error::Protocol("half a close code")),
        };
    };
    let code = u16::from_be_bytes(*code);
    // 1004–1006 and 1015 are reserved and never sent; 1012–1014 are registered; 3000–3999 libraries', 4000–4999 applications'.
    if !matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) {
        return Err(Error::Protocol("a close code that may not be sent"));
    }
    std::str::from_utf8(reason).map_err(|_| Error::NotUtf8)?;
    Ok(Event::Close { code: Some(code), reason: payload.slice(2..) })
}
