//! What the nodes of a deployment tell each other over the bus: the words, and how they are written.
//!
//! Each stream has a channel of its own, named like it, which a node follows while it runs the stream's room; the channel
//! [`NODES`] is for what concerns all of them. A word is text: the node that says it (16 hexadecimal digits), a letter, and
//! what belongs to it as JSON. What does not read like that is ignored and counted: the server may be shared.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use store::{
    cluster::bus::Bus,
    types::ids::{SessionId, UserId},
};

use crate::{metrics, protocol::StreamKey};

/// The channel that every node follows.
pub const NODES: &str = "nodes";

/// A process that shares this deployment's database, as the others call it: drawn at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Said in a stream's channel. The JSON is that of the stream's own types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamMessage {
    /// An event that is durable, and its sequence.
    Event {
        seq: i64,
        json: String,
    },
    Signal(String),
    Update(String),
    /// Who has the stream open there; nobody else has, or not any more.
    Here(Vec<UserId>),
    Came(UserId),
    Left(UserId),
    /// Somebody runs the stream anew, and wants to hear who has it open.
    WhoIsHere,
}

impl fmt::Display for StreamMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event { seq, json } => write!(f, "E{seq} {json}"),
            Self::Signal(json) => write!(f, "S{json}"),
            Self::Update(json) => write!(f, "N{json}"),
            Self::Here(users) => write!(f, "H{}", serde_json::to_string(users).unwrap_or_default()),
            Self::Came(user) => write!(f, "+{user}"),
            Self::Left(user) => write!(f, "-{user}"),
            Self::WhoIsHere => f.write_str("W"),
        }
    }
}

/// Said in the channel [`NODES`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum ClusterMessage {
    /// I am there. Said all the time: a node that has not for a while is gone.
    Alive,
    /// I am new here: tell me who is online with you.
    Hello,
    /// I leave.
    Bye,
    /// These are online with me, besides those of the calls before this one; with `anew`, only these.
    Online {
        users: Vec<UserId>,
        anew: bool,
    },
    Offline {
        user: UserId,
    },
    /// This session was ended.
    Ended {
        session: SessionId,
    },
    /// What others see of this account has changed.
    Changed {
        user: UserId,
    },
}

/// A node's voice and ear.
pub struct ClusterBus {
    pub me: NodeId,
    bus: Bus,
    /// Whether the other nodes can be heard.
    up: AtomicBool,
    /// How many rooms of a stream there are on this node: for a moment two, when one ends and the next begins.
    followed: Mutex<HashMap<StreamKey, u32>>,
}

impl ClusterBus {
    pub fn new(bus: Bus) -> Self {
        Self { me: NodeId(rand::random()), bus, up: AtomicBool::new(false), followed: Mutex::default() }
    }

    /// Whether the other nodes can be heard.
    pub fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed)
    }

    /// Takes note that the other nodes can, or cannot, be heard.
    pub fn went(&self, up: bool) {
        self.up.store(up, Ordering::Relaxed);
        metrics::BUS_UP.set(i64::from(up));
    }

    pub fn publish(&self, stream: StreamKey, word: &StreamMessage) {
        self.bus.publish(&stream.to_string(), format!("{}{word}", self.me).into());
    }

    pub fn call(&self, call: &ClusterMessage) {
        match serde_json::to_string(call) {
            Ok(json) => self.bus.publish(NODES, format!("{}C{json}", self.me).into()),
            Err(cause) => tracing::error!(%cause, "a call to the other nodes could not be written"),
        }
    }

    /// Follows a stream's channel; once this is done, nothing said there is missed.
    pub fn follow(&self, stream: StreamKey) -> impl Future<Output = ()> + Send + use<> {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        *followed.entry(stream).or_insert(0) += 1;
        // Under the lock, so that an order to follow and one not to cannot change places.
        self.bus.subscribe(&stream.to_string())
    }

    pub fn unfollow(&self, stream: StreamKey) {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rooms) = followed.get_mut(&stream) {
            *rooms -= 1;
            if *rooms == 0 {
                followed.remove(&stream);
                self.bus.unsubscribe(&stream.to_string());
            }
        }
    }

    /// Follows what concerns all nodes.
    pub async fn follow_all(&self) {
        self.bus.subscribe(NODES).await;
    }

    /// Words that were never said because too many waited.
    pub fn dropped(&self) -> u64 {
        self.bus.dropped()
    }
}

