//! A client joined to one stream, over either wire: what a scenario holds instead of a socket.

use std::time::Duration;

use crate::target::Target;
use crate::wire::{self, Incoming, Position, Stream, Wire};
use crate::ws::{Ended, Refusal, Source, WebSocket};

const ENTERING_TIMEOUT: Duration = Duration::from_secs(15);

/// One connection, joined to one stream.
pub struct Link {
    socket: WebSocket,
    wire: Wire,
    stream: Stream,
}

impl Link {
    /// Opens a connection and asks for the stream, from `since` on if given. The answer, a snapshot, a resumed batch or
    /// a close, comes through [`Self::next`].
    pub async fn open(
        target: &Target,
        source: Source,
        wire: Wire,
        stream: Stream,
        token: &str,
        since: Option<&Position>,
    ) -> Result<Self, String> {
        let path = match wire {
            Wire::Plain => stream.path(token, since),
            Wire::Socketio => "/socket.io/?EIO=4&transport=websocket".to_owned(),
        };
        let socket = WebSocket::open(target, source, &path).await.map_err(|refusal: Refusal| refusal.to_string())?;
        let mut link = Self { socket, wire, stream };
        if wire == Wire::Socketio {
            tokio::time::timeout(ENTERING_TIMEOUT, link.enter(token, since))
                .await
                .map_err(|_| format!("not let in within {} s", ENTERING_TIMEOUT.as_secs()))?
                .map_err(|ended| ended.to_string())?;
        }
        Ok(link)
    }

    /// Engine.IO's open, Socket.IO's connect, then the join.
    async fn enter(&mut self, token: &str, since: Option<&Position>) -> Result<(), Ended> {
        loop {
            match self.next().await? {
                Incoming::Open => self.socket.send(wire::connect_packet(token))?,
                Incoming::Connected => break,
                Incoming::Problem(code) => {
                    return Err(Ended::Broken(format!("refused with {code}")));
                }
                other => return Err(Ended::Broken(format!("not let in yet, but sent {other:?}"))),
            }
        }
        self.socket.send(wire::join_packet(&self.stream, since))
    }

    /// Sends a message, as the command with this number and id.
    pub fn say(&mut self, number: u32, id: &str, text: &str) -> Result<(), Ended> {
        self.socket.send(self.wire.command(&self.stream, number, id, text))
    }

    /// Hands in a fresh token.
    pub fn renew(&mut self, token: &str) -> Result<(), Ended> {
        self.socket.send(self.wire.renew(token))
    }

    /// The next frame. Losing the future loses nothing.
    pub async fn next(&mut self) -> Result<Incoming, Ended> {
        loop {
            let text = self.socket.next().await?;
            match self.wire.read(&text).map_err(Ended::Broken)? {
                Incoming::Ping => self.socket.send(wire::PONG.to_owned())?,
                incoming => return Ok(incoming),
            }
        }
    }

    /// Leaves without a word.
    pub fn abort(self) {
        self.socket.abort();
    }

    /// Leaves in good order.
    pub fn close(mut self) {
        self.socket.close();
    }
}
