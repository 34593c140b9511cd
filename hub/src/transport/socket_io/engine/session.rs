//! State machine of one session: heartbeat, polls, upgrade, closing. The driver ticks it and acts on its results.

use std::time::Duration;

use bytes::Bytes;

use super::{
    super::{Malformed, Sid},
    Closing, Config, EngineError, Packet, Polled, Probed, Received, Sent, Ticked, Timestamp, Transport, payload,
};
use crate::transport::ws;

/// One Engine.IO session. On WebSocket it takes a few machine words. Polling state is boxed and dropped by the upgrade.
#[derive(Debug)]
pub struct Session {
    sid: Sid,
    /// Deadline of the next ping, of its answer, or (when closing) of the last poll.
    due: Timestamp,
    state: State,
    polling: Option<Box<Polling>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next ping is due at `due`.
    Quiet,
    /// A pong is due at `due`. The flag is set once another packet has extended the deadline.
    Pinged {
        put_off: bool,
    },
    /// Closed by the server; waits for a poll to return the close packet.
    Closing,
    Closed,
    /// Closed by its client, which needs no notification.
    Left,
}

#[derive(Debug, Default)]
struct Polling {
    queue: Vec<Bytes>,
    /// Sum of the queued lengths.
    bytes: usize,
    /// The driver holds an unanswered poll.
    held: bool,
    /// A post has begun, and its body is incomplete.
    posting: bool,
    upgrade: Upgrade,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Upgrade {
    #[default]
    None,
    /// A WebSocket has opened and must finish the upgrade by this time.
    Opened(Timestamp),
    /// The WebSocket has answered the probe. Polls return at once, so that the client can stop polling.
    Probed(Timestamp),
}

impl Session {
    /// Opens a session. Send the returned frame first: on the WebSocket, or as the payload that answers the request.
    pub fn open(sid: Sid, transport: Transport, now: Timestamp, config: &Config) -> (Self, Bytes) {
        let upgrades = match transport {
            Transport::Polling => r#"["websocket"]"#,
            Transport::WebSocket => "[]",
        };
        let Config { ping_interval, ping_timeout, max_payload, .. } = config;
        let open = ws::text(&format!(
            r#"0{{"sid":"{sid}","upgrades":{upgrades},"pingInterval":{ping_interval},"pingTimeout":{ping_timeout},"maxPayload":{max_payload}}}"#
        ));
        let polling = match transport {
            Transport::Polling => Some(Box::default()),
            Transport::WebSocket => None,
        };
        (Self { sid, due: now + ping_interval, state: State::Quiet, polling }, open)
    }

    pub fn sid(&self) -> Sid {
        self.sid
    }

    pub fn transport(&self) -> Transport {
        if self.polling.is_some() { Transport::Polling } else { Transport::WebSocket }
    }

    /// Returns true if the session sends and receives messages.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Quiet | State::Pinged { .. })
    }

