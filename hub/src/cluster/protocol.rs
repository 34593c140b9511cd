//! Protocol between the nodes of a deployment: messages on the bus and their encoding.
//!
//! Each stream has a channel with the stream's name. A node subscribes to it while it runs the stream's room. The
//! channel [`NODES`] carries messages for all nodes. A message is text: the sender's node id (16 hexadecimal digits), a
//! letter and a JSON payload. Other messages are ignored and counted, because the server may be shared.

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
    types::ids::{CompanyId, SessionId, UserId},
};

use crate::{metrics, protocol::StreamKey};

/// Channel that every node subscribes to.
pub const NODES: &str = "nodes";

/// Id of a process that shares this deployment's database. Drawn at random on start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Message in a stream's channel. The JSON has the stream's own types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamMessage {
    /// Committed event and its sequence.
    Event {
        seq: i64,
        json: String,
    },
    Signal(String),
    Update(String),
    /// Complete list of users who have the stream open on the sending node.
    Here(Vec<UserId>),
    Came(UserId),
    Left(UserId),
    /// A node has started the stream's room and requests the users who have the stream open.
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

/// Message in the channel [`NODES`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum ClusterMessage {
    /// Heartbeat. A node without one for the node timeout is removed.
    Alive,
    /// The node is new and requests the online users of the others.
    Hello,
    /// The node shuts down.
    Bye,
    /// Users online on the sending node, in addition to previous messages; with `anew`, replaces them.
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
    /// The visible data of this account has changed.
    Changed {
        user: UserId,
    },
    /// The blocks of this account have changed, and with them the audience of its comments and of its company's reels.
    ReelAudience {
        account: UserId,
    },
    /// Those who act for this company have changed. `account` is the company's account.
    Team {
        company: CompanyId,
        account: UserId,
    },
}

/// A node's connection to the bus.
pub struct ClusterBus {
    pub me: NodeId,
    bus: Bus,
    /// True while the bus is connected.
    up: AtomicBool,
    /// Number of local rooms per stream. Briefly 2 when one stops and the next starts.
    followed: Mutex<HashMap<StreamKey, u32>>,
}

impl ClusterBus {
    pub fn new(bus: Bus) -> Self {
        Self { me: NodeId(rand::random()), bus, up: AtomicBool::new(false), followed: Mutex::default() }
    }

    /// Returns true if the bus is connected.
    pub fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed)
    }

    /// Records that the bus is connected or disconnected.
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

    /// Subscribes to a stream's channel. No message is missed once the future completes.
    pub fn follow(&self, stream: StreamKey) -> impl Future<Output = ()> + Send + use<> {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        *followed.entry(stream).or_insert(0) += 1;
        // Called under the lock, so that subscribe and unsubscribe keep their order.
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

    /// Subscribes to the channel for all nodes.
    pub async fn follow_all(&self) {
        self.bus.subscribe(NODES).await;
    }

    /// Returns the number of messages dropped because the queue was full.
    pub fn dropped(&self) -> u64 {
        self.bus.dropped()
    }
}

/// Splits a payload into sender and message; `None` if the payload has no node id.
pub fn split_sender(payload: &Bytes) -> Option<(NodeId, Bytes)> {
    let digits = payload.get(..16).and_then(|digits| std::str::from_utf8(digits).ok());
    let node = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    if node.is_none() {
        ignored();
    }
    Some((NodeId(node?), payload.slice(16..)))
}

/// Decodes a message in a stream's channel.
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

/// Decodes a message to all nodes.
pub fn decode_cluster_message(said: &[u8]) -> Option<ClusterMessage> {
    let call = said.strip_prefix(b"C").and_then(|json| serde_json::from_slice(json).ok());
    if call.is_none() {
        ignored();
    }
    call
}

/// Counts an ignored message on the bus.
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
    fn stream_messages_decode_from_their_encoding() {
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
    fn cluster_messages_decode_from_their_encoding() {
        for one in [
            ClusterMessage::Alive,
            ClusterMessage::Online { users: vec![UserId(3)], anew: true },
            ClusterMessage::Ended { session: SessionId(4) },
            ClusterMessage::ReelAudience { account: UserId(5) },
        ] {
            let written = format!("C{}", serde_json::to_string(&one).unwrap());
            assert_eq!(decode_cluster_message(written.as_bytes()), Some(one));
        }
        assert_eq!(decode_cluster_message(b"C{\"say\":\"sing\"}"), None);
        assert_eq!(decode_cluster_message(b"{}"), None);
    }

    #[test]
    fn split_sender_returns_node_id_prefix() {
        let payload = Bytes::from(format!("{}W", NodeId(0xab)));
        assert_eq!(split_sender(&payload), Some((NodeId(0xab), Bytes::from("W"))));
        assert_eq!(split_sender(&Bytes::from("hello")), None);
        assert_eq!(split_sender(&Bytes::from("not hexadecimal!W")), None);
    }

    proptest! {
        #[test]
        fn decoding_never_panics_on_arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some((_, said)) = split_sender(&bytes.into()) {
                let _ = (decode_stream_message(&said), decode_cluster_message(&said));
            }
        }
    }
}
