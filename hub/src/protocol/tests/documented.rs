//! Compares the tables in the documents of the live wire with the types that they describe.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use super::super::{ClientFrame, DOCUMENT, Fields, Kind, StreamKey, WireError, close};
use crate::{Limits, topic::Topic, topics::chat};

/// Names with their fields.
type Named = BTreeMap<String, BTreeSet<String>>;

const CHAT: &str = include_str!("../../topics/chat/stream.md");
const CHATS: &str = include_str!("../../topics/chat_list/stream.md");
const FRIENDS: &str = include_str!("../../topics/friends/stream.md");
const FRAMES: &str = include_str!("../wire.md");

/// Returns the first and second cells of the table in `document` whose head begins with `head`.
fn rows<'a>(document: &'a str, head: &str) -> Vec<(&'a str, &'a str)> {
    let head = format!("| {head} |");
    let mut lines = document.lines().skip_while(|line| !line.starts_with(&head));
    assert!(lines.next().is_some(), "no table of {head}");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        (cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
    });
    cells.collect()
}

/// Returns the backquoted parts of a cell.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn fields(list: &str) -> BTreeSet<String> {
    list.split(',').map(str::trim).filter(|field| !field.is_empty()).map(str::to_owned).collect()
}

/// Returns the entries that a table writes as `name {field, field}`.
fn documented(document: &str, head: &str) -> Named {
    let named = rows(document, head).into_iter().flat_map(|(cell, _)| code(cell)).filter(|piece| *piece != "null");
    let named = named.map(|piece| match piece.split_once(" {") {
        Some((name, list)) => (name.to_owned(), fields(list.trim_end_matches('}'))),
        None => (piece.to_owned(), BTreeSet::new()),
    });
    named.collect()
}