/// Who said something, and what is left to read: `None` when it is none of ours.
pub fn split_sender(payload: &Bytes) -> Option<(NodeId, Bytes)> {
    let digits = payload.get(..16).and_then(|digits| std::str::from_utf8(digits).ok());
    let node = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    if node.is_none() {
        ignored();
    }
    Some((NodeId(node?), payload.slice(16..)))
}

/// Reads what somebody said in a stream.
pub fn decode_stream_message(said: &[u8]) -> Option<StreamMessage> {
    let word = read_word(said);
    if word.is_none() {
        ignored();
    }
    word
}

fn read_word(said: &[u8]) -> Option<StreamMessage> {
    let said = std::str::from_utf8(said).ok()?;
    let mut letters = said.chars();
    let letter = letters.next()?;
    let rest = letters.as_str();
    Some(match letter {
        'E' => {
            let (seq, json) = rest.split_once(' ')?;
            StreamMessage::Event { seq: seq.parse().ok()?, json: json.to_owned() }
        }
        'S' => StreamMessage::Signal(rest.to_owned()),
        'N' => StreamMessage::Update(rest.to_owned()),
        'H' => StreamMessage::Here(serde_json::from_str(rest).ok()?),
        '+' => StreamMessage::Came(rest.parse().ok()?),
        '-' => StreamMessage::Left(rest.parse().ok()?),
        'W' => StreamMessage::WhoIsHere,
        _ => return None,
    })
}

/// Reads what somebody said to all.
pub fn decode_cluster_message(said: &[u8]) -> Option<ClusterMessage> {
    let call = said.strip_prefix(b"C").and_then(|json| serde_json::from_slice(json).ok());
    if call.is_none() {
        ignored();
    }
    call
}

/// Takes note of something on the bus that is none of ours.
pub fn ignored() {
    metrics::BUS_IGNORED.inc();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(word: &str) -> Option<StreamMessage> {
        read_word(word.as_bytes())
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        assert_eq!(
            said("E12 {\"type\":\"x\"}"),
            Some(StreamMessage::Event { seq: 12, json: "{\"type\":\"x\"}".to_owned() })
        );
        assert_eq!(said("H[1,2]"), Some(StreamMessage::Here(vec![UserId(1), UserId(2)])));
        assert_eq!(said("W"), Some(StreamMessage::WhoIsHere));
        assert_eq!(
            (said("+7"), said("-7")),
            (Some(StreamMessage::Came(UserId(7))), Some(StreamMessage::Left(UserId(7))))
        );
        for strange in ["", "E", "+x", "Ex {}", "E12", "H{}", "Q", "é"] {
            assert_eq!(said(strange), None, "{strange}");
        }
    }

    #[test]
    fn calls_are_read_as_they_are_written() {
        for one in [
            ClusterMessage::Alive,
            ClusterMessage::Online { users: vec![UserId(3)], anew: true },
            ClusterMessage::Ended { session: SessionId(4) },
        ] {
            let written = format!("C{}", serde_json::to_string(&one).unwrap());
            assert_eq!(decode_cluster_message(written.as_bytes()), Some(one));
        }
        assert_eq!(decode_cluster_message(b"C{\"say\":\"sing\"}"), None);
        assert_eq!(decode_cluster_message(b"{}"), None);
    }

    #[test]
    fn the_speaker_stands_in_front() {
        let payload = Bytes::from(format!("{}W", NodeId(0xab)));
        assert_eq!(split_sender(&payload), Some((NodeId(0xab), Bytes::from("W"))));
        assert_eq!(split_sender(&Bytes::from("hello")), None);
        assert_eq!(split_sender(&Bytes::from("not hexadecimal!W")), None);
    }

    proptest! {
        #[test]
        fn anything_on_the_bus_is_read_or_ignored(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some((_, said)) = split_sender(&bytes.into()) {
                let _ = (decode_stream_message(&said), decode_cluster_message(&said));
            }
        }
    }
}
