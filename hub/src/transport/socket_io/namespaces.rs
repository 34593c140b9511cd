//! Namespaces of one connection: pending and joined ones, and the packets allowed on each.

use bytes::Bytes;
use serde_json::value::RawValue;

use super::{Decoder, Event, Limits, Malformed, Namespace, Packet};

/// A client's request or message for the application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incoming {
    /// Join request; answer with [`Namespaces::accept`] or [`Namespaces::refuse`]. `auth` is a JSON object.
    Connect {
        nsp: Namespace,
        query: Bytes,
        auth: Bytes,
    },
    Event(Event),
    /// Reply to an event that the server sent with an id. `args` is a JSON array.
    Ack {
        nsp: Namespace,
        id: u64,
        args: Bytes,
        attachments: Vec<Bytes>,
    },
    /// The client has left the namespace. The connection stays open.
    Disconnect {
        nsp: Namespace,
    },
}

/// The Socket.IO state of one connection.
#[derive(Debug)]
pub struct Namespaces {
    decoder: Decoder,
    /// Usually one namespace, rarely two.
    members: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    nsp: Namespace,
    joined: bool,
}

impl Namespaces {
    pub fn new(limits: Limits) -> Self {
        Self { decoder: Decoder::new(limits), members: Vec::new() }
    }

    /// Handles a text message. An error ends the connection.
    pub fn text(&mut self, text: &Bytes) -> Result<Option<Incoming>, Malformed> {
        match self.decoder.text(text)? {
            Some(packet) => self.packet(packet).map(Some),
            None => Ok(None),
        }
    }

    /// Handles a binary message. An error ends the connection.
    pub fn binary(&mut self, bytes: Bytes) -> Result<Option<Incoming>, Malformed> {
        match self.decoder.binary(bytes)? {
            Some(packet) => self.packet(packet).map(Some),
            None => Ok(None),
        }
    }

    fn packet(&mut self, packet: Packet) -> Result<Incoming, Malformed> {
        match packet {
            Packet::Connect { nsp, query, auth } => {
                if self.members.iter().any(|member| member.nsp == nsp) {
                    return Err(Malformed::State);
                }
                self.members.push(Member { nsp: nsp.clone(), joined: false });
                let auth = if auth.is_empty() { Bytes::from_static(b"{}") } else { auth };
                Ok(Incoming::Connect { nsp, query, auth })
            }
            Packet::Disconnect { nsp } => {
                self.member(&nsp)?;
                self.members.retain(|member| member.nsp != nsp);
                Ok(Incoming::Disconnect { nsp })
            }
            Packet::Event(event) => self.member(&event.nsp).map(|()| Incoming::Event(event)),
            Packet::Ack { nsp, id, args, attachments } => {
                self.member(&nsp).map(|()| Incoming::Ack { nsp, id, args, attachments })
            }
            // Only a server sends CONNECT_ERROR.
            Packet::ConnectError { .. } => Err(Malformed::State),
        }
    }

    fn member(&self, nsp: &Namespace) -> Result<(), Malformed> {
        if self.has(nsp) { Ok(()) } else { Err(Malformed::State) }
    }

    /// Returns true if the client has joined the namespace.
    pub fn has(&self, nsp: &Namespace) -> bool {
        self.members.iter().any(|member| member.joined && member.nsp == *nsp)
    }

    /// Returns true if the client has joined any namespace. A connection that has not by the connect timeout is closed.
    pub fn has_any(&self) -> bool {
        self.members.iter().any(|member| member.joined)
    }

    /// Accepts a join. On recovery, send the missed frames before this frame and reuse `sid` and `pid`.
    pub fn accept(&mut self, nsp: &Namespace, sid: &str, pid: Option<&str>) -> Option<Bytes> {
        let member = self.members.iter_mut().find(|member| member.nsp == *nsp && !member.joined)?;
        member.joined = true;
        Some(Packet::connected(nsp, sid, pid))
    }

    /// Rejects a join. The client may retry on the same connection.
    pub fn refuse(&mut self, nsp: &Namespace, message: &str, data: Option<&RawValue>) -> Bytes {
        self.members.retain(|member| member.nsp != *nsp);
        Packet::refused(nsp, message, data)
    }

    /// Removes the client from a namespace.
    pub fn leave(&mut self, nsp: &Namespace) -> Option<Bytes> {
        let before = self.members.len();
        self.members.retain(|member| member.nsp != *nsp);
        (self.members.len() < before).then(|| Packet::disconnected(nsp))
    }
}