/// Returns the wire names of an enum's variants in a source file, without skipped ones.
fn declared(source: &str, name: &str) -> Named {
    let begins = format!("pub enum {name} {{");
    let start = source.find(&begins).unwrap_or_else(|| panic!("no {begins}")) + begins.len();
    let body = &source[start..start + source[start..].find("\n}").expect("an end")];
    let (mut all, mut skipped) = (Named::new(), false);
    let mut current = None;
    for line in body.lines() {
        let (depth, text) = (line.len() - line.trim_start().len(), line.trim());
        if depth == 4 && text == "#[serde(skip)]" {
            skipped = true;
        } else if depth == 4 && text.starts_with(char::is_uppercase) {
            let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
            let inside = text[end..].trim().strip_prefix('{').and_then(|inside| inside.strip_suffix("},"));
            let listed = inside.unwrap_or_default().split(", ");
            let listed = listed.filter_map(|field| Some(field.split_once(':')?.0.trim().to_owned())).collect();
            current = (!std::mem::take(&mut skipped)).then(|| snake(&text[..end]));
            if let Some(name) = &current {
                all.insert(name.clone(), listed);
            }
        } else if depth == 8 && text == "#[serde(skip)]" {
            skipped = true;
        } else if depth == 8
            && text.starts_with(char::is_lowercase)
            && let (Some((field, _)), Some(name)) = (text.split_once(':'), &current)
            && !std::mem::take(&mut skipped)
        {
            all.entry(name.clone()).or_default().insert(field.to_owned());
        }
    }
    all
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (place, letter) in name.chars().enumerate() {
        if place > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[test]
fn commands_events_and_signals_match_documents() {
    assert_eq!(documented(CHAT, "command"), declared(include_str!("../../topics/chat/command.rs"), "Command"));
    let mut events = declared(include_str!("../../../../store/src/chat/commands/mod.rs"), "Event");
    let details = "message, title, picture, member_count, joined, left, roles, former";
    events.insert("details".to_owned(), fields(details));
    events.insert("quiet".to_owned(), BTreeSet::new());
    assert_eq!(documented(CHAT, "event"), events);
    // The row of typing also names a client frame.
    let mut signals = declared(include_str!("../../topics/chat/signals.rs"), "Signal");
    assert_eq!(documented(CHAT, "signal"), signals);
    for (document, source) in
        [(CHATS, include_str!("../../topics/chat_list/mod.rs")), (FRIENDS, include_str!("../../topics/friends/mod.rs"))]
    {
        assert_eq!(documented(document, "event"), declared(source, "Event"));
        signals = declared(source, "Signal");
        assert_eq!(documented(document, "signal"), signals);
    }
}

#[test]
fn frames_and_close_codes_match_documents() {
    let ops: BTreeSet<String> = declared(include_str!("../mod.rs"), "Op").into_keys().collect();
    assert_eq!(documented(FRAMES, "op").into_keys().collect::<BTreeSet<_>>(), ops);
    for (op, needed) in rows(FRAMES, "op") {
        for field in code(needed).flat_map(fields) {
            assert!(Fields::EXPECTED.contains(&field), "{op}: {field}");
        }
    }
    let kinds = declared(include_str!("../frame.rs"), "Kind").into_keys();
    let mut types: BTreeSet<String> = kinds.collect();
    types.extend(["ack".to_owned(), "pong".to_owned()]);
    assert_eq!(documented(FRAMES, "type").into_keys().collect::<BTreeSet<_>>(), types);
    assert_eq!(Kind::Reconnect.name(), "reconnect");
    let codes: BTreeSet<u16> = rows(FRAMES, "close code").iter().filter_map(|(code, _)| code.parse().ok()).collect();
    let own = [
        close::MALFORMED,
        close::UNAUTHENTICATED,
        close::NOT_ALLOWED,
        close::NO_SUCH_STREAM,
        close::TOO_SLOW,
        close::TOO_MANY,
    ];
    assert!(own.iter().all(|code| codes.contains(code)), "{codes:?}");
    assert!(codes.iter().all(|code| own.contains(code) || matches!(code, 1009 | 1012)), "{codes:?}");
}

#[test]
fn errors_and_limits_match_documents() {
    let codes: BTreeSet<String> = documented(FRAMES, "code").into_keys().collect();
    for refusal in [
        WireError::malformed(""),
        WireError::too_large(1),
        WireError::NOT_FOUND,
        WireError::UNAUTHENTICATED,
        WireError::NOT_ALLOWED,
        WireError::busy(),
        WireError::unavailable(),
        WireError::too_many(1),
    ] {
        assert!(codes.contains(refusal.code), "{}", refusal.code);
    }
    let told: BTreeMap<&str, &str> = rows(FRAMES, "what").into_iter().collect();
    let Limits { frame, refused_frame, subscriptions, rate, burst, connections_per_account, .. } = Limits::default();
    let Limits { public_subscriptions, queue, stalled, silent, probe, .. } = Limits::default();
    for (what, figures) in [
        ("bytes of a frame", vec![frame as usize / 1024, refused_frame as usize / 1024]),
        ("commands and signals of a connection", vec![rate as usize, burst as usize]),
        ("streams of a connection", vec![subscriptions, public_subscriptions]),
        ("connections of an account", vec![connections_per_account as usize, probe.as_secs() as usize]),
        ("bytes that wait for a client", vec![queue / 1024]),
        ("a client that reads nothing", vec![stalled.as_secs() as usize]),
        ("a client that says nothing", vec![silent.as_secs() as usize]),
    ] {
        for figure in figures {
            let is_told = told[what].split(|c: char| !c.is_ascii_digit()).any(|number| number == figure.to_string());
            assert!(is_told, "{what}: {figure} in {:?}", told[what]);
        }
    }
    for part in [CHAT, CHATS, FRIENDS, FRAMES] {
        assert!(DOCUMENT.contains(part));
    }
}

#[test]
fn parse_errors_name_expected_input_and_hide_parser_message() {
    let stream = StreamKey::Chat(store::types::ids::ChatId(7));
    let of_frame = |json: &str| ClientFrame::plain(json.as_bytes(), stream).expect_err(json).message;
    let mut messages: Vec<_> = [
        "",
        "{",
        "[]",
        "7",
        r#"{"op":5}"#,
        r#"{"op":"fly"}"#,
        r#"{"op":"ping","extra":1}"#,
        r#"{"op":"join","stream":"x"}"#,
    ]
    .map(of_frame)
    .into();
    messages.push(ClientFrame::event("fly", "{}").expect_err("no op").message);
    messages.push(ClientFrame::event("join", r#"{"stream":5}"#).expect_err("no stream").message);
    for json in [r#"{"type":"fly"}"#, r#""send""#, r#"{"type":"send","text":5}"#] {
        let json = RawValue::from_string(json.to_owned()).expect("JSON");
        let cause = serde_json::from_str::<chat::Command>(json.get()).expect_err("no command");
        messages.push(WireError::unreadable(&cause, chat::Chat::COMMANDS).message);
    }
    for message in messages {
        assert!(message.contains("expected") || message.contains("joined by connecting"), "{message}");
        for word in ["line ", "column", "variant", "invalid type", "EOF", "unknown field", "`"] {
            assert!(!message.contains(word), "{message}");
        }
    }
    for name in declared(include_str!("../../topics/chat/command.rs"), "Command").into_keys() {
        assert!(chat::Chat::COMMANDS.contains(&format!("{name} {{")), "{name}");
    }
}
