//! Client of one stream, over either wire protocol.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::target::Target;
use crate::wire::{self, Incoming, Position, Stream, Wire};
use crate::ws::{Disconnect, HandshakeError, Listener, Outgoing, Source, WebSocket};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// Receives the messages of a connection.
pub trait Handler {
    /// Result of the handler when it stops.
    type Stop;

    /// See [`Listener::skip_known`].
    fn skip_known(&mut self, _bytes: &[u8]) -> usize {
        0
    }

    /// Handles a message. `frame` is its WebSocket frame, if it came in a single one.
    fn on_message(&mut self, incoming: Incoming, frame: Option<&[u8]>) -> ControlFlow<Self::Stop>;
}

/// Stops on each message.
struct Next;

impl Handler for Next {
    type Stop = Incoming;

    fn on_message(&mut self, incoming: Incoming, _frame: Option<&[u8]>) -> ControlFlow<Incoming> {
        ControlFlow::Break(incoming)
    }
}

/// Decodes messages before they reach the handler.
struct Decoder<'a, E> {
    wire: Wire,
    handler: &'a mut E,
}

impl<E: Handler> Listener for Decoder<'_, E> {
    type Stop = E::Stop;

    fn skip_known(&mut self, bytes: &[u8]) -> usize {
        self.handler.skip_known(bytes)
    }

    fn on_message(
        &mut self,
        text: &[u8],
        frame: Option<&[u8]>,
        replies: &mut Outgoing,
    ) -> Result<ControlFlow<E::Stop>, Disconnect> {
        Ok(match self.wire.read(text).map_err(Disconnect::Invalid)? {
            Incoming::Ping => {
                replies.text(wire::PONG.to_owned());
                ControlFlow::Continue(())
            }
            incoming => self.handler.on_message(incoming, frame),
        })
    }
}

/// One connection, joined to one stream.
pub struct StreamClient {
    socket: WebSocket,
    wire: Wire,
    stream: Stream,
}

impl StreamClient {
    /// Opens a connection and joins the stream, from `since` if given. The reply (snapshot, resumed batch or close)
    /// arrives through [`Self::next`].
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
        let socket =
            WebSocket::open(target, source, &path).await.map_err(|refusal: HandshakeError| refusal.to_string())?;
        let mut client = Self { socket, wire, stream };
        if wire == Wire::Socketio {
            tokio::time::timeout(CONNECT_TIMEOUT, client.connect(token, since))
                .await
                .map_err(|_| format!("no Socket.IO connection within {} s", CONNECT_TIMEOUT.as_secs()))?
                .map_err(|disconnect| disconnect.to_string())?;
        }
        Ok(client)
    }

    /// Completes the Engine.IO and Socket.IO handshakes, then sends the join.
    async fn connect(&mut self, token: &str, since: Option<&Position>) -> Result<(), Disconnect> {
        loop {
            match self.next().await? {
                Incoming::Open => self.socket.send(wire::connect_packet(token)),
                Incoming::Connected => break,
                Incoming::Error(code) => {
                    return Err(Disconnect::Invalid(format!("rejected with {code}")));
                }
                other => return Err(Disconnect::Invalid(format!("unexpected {other:?} before the connection"))),
            }
        }
        self.socket.send(wire::join_packet(&self.stream, since));
        Ok(())
    }

    /// Queues a command with this number and id. [`Self::poll_messages`] sends it.
    pub fn publish(&mut self, number: u32, id: &str, text: &str) {
        self.socket.send(self.wire.command(&self.stream, number, id, text));
    }

    /// Queues a fresh token. [`Self::poll_messages`] sends it.
    pub fn renew(&mut self, token: &str) {
        self.socket.send(self.wire.renew(token));
    }

    /// Sends queued messages, and passes received ones to `handler` until it stops.
    pub fn poll_messages<E: Handler>(
        &mut self,
        cx: &mut Context<'_>,
        handler: &mut E,
    ) -> Poll<Result<E::Stop, Disconnect>> {
        self.socket.poll_messages(cx, &mut Decoder { wire: self.wire, handler })
    }

    /// Receives the next message. Cancel-safe.
    pub async fn next(&mut self) -> Result<Incoming, Disconnect> {
        poll_fn(|cx| self.poll_messages(cx, &mut Next)).await
    }

    /// Ends the connection without a close frame.
    pub fn abort(self) {
        self.socket.abort();
    }

    /// Ends the connection with a close frame.
    pub fn close(mut self) {
        self.socket.close();
    }
}
