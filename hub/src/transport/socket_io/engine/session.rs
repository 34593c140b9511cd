//! The state machine of one session: heartbeat, polls, upgrade, closing. Its driver ticks it and does what it answers.

use std::time::Duration;

use bytes::Bytes;

use super::{
    super::{Malformed, Sid},
    Closing, Config, EngineError, Packet, Polled, Probed, Received, Sent, Ticked, Timestamp, Transport, payload,
};
use crate::transport::ws;

/// One Engine.IO session. On WebSocket it is a few words; what polling needs is in a box that goes with the upgrade.
#[derive(Debug)]
pub struct Session {
    sid: Sid,
    /// When the next ping is due, or its answer, or (when closing) the last poll.
    due: Timestamp,
    state: State,
    polling: Option<Box<Polling>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next ping is due at `due`.
    Quiet,
    /// An answer is due at `due`; whether a packet other than it has put that off already.
    Pinged {
        put_off: bool,
    },
    /// Waits for a poll, to tell the client.
    Closing,
    Closed,
    /// Closed by its client, which needs no telling.
    Left,
}

#[derive(Debug, Default)]
struct Polling {
    queue: Vec<Bytes>,
    /// The sum of the queue's lengths.
    bytes: usize,
    /// The driver holds a request that is not answered yet.
    held: bool,
    /// A post has begun, and its body has not ended yet.
    posting: bool,
    upgrade: Upgrade,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Upgrade {
    #[default]
    None,
    /// A WebSocket has opened and must finish by then.
    Opened(Timestamp),
    /// It has answered the probe: polls return at once, so that the client can leave polling.
    Probed(Timestamp),
}

impl Session {
    /// Opens a session. The frame goes out first: written to the WebSocket, or as the payload that answers the request.
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

    /// Whether the session takes and gives messages.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Quiet | State::Pinged { .. })
    }

    /// Whether nothing more can come of it: the driver forgets it.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Closed | State::Left)
    }

    /// Takes a packet that came on the session's own transport.
    pub fn receive(&mut self, packet: Packet, now: Timestamp, config: &Config) -> Result<Received, Malformed> {
        if !self.is_open() {
            return Ok(Received::Nothing);
        }
        if self.state == (State::Pinged { put_off: false }) && !matches!(packet, Packet::Pong(_)) {
            // A slow link may be busy with something larger than a pong.
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
            // In this version it is the server that pings.
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

    /// The payload for the poll that is held, if there is one and there is anything to tell it. Call after sending.
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

    /// A client asks for what waits; see [`Session::is_over`] afterwards. Time is looked at first: a session that is late is not saved by its poll.
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

    /// The held poll's client went away: the session is over.
    pub fn poll_lost(&mut self) {
        if let Some(polling) = &mut self.polling
            && polling.held
        {
            polling.held = false;
            self.state = State::Closed;
        }
    }

    /// A client begins to post; what it says follows in [`Session::posted`], or [`Session::post_lost`]. A second post while
    /// one is under way ends the session, since nobody could tell which of the two is to be read first.
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

    /// The body of a post has arrived: whether what it says may be read.
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

    /// The client of a post went away before its body ended: what it was about to say is lost, and so the session is over.
    pub fn post_lost(&mut self) {
        if let Some(polling) = &mut self.polling
            && polling.posting
        {
            polling.posting = false;
            self.state = State::Closed;
        }
    }

    /// A WebSocket opens for this session. `false`: it is to be closed at once.
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

    /// Takes a packet that came on the upgrading WebSocket.
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

    /// The upgrading WebSocket went away. The session goes on with polling.
    pub fn probe_lost(&mut self) {
        if let Some(polling) = &mut self.polling {
            polling.upgrade = Upgrade::None;
        }
    }

    /// Time has passed. Deadlines count from when a thing was due, not from when the tick found it.
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

    /// How long the last ping has gone without an answer, or any other packet.
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

    /// The server ends the session, after what waits has gone out.
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

    /// The transport is gone, or what it said cannot be read: the session is over at once. A held poll is released.
    pub fn abort(&mut self) {
        self.state = State::Closed;
    }
}

impl Polling {
    fn is_probed(&self) -> bool {
        matches!(self.upgrade, Upgrade::Probed(_))
    }

    /// Everything that waits as one payload; where nothing does, a noop.
    fn take(&mut self) -> Bytes {
        self.bytes = 0;
        let queue = std::mem::take(&mut self.queue);
        if queue.is_empty() { noop() } else { payload(&queue) }
    }
}

/// The payload that ends a poll and says nothing.
fn noop() -> Bytes {
    Bytes::from_static(b"6")
}
