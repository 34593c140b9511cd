//! Room of the test server: messages, connections, and the flaw.

use std::collections::HashMap;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::Flaw;

/// Seq of the message with the flaw.
const FLAWED: u64 = 5;

pub enum Outgoing {
    Text(String),
    Cut,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Plain,
    SocketIo,
}

pub struct Room {
    flaw: Flaw,
    /// Texts of the messages; seq is the index plus one.
    log: Vec<String>,
    seqs: HashMap<String, u64>,
    connections: Vec<(Format, UnboundedSender<Outgoing>)>,
    held_back: Option<u64>,
    refused: bool,
}

/// Server side of one connection.
pub struct Connection {
    pub format: Format,
    pub out: UnboundedSender<Outgoing>,
    pub room: Option<usize>,
}

impl Room {
    pub fn new(flaw: Flaw) -> Self {
        Self { flaw, log: Vec::new(), seqs: HashMap::new(), connections: Vec::new(), held_back: None, refused: false }
    }

    pub fn leave(&mut self, out: &UnboundedSender<Outgoing>) {
        self.connections.retain(|(_, other)| !other.same_channel(out));
    }

    /// At most `limit` messages before `before`.
    pub fn page(&self, before: u64, limit: u64) -> Vec<Value> {
        let kept = |seq: &u64| !(self.flaw == Flaw::ForgetPast && *seq == FLAWED);
        (before.saturating_sub(limit).max(1)..before).filter(kept).map(|seq| self.message(seq)).collect()
    }

    fn message(&self, seq: u64) -> Value {
        json!({"seq": seq, "client_id": "c", "sender": 1, "at": "2026-11-21T03:19:00.000Z", "media": [],
            "text": self.log[seq as usize - 1], "reply_to": null, "edited_at": null, "deleted": false})
    }

    fn event(&self, seq: u64) -> Value {
        json!({"type": "event", "stream": "chat", "epoch": "e", "seq": seq,
            "data": {"type": "message", "message": self.message(seq)}})
    }

    fn send_event(&self, connections: &[(Format, UnboundedSender<Outgoing>)], seq: u64) {
        for (format, out) in connections {
            let _ = out.send(Outgoing::Text(format.frame(&self.event(seq))));
        }
    }

    fn send_respelled(
        &self,
        connections: &[(Format, UnboundedSender<Outgoing>)],
        seq: u64,
        respell: impl Fn(&str) -> String,
    ) {
        for (format, out) in connections {
            let _ = out.send(Outgoing::Text(respell(&format.frame(&self.event(seq)))));
        }
    }

    /// Sends the message with this seq to all. The flaw affects the last connection.
    fn publish(&mut self, seq: u64) {
        let flawed = seq == FLAWED;
        let (others, last) = self.connections.split_at(self.connections.len().saturating_sub(1));
        self.send_event(others, seq);
        match self.flaw {
            Flaw::DropEvent if flawed => {}
            Flaw::RepeatEvent if flawed => {
                self.send_event(last, seq);
                self.send_event(last, seq);
            }
            Flaw::ChangeForOne if flawed => self.send_respelled(last, seq, |frame| frame.replacen("xx", "xy", 1)),
            Flaw::SpellForOne if flawed => self.send_respelled(last, seq, |frame| frame.replacen(',', ", ", 1)),
            Flaw::SwapEvents if flawed => self.held_back = Some(seq),
            _ => {
                self.send_event(last, seq);
                if let Some(held_back) = self.held_back {
                    self.send_event(last, held_back);
                    self.held_back = None;
                }
            }
        }
    }
}

impl Format {
    pub fn frame(self, frame: &Value) -> String {
        match self {
            Self::Plain => frame.to_string(),
            Self::SocketIo => format!("42{}", json!([frame["type"], frame, "offset"])),
        }
    }
}

impl Connection {
    pub fn send(&self, frame: &Value) {
        let _ = self.out.send(Outgoing::Text(self.format.frame(frame)));
    }

    /// Replies to a command. `ack` is its id on a plain socket, or its ack id on Socket.IO.
    pub fn reply(&self, ack: &str, mut answer: Value) {
        let text = match self.format {
            Format::SocketIo => format!("43{ack}[{answer}]"),
            Format::Plain => {
                answer["type"] = json!("ack");
                answer["id"] = json!(ack);
                answer.to_string()
            }
        };
        let _ = self.out.send(Outgoing::Text(text));
    }

    pub fn snapshot_of_list(&self) {
        self.send(&json!({"type": "snapshot", "stream": "chats:1", "epoch": "e", "seq": 0, "reason": "join",
            "data": {"chats": [], "online": []}}));
    }

    pub fn join(&mut self, rooms: &mut [Room], chat: usize, since: Option<u64>) {
        let room = &mut rooms[chat - 1];
        let newest = room.log.len() as u64;
        let snapshot = |reason: &str, messages: Vec<Value>| {
            json!({"type": "snapshot", "stream": "chat", "epoch": "e", "seq": newest, "reason": reason,
                "data": {"chat": {"id": chat}, "messages": messages, "has_before": true, "online": []}})
        };
        match since {
            None => self.send(&snapshot("join", Vec::new())),
            Some(_) if room.flaw == Flaw::CutAndResync => self.send(&snapshot("resync", vec![room.message(newest)])),
            Some(since) => {
                let events = (since + 1..=newest).filter(|seq| room.flaw != Flaw::CutAndForget || *seq != FLAWED);
                let events = events.map(|seq| json!({"seq": seq, "type": "message", "message": room.message(seq)}));
                self.send(&json!({"type": "resumed", "stream": "chat", "epoch": "e", "from": since, "seq": newest,
                    "events": events.collect::<Vec<_>>()}));
            }
        }
        room.connections.push((self.format, self.out.clone()));
        self.room = Some(chat);
    }

    pub fn command(&mut self, rooms: &mut [Room], ack: &str, id: &str, command: &Value) {
        assert_eq!((command["type"].as_str(), id.len()), (Some("send"), 26));
        let room = &mut rooms[self.room.unwrap() - 1];
        let stored = room.seqs.get(id).copied();
        if let Some(seq) = stored.filter(|_| room.flaw != Flaw::CutAndStoreTwice) {
            return self.reply(ack, json!({"ok": true, "result": {"seq": seq, "at": "t", "repeat": true}}));
        }
        let mut text = command["text"].as_str().unwrap().to_owned();
        let seq = room.log.len() as u64 + 1;
        let flaw = if seq == FLAWED { room.flaw } else { Flaw::None };
        if flaw == Flaw::ChangeText {
            text.pop();
        }
        if room.flaw == Flaw::Stall {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let refuses = room.flaw == Flaw::RefuseAll || (room.flaw == Flaw::RefuseOnce && !room.refused);
        if refuses && seq == FLAWED {
            room.refused = true;
            return self.reply(ack, busy());
        }
        room.log.push(text);
        room.seqs.insert(id.to_owned(), seq);
        match flaw {
            Flaw::Cut | Flaw::CutAndStoreTwice | Flaw::CutAndForget | Flaw::CutAndResync => {
                room.leave(&self.out);
                room.publish(seq);
                let _ = self.out.send(Outgoing::Cut);
                return;
            }
            Flaw::LoseAck => {}
            Flaw::RefuseAndDeliver => {
                self.reply(ack, busy());
            }
            _ => self.reply(ack, json!({"ok": true, "result": {"seq": seq, "at": "t", "repeat": false}})),
        }
        room.publish(seq);
    }
}

fn busy() -> Value {
    json!({"ok": false, "error": {"code": "busy", "message": "Please try again."}})
}
