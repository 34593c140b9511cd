//! A client joined to one stream, over either wire: what a scenario holds instead of a socket.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::target::Target;
use crate::wire::{self, Incoming, Position, Stream, Wire};
use crate::ws::{Ended, Listener, Outgoing, Refusal, Source, WebSocket};

const ENTERING_TIMEOUT: Duration = Duration::from_secs(15);

/// Who hears what a server says.
pub trait Ear {
    /// What it stops hearing for.
    type Stop;

    /// As [`Listener::known`].
    fn known(&mut self, _bytes: &[u8]) -> usize {
        0
    }

    /// What was said, and the bytes of its WebSocket frame, if it came in one.
    fn hear(&mut self, incoming: Incoming, frame: Option<&[u8]>) -> ControlFlow<Self::Stop>;
}

/// Stops for everything.
struct Next;

impl Ear for Next {
    type Stop = Incoming;

    fn hear(&mut self, incoming: Incoming, _frame: Option<&[u8]>) -> ControlFlow<Incoming> {
        ControlFlow::Break(incoming)
    }
}

/// Reads what was said before an ear hears it.
struct Reading<'a, E> {
    wire: Wire,
    ear: &'a mut E,
}

impl<E: Ear> Listener for Reading<'_, E> {
    type Stop = E::Stop;

    fn known(&mut self, bytes: &[u8]) -> usize {
        self.ear.known(bytes)
    }

    fn message(
        &mut self,
        text: &[u8],
        frame: Option<&[u8]>,
        replies: &mut Outgoing,
    ) -> Result<ControlFlow<E::Stop>, Ended> {
        Ok(match self.wire.read(text).map_err(Ended::Broken)? {
            Incoming::Ping => {
                replies.text(wire::PONG.to_owned());
                ControlFlow::Continue(())
            }
            incoming => self.ear.hear(incoming, frame),
        })
    }
}

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
                Incoming::Open => self.socket.send(wire::connect_packet(token)),
                Incoming::Connected => break,
                Incoming::Problem(code) => {
                    return Err(Ended::Broken(format!("refused with {code}")));
                }
                other => return Err(Ended::Broken(format!("not let in yet, but sent {other:?}"))),
            }
        }
        self.socket.send(wire::join_packet(&self.stream, since));
        Ok(())
    }

    /// Takes a message to be sent, as the command with this number and id. It leaves with the next [`Self::poll_hear`].
    pub fn say(&mut self, number: u32, id: &str, text: &str) {
        self.socket.send(self.wire.command(&self.stream, number, id, text));
    }

    /// Hands in a fresh token, with the next [`Self::poll_hear`].
    pub fn renew(&mut self, token: &str) {
        self.socket.send(self.wire.renew(token));
    }

    /// Sends what is to be sent, and lets `ear` hear all that comes in until it stops.
    pub fn poll_hear<E: Ear>(&mut self, cx: &mut Context<'_>, ear: &mut E) -> Poll<Result<E::Stop, Ended>> {
        self.socket.poll_listen(cx, &mut Reading { wire: self.wire, ear })
    }

    /// What is said next. Losing the future loses nothing.
    pub async fn next(&mut self) -> Result<Incoming, Ended> {
        poll_fn(|cx| self.poll_hear(cx, &mut Next)).await
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