    /// Returns true if the session has ended; the driver drops it.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Closed | State::Left)
    }

    /// Handles a packet received on the session's own transport.
    pub fn receive(&mut self, packet: Packet, now: Timestamp, config: &Config) -> Result<Received, Malformed> {
        if !self.is_open() {
            return Ok(Received::Nothing);
        }
        if self.state == (State::Pinged { put_off: false }) && !matches!(packet, Packet::Pong(_)) {
            // A slow link may be busy with a packet larger than a pong.
            self.state = State::Pinged { put_off: true };
            self.due = now + config.ping_timeout;
        }
        match packet {
            Packet::Text(text) => Ok(Received::Text(text)),
            Packet::Binary(bytes) => Ok(Received::Binary(bytes)),
            Packet::Pong(_) => {
                if matches!(self.state, State::Pinged { .. }) {
                    self.state = State::Quiet;
                    self.due = now + config.ping_interval;
                }
                Ok(Received::Nothing)
            }
            Packet::Close => {
                self.state = State::Left;
                Ok(Received::Close)
            }
            // In this protocol version the server pings.
            Packet::Ping(_) => Err(Malformed::State),
            Packet::Open(_) | Packet::Upgrade | Packet::Noop => Ok(Received::Nothing),
        }
    }

    /// Sends a ready frame.
    pub fn send(&mut self, frame: Bytes, config: &Config) -> Sent {
        if !self.is_open() {
            return Sent::Closed;
        }
        let Some(polling) = &mut self.polling else {
            return Sent::Write(frame);
        };
        if polling.bytes + frame.len() > config.queue && !polling.queue.is_empty() {
            return Sent::Full;
        }
        polling.bytes += frame.len();
        polling.queue.push(frame);
        Sent::Queued
    }

    /// Returns the payload for the held poll, if a poll is held and frames are queued. Call after sending.
    pub fn release(&mut self) -> Option<Bytes> {
        let state = self.state;
        let polling = self.polling.as_mut().filter(|polling| polling.held)?;
        let payload = match state {
            State::Left => noop(),
            State::Closed => {
                polling.queue.push(Packet::Close.frame());
                polling.take()
            }
            _ if polling.queue.is_empty() && !polling.is_probed() => return None,
            _ => polling.take(),
        };
        polling.held = false;
        Some(payload)
    }

    /// Handles a poll; check [`Session::is_over`] afterwards. Deadlines are checked first: a poll does not save an
    /// expired session.
    pub fn poll(&mut self, now: Timestamp, config: &Config) -> Polled {
        if let Ticked::Ping(ping) = self.beat(now, config) {
            self.send(ping, config);
        }
        let Some(polling) = &mut self.polling else {
            return Polled::Refuse(EngineError::BadRequest);
        };
        match self.state {
            State::Closed | State::Left => return Polled::Refuse(EngineError::UnknownSid),
            State::Closing => {
                self.state = State::Closed;
                polling.queue.push(Packet::Close.frame());
                return Polled::Answer(polling.take());
            }
            State::Quiet | State::Pinged { .. } => {}
        }
        if polling.held {
            self.state = State::Closed;
            polling.held = false;
            return Polled::Overlap(payload([&Packet::Close.frame()]), EngineError::BadRequest);
        }
        if polling.queue.is_empty() && !polling.is_probed() {
            polling.held = true;
            return Polled::Hold;
        }
        Polled::Answer(polling.take())
    }

    /// Ends the session after the client dropped the held poll.
    pub fn poll_lost(&mut self) {
        if let Some(polling) = &mut self.polling
            && polling.held
        {
            polling.held = false;
            self.state = State::Closed;
        }
    }

    /// Begins a post; [`Session::posted`] or [`Session::post_lost`] follows. A second concurrent post ends the session,
    /// since their order is unknown.
    pub fn post(&mut self, now: Timestamp, config: &Config) -> Result<(), EngineError> {
        if let Ticked::Ping(ping) = self.beat(now, config) {
            self.send(ping, config);
        }
        let open = self.is_open();
        match &mut self.polling {
            None => Err(EngineError::BadRequest),
            Some(_) if !open => Err(EngineError::UnknownSid),
            Some(polling) if polling.posting => {
                self.state = State::Closed;
                Err(EngineError::BadRequest)
            }
            Some(polling) => {
                polling.posting = true;
                Ok(())
            }
        }
    }

    /// Handles the arrival of a post's body. Returns `Ok` if the body may be read.
    pub fn posted(&mut self, len: usize, config: &Config) -> Result<(), EngineError> {
        let open = self.is_open();
        match &mut self.polling {
            Some(polling) => polling.posting = false,
            None => return Err(EngineError::BadRequest),
        }
        match len > config.max_payload as usize {
            _ if !open => Err(EngineError::UnknownSid),
            true => Err(EngineError::TooLarge),
            false => Ok(()),
        }
    }

    /// Ends the session after the client dropped a post before its body was complete. Its packets are lost.
    pub fn post_lost(&mut self) {
        if let Some(polling) = &mut self.polling
            && polling.posting
        {
            polling.posting = false;
            self.state = State::Closed;
        }
    }

    /// Begins an upgrade to a WebSocket. Returns false if that WebSocket must be closed at once.
    pub fn upgrade(&mut self, now: Timestamp, config: &Config) -> bool {
        let open = self.is_open();
        match &mut self.polling {
            Some(polling) if open && polling.upgrade == Upgrade::None => {
                polling.upgrade = Upgrade::Opened(now + config.upgrade_timeout);
                true
            }
            _ => false,
        }
    }

    /// Handles a packet received on the upgrading WebSocket.
    pub fn probe(&mut self, packet: &Packet) -> Probed {
        let open = self.is_open();
        let Some(polling) = self.polling.as_mut().filter(|_| open) else {
            return Probed::Failed;
        };
        match (packet, polling.upgrade) {
            (Packet::Ping(probe), Upgrade::Opened(by) | Upgrade::Probed(by)) if probe.as_ref() == b"probe" => {
                polling.upgrade = Upgrade::Probed(by);
                Probed::Answer(Packet::Pong(probe.clone()).frame())
            }
            (Packet::Upgrade, Upgrade::Opened(_) | Upgrade::Probed(_)) => {
                let poll = polling.held.then(noop);
                let frames = std::mem::take(&mut polling.queue);
                self.polling = None;
                Probed::Upgraded { frames, poll }
            }
            _ => {
                polling.upgrade = Upgrade::None;
                Probed::Failed
            }
        }
    }

    /// Cancels the upgrade after its WebSocket closed. The session continues on polling.
    pub fn probe_lost(&mut self) {
        if let Some(polling) = &mut self.polling {
            polling.upgrade = Upgrade::None;
        }
    }

    /// Checks deadlines. They count from when a step was due, not from the tick that noticed.
    pub fn tick(&mut self, now: Timestamp, config: &Config) -> Ticked {
        if let Some(polling) = &mut self.polling
            && let Upgrade::Opened(by) | Upgrade::Probed(by) = polling.upgrade
            && now >= by
        {
            polling.upgrade = Upgrade::None;
            return Ticked::ProbeTimeout;
        }
        self.beat(now, config)
    }

    /// Returns the time since the last ping without an answer or any other packet.
    pub fn unanswered(&self, now: Timestamp, config: &Config) -> Duration {
        match self.state {
            State::Pinged { put_off: false } => {
                Duration::from_millis(now.saturating_sub(self.due.saturating_sub(config.ping_timeout)))
            }
            _ => Duration::ZERO,
        }
    }

    fn beat(&mut self, now: Timestamp, config: &Config) -> Ticked {
        if now < self.due {
            return Ticked::Nothing;
        }
        match self.state {
            State::Quiet if now < self.due + config.ping_timeout => {
                self.state = State::Pinged { put_off: false };
                self.due += config.ping_timeout;
                Ticked::Ping(Packet::Ping(Bytes::new()).frame())
            }
            State::Quiet | State::Pinged { .. } | State::Closing => {
                self.state = State::Closed;
                Ticked::Timeout
            }
            State::Closed | State::Left => Ticked::Nothing,
        }
    }

    /// Closes the session from the server's side, after queued frames are sent.
    pub fn close(&mut self, now: Timestamp, config: &Config) -> Closing {
        if !self.is_open() {
            return Closing::Nothing;
        }
        match &mut self.polling {
            None => {
                self.state = State::Closed;
                Closing::WebSocket
            }
            Some(polling) if polling.held => {
                self.state = State::Closed;
                polling.held = false;
                polling.queue.push(Packet::Close.frame());
                Closing::Answer(polling.take())
            }
            Some(_) => {
                self.state = State::Closing;
                self.due = now + config.close_timeout;
                Closing::Wait
            }
        }
    }

    /// Ends the session at once: the transport closed or sent malformed data. A held poll is released.
    pub fn abort(&mut self) {
        self.state = State::Closed;
    }
}

impl Polling {
    fn is_probed(&self) -> bool {
        matches!(self.upgrade, Upgrade::Probed(_))
    }

    /// Takes all queued frames as one payload, or a noop if the queue is empty.
    fn take(&mut self) -> Bytes {
        self.bytes = 0;
        let queue = std::mem::take(&mut self.queue);
        if queue.is_empty() { noop() } else { payload(&queue) }
    }
}

/// Returns the payload of an empty poll.
fn noop() -> Bytes {
    Bytes::from_static(b"6")
}
