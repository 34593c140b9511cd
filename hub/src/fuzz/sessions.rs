//! An Engine.IO session under any order of requests, packets, upgrades, losses and delays.

use std::collections::VecDeque;

use bytes::Bytes;
use store::testing::fuzz::Fuzz;

use crate::transport::{
    socket_io::{
        Sid,
        engine::{self, Closing, Config, Packet, Polled, Probed, Received, Sent, Session, Ticked, Transport},
    },
    ws,
};

const CONFIG: Config = Config {
    ping_interval: 300,
    ping_timeout: 200,
    upgrade_timeout: 700,
    connect_timeout: 1_000,
    close_timeout: 2_000,
    max_payload: 100,
    queue: 60,
};

/// Driver model of a session, with its assertions.
struct Driver {
    session: Session,
    now: u64,
    /// Set while a request is unanswered.
    held: bool,
    /// Number of messages sent, and those that wait for a poll or an upgrade.
    sent: u64,
    waiting: VecDeque<u64>,
    /// Observed outcomes, one bit each.
    seen: u64,
}

impl Driver {
    fn open(transport: Transport) -> Self {
        let (session, frame) = Session::open(Sid::new(0), transport, 0, &CONFIG);
        assert_eq!(ws::payload(&frame).first(), Some(&b'0'));
        Self { session, now: 0, held: false, sent: 0, waiting: VecDeque::new(), seen: 0 }
    }

    /// Checks an outgoing packet: messages arrive in order of sending, each once.
    fn told(&mut self, packet: &Packet) {
        match packet {
            Packet::Text(text) => {
                let number = std::str::from_utf8(text).unwrap().parse().unwrap();
                assert_eq!(self.waiting.pop_front(), Some(number));
            }
            Packet::Close => assert!(self.session.is_over(), "who is told that it ends is told no more"),
            Packet::Ping(_) | Packet::Noop => {}
            other => panic!("{other:?} is not for a client"),
        }
    }

    fn payload(&mut self, body: &Bytes) {
        assert!(!body.is_empty());
        let packets = engine::parse_payload(body).expect("what we write can be read");
        assert!(packets.len() == 1 || !packets.contains(&Packet::Noop), "only what says nothing is a noop");
        packets.iter().for_each(|packet| self.told(packet));
    }

    /// Answers the held request.
    fn answer(&mut self, body: &Bytes) {
        assert!(std::mem::take(&mut self.held), "somebody waits for it");
        self.payload(body);
    }

    fn send(&mut self, frame: Bytes, number: Option<u64>) {
        let is_open = self.session.is_open();
        match self.session.send(frame.clone(), &CONFIG) {
            Sent::Write(written) => {
                assert!(is_open && written == frame && self.waiting.is_empty());
                assert_eq!(self.session.transport(), Transport::WebSocket);
            }
            Sent::Queued => {
                assert!(is_open && self.session.transport() == Transport::Polling);
                self.waiting.extend(number);
            }
            // The queue may hold sent messages or pings that were not fetched.
            Sent::Full => assert!(is_open),
            Sent::Closed => assert!(!is_open),
        }
    }

    fn receive(&mut self, packet: Packet) {
        let is_open = self.session.is_open();
        match self.session.receive(packet.clone(), self.now, &CONFIG) {
            Ok(Received::Text(text)) => assert!(is_open && packet == Packet::Text(text)),
            Ok(Received::Close) => assert!(is_open && self.session.is_over()),
            Ok(Received::Nothing) => assert!(!is_open || matches!(packet, Packet::Pong(_))),
            Ok(Received::Binary(_)) => panic!("none was sent"),
            Err(_) => {
                assert!(is_open && matches!(packet, Packet::Ping(_)), "only a ping is not for a client to send");
                self.session.abort();
            }
        }
    }

    fn poll(&mut self) {
        let (was_held, was_over) = (self.held, self.session.is_over());
        match self.session.poll(self.now, &CONFIG) {
            Polled::Answer(body) => {
                assert!(!was_held && !was_over);
                self.payload(&body);
                self.seen |= 1;
            }
            Polled::Hold => {
                assert!(!was_held && self.session.is_open() && self.waiting.is_empty());
                self.held = true;
            }
            Polled::Overlap(body, _) => {
                assert!(was_held && self.session.is_over());
                self.answer(&body);
                self.seen |= 2;
            }
            Polled::Refuse(_) => assert!(self.session.is_over() || self.session.transport() == Transport::WebSocket),
        }
    }

