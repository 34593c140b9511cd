//! An event. The name is parsed on arrival, the arguments once by the handler, directly into their types.

use std::marker::PhantomData;

use bytes::Bytes;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, Deserializer as _, IgnoredAny, SeqAccess, Visitor, value::SeqAccessDeserializer},
};
use serde_json::Value;

use super::{Malformed, Namespace};

/// Names reserved by the protocol, as in the official parser.
const RESERVED: [&[u8]; 6] =
    [b"connect", b"connect_error", b"disconnect", b"disconnecting", b"newListener", b"removeListener"];

/// An event with its attachments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub nsp: Namespace,
    /// Set when the sender expects an acknowledgement.
    pub id: Option<u64>,
    pub attachments: Vec<Bytes>,
    name: Bytes,
    /// The whole JSON array, including the name.
    body: Bytes,
    /// Offset in `body` at which the name ends.
    named: usize,
}

/// Reason for rejecting arguments.
#[derive(Debug)]
pub enum ArgsError {
    /// Invalid JSON. The connection ends, as with any malformed packet.
    Malformed,
    /// JSON of the wrong shape. The event is rejected; the connection stays open.
    Shape(serde_json::Error),
}

/// Placeholder for an attachment in the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placeholder {
    #[serde(rename = "_placeholder")]
    pub placeholder: bool,
    pub num: usize,
}

impl Event {
    /// Parses the name. Checks arguments only in a binary event, for its placeholders.
    pub(super) fn parse(nsp: Namespace, id: Option<u64>, body: Bytes, due: u8) -> Result<Self, Malformed> {
        let (name, named) = name(&body)?;
        if RESERVED.contains(&name.as_ref()) {
            return Err(Malformed::ReservedName);
        }
        match body[named..].trim_ascii_start().first() {
            Some(b',' | b']') => {}
            _ => return Err(Malformed::Body),
        }
        if due > 0 {
            check(&body, due)?;
        }
        Ok(Self { nsp, id, attachments: Vec::new(), name, body, named })
    }

    /// Returns the name. A numeric name is returned as its digits.
    pub fn name(&self) -> &str {
        // A slice of validated text, or the bytes of a `String`.
        std::str::from_utf8(&self.name).unwrap_or_default()
    }

    /// Reads the arguments into a tuple (arguments past it are ignored) or a `Vec`. Each byte is parsed once.
    ///
    /// # Errors
    /// Returns an error that tells whether to reject the event or the whole connection.
    pub fn args<'de, T: Deserialize<'de>>(&'de self) -> Result<T, ArgsError> {
        let mut json = serde_json::Deserializer::from_slice(&self.body);
        let read = json.deserialize_seq(Args(PhantomData)).and_then(|args| json.end().map(|()| args));
        read.map_err(|e| if e.is_data() { self.shape(e) } else { ArgsError::Malformed })
    }

    /// Classifies a type mismatch; the rest of the body is not yet known to be JSON.
    fn shape(&self, error: serde_json::Error) -> ArgsError {
        match serde_json::from_slice::<IgnoredAny>(&self.body) {
            Ok(_) => ArgsError::Shape(error),
            Err(_) => ArgsError::Malformed,
        }
    }

    /// Checks that the body is JSON, for an event without a handler.
    pub fn check(&self) -> Result<(), Malformed> {
        serde_json::from_slice::<IgnoredAny>(&self.body).map(|_| ()).map_err(|_| Malformed::Body)
    }

    /// Returns the arguments unchanged, with commas between and without brackets. Not checked to be JSON, since the
    /// handler parses them. If that fails, [`Event::check`] classifies the error.
    pub fn args_text(&self) -> &str {
        let rest = std::str::from_utf8(&self.body[self.named..]).unwrap_or_default().trim();
        let rest = rest.strip_suffix(']').unwrap_or(rest).trim_end();
        rest.strip_prefix(',').unwrap_or(rest).trim_start()
    }

    /// Returns the arguments like [`Event::args_text`], checked to be JSON, for forwarding.
    pub fn raw_args(&self) -> Result<&str, Malformed> {
        self.check()?;
        Ok(self.args_text())
    }
}

/// Returns the name at the head of an event's array, and the offset at which it ends.
fn name(body: &Bytes) -> Result<(Bytes, usize), Malformed> {
    let inside = body.strip_prefix(b"[").ok_or(Malformed::Body)?;
    let start = body.len() - inside.trim_ascii_start().len();
    let text = &body[start..];
    match text.first() {
        Some(b'"') => {
            let end =
                text.iter().skip(1).position(|&b| b == b'"' || b == b'\\' || b < 0x20).ok_or(Malformed::Body)? + 1;
            if text[end] == b'"' {
                return Ok((body.slice(start + 1..start + end), start + end + 1));
            }
            let (name, len) = leading::<String>(text)?;
            Ok((name.into(), start + len))
        }
        Some(b'0'..=b'9' | b'-') => {
            let (number, len) = leading::<serde_json::Number>(text)?;
            Ok((number.to_string().into(), start + len))
        }
        _ => Err(Malformed::Body),
    }
}

/// Parses the JSON value at the start of `text`. Returns it with its length.
fn leading<T: DeserializeOwned>(text: &[u8]) -> Result<(T, usize), Malformed> {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter();
    match values.next() {
        Some(Ok(value)) => Ok((value, values.byte_offset())),
        _ => Err(Malformed::Body),
    }
}

/// Checks that `body` is JSON. If attachments are due, checks that each placeholder in it names one of them.
pub(super) fn check(body: &[u8], due: u8) -> Result<(), Malformed> {
    if due == 0 {
        return serde_json::from_slice::<IgnoredAny>(body).map(|_| ()).map_err(|_| Malformed::Body);
    }
    let body = serde_json::from_slice(body).map_err(|_| Malformed::Body)?;
    if placeholders_fit(&body, due) { Ok(()) } else { Err(Malformed::Attachments) }
}

fn placeholders_fit(value: &Value, due: u8) -> bool {
    match value {
        Value::Object(fields) if fields.get("_placeholder") == Some(&Value::Bool(true)) => {
            fields.get("num").and_then(Value::as_u64).is_some_and(|num| num < u64::from(due))
        }
        Value::Object(fields) => fields.values().all(|value| placeholders_fit(value, due)),
        Value::Array(values) => values.iter().all(|value| placeholders_fit(value, due)),
        _ => true,
    }
}

/// Visitor that skips the name, reads `T` from the next elements, and consumes the rest.
struct Args<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Args<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an event")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        seq.next_element::<IgnoredAny>()?;
        let args = T::deserialize(SeqAccessDeserializer::new(&mut seq))?;
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(args)
    }
}