    fn probe(&mut self, packet: &Packet) {
        match self.session.probe(packet) {
            Probed::Answer(frame) => {
                assert!(self.session.is_open());
                assert_eq!(engine::Packet::parse(&ws::payload(&frame)), Ok(Packet::Pong(Bytes::from_static(b"probe"))));
                self.seen |= 4;
            }
            Probed::Upgraded { frames, poll } => {
                assert_eq!(self.session.transport(), Transport::WebSocket);
                assert_eq!(poll.is_some(), self.held);
                if let Some(body) = poll {
                    self.answer(&body);
                }
                for frame in frames {
                    self.told(&Packet::parse(&ws::payload(&frame)).unwrap());
                }
                assert!(self.waiting.is_empty(), "everything moves");
                self.seen |= 8;
            }
            Probed::Failed => {}
        }
    }

    fn tick(&mut self) {
        match self.session.tick(self.now, &CONFIG) {
            Ticked::Ping(ping) => self.send(ping, None),
            Ticked::Timeout => assert!(self.session.is_over()),
            Ticked::ProbeTimeout => {
                assert!(self.session.transport() == Transport::Polling);
                self.seen |= 16;
            }
            Ticked::Nothing => {}
        }
    }

    fn close(&mut self) {
        let is_open = self.session.is_open();
        match self.session.close(self.now, &CONFIG) {
            Closing::WebSocket => assert!(self.session.is_over() && self.session.transport() == Transport::WebSocket),
            Closing::Answer(body) => {
                self.answer(&body);
                self.seen |= 32;
            }
            Closing::Wait => assert!(!self.held && !self.session.is_open() && !self.session.is_over()),
            Closing::Nothing => assert!(!is_open),
        }
    }

    fn step(&mut self, byte: u8) {
        let was_over = self.session.is_over();
        match byte {
            b'p' => self.poll(),
            b's' => {
                self.sent += 1;
                let number = self.sent;
                self.send(Packet::Text(number.to_string().into()).frame(), Some(number));
            }
            b'u' => drop(self.session.upgrade(self.now, &CONFIG)),
            b'P' => self.probe(&Packet::Ping(Bytes::from_static(b"probe"))),
            b'U' => self.probe(&Packet::Upgrade),
            b'x' => self.probe(&Packet::Text(Bytes::new())),
            b'l' => self.session.probe_lost(),
            b't' => self.receive(Packet::Text(Bytes::from_static(b"hello"))),
            b'o' => self.receive(Packet::Pong(Bytes::new())),
            b'i' => self.receive(Packet::Ping(Bytes::new())),
            b'c' => self.receive(Packet::Close),
            b'b' => drop(self.session.post(self.now, &CONFIG)),
            b'e' => {
                let taken = self.session.posted(50, &CONFIG);
                assert!(taken.is_err() || self.session.is_open());
            }
            b'E' => assert!(self.session.posted(101, &CONFIG).is_err()),
            b'g' => self.session.post_lost(),
            b'k' if std::mem::take(&mut self.held) => {
                self.session.poll_lost();
                assert!(self.session.is_over());
            }
            b'T' => self.tick(),
            b'C' => self.close(),
            b'A' => self.session.abort(),
            _ => self.now += u64::from(byte),
        }
        assert!(!was_over || self.session.is_over(), "what is over stays so");
        // As a driver after each step: answers a held request with any queued frames, and always when the session has
        // ended.
        if let Some(body) = self.session.release() {
            self.answer(&body);
        }
        assert!(!(self.held && self.session.is_over()), "nobody waits for what is over");
        assert!(self.waiting.len() <= CONFIG.queue, "no more waits than the queue holds");
    }
}

#[test]
fn session_delivers_messages_once_and_in_order() {
    Fuzz::corpus(include_str!("corpus/sessions.txt")).check(|input| {
        let (transport, steps) = match input.split_first() {
            Some((b'W', steps)) => (Transport::WebSocket, steps),
            _ => (Transport::Polling, input),
        };
        let mut driver = Driver::open(transport);
        steps.iter().for_each(|step| driver.step(*step));
        let seen = (driver.seen, driver.session.is_open(), driver.held, driver.waiting.len().min(3));
        // Without further input, the session times out.
        for _ in 0..10 {
            driver.now += 1_000;
            driver.step(b'T');
        }
        assert!(driver.session.is_over());
        seen
    });
}
