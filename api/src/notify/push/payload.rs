//! Content of a notification, in the language of its recipient.

use serde::Serialize;
use store::{
    account::AccountKind,
    chat::ChatKind,
    media::MediaKind,
    notify::push::{ChatHeading, MessagePreview, Subscription},
    types::{ids::ChatId, language::Language, localized::filled, timestamp::Timestamp},
};

use super::encryption::MAX_PLAINTEXT;
use crate::texts::{MessageTexts, NOTIFICATIONS};

/// Maximum characters of a message in a notification.
const SHOWN: usize = 160;

/// JSON payload for a browser's service worker.
#[derive(Debug, Serialize)]
struct Payload<'a> {
    chat_id: ChatId,
    /// Sequence of the message in its chat.
    seq: i64,
    /// Name of the sender or group.
    title: &'a str,
    /// Text of the message, in a group after the sender's name. For a message without text, a label of its content.
    body: &'a str,
    /// Kind of the first file of a message without text.
    media: Option<MediaKind>,
    /// Sender's first name in a group.
    sender: Option<&'a str>,
    /// Sender's picture.
    icon: Option<&'a str>,
    /// Tag of the notification, which replaces an earlier notification with the same tag.
    tag: String,
    /// Path of the chat in the app.
    url: String,
    at: Timestamp,
}

/// Returns the words for a message: its text, or what it carries.
fn words(said: &MessagePreview, texts: &MessageTexts) -> String {
    match (said.media, &said.content) {
        _ if !said.text.is_empty() => said.text.clone(),
        (Some(MediaKind::Image), _) => texts.image.clone(),
        (Some(MediaKind::Voice), _) => texts.voice.clone(),
        (Some(MediaKind::Video), _) => texts.video.clone(),
        (Some(MediaKind::File), _) => texts.file.clone(),
        (None, Some(card)) => match texts.shared.get(&card.kind) {
            Some(text) => filled(text, &[("title", &card.title)]),
            None => card.title.clone(),
        },
        (None, None) => String::new(),
    }
}

/// Returns the payload for a recipient.
pub fn payload(said: &MessagePreview, heading: &ChatHeading, reader: &Subscription) -> Vec<u8> {
    let is_group = heading.kind == ChatKind::Group;
    let name = heading.sender.name();
    let title = heading.title.as_deref().filter(|_| is_group).unwrap_or(&name);
    let named = words(said, &NOTIFICATIONS.get(Language::from_code(&reader.language)).messages);
    let mut body: String = named.chars().take(SHOWN).collect();
    if body.len() < named.len() {
        body.push('…');
    }
    if is_group {
        body = format!("{}: {body}", heading.sender.first_name);
    }
    let home = if reader.kind == AccountKind::Professional { "/pro" } else { "" };
    let payload = Payload {
        chat_id: said.chat,
        seq: said.seq,
        title,
        body: &body,
        media: said.media.filter(|_| said.text.is_empty()),
        sender: is_group.then_some(&heading.sender.first_name),
        icon: heading.sender.picture.as_deref(),
        tag: format!("chat-{}", said.chat),
        url: format!("{home}/messages/{}", said.chat),
        at: said.at,
    };
    let json = serde_json::to_vec(&payload).unwrap_or_default();
    debug_assert!(json.len() <= MAX_PLAINTEXT, "names and 160 characters stay far below 4 KB");
    json
}

#[cfg(test)]
mod tests {
    use store::{account::UserCard, chat::ShareCard, types::ids::UserId};

    use super::*;

    fn preview(text: &str, media: Option<MediaKind>) -> MessagePreview {
        let (chat, sender, text) = (ChatId(7), UserId(1), text.to_owned());
        MessagePreview { chat, seq: 3, sender, at: Timestamp(0), text, media, content: None }
    }

    fn told(text: &str, media: Option<MediaKind>, kind: ChatKind, reader: AccountKind) -> serde_json::Value {
        told_in(Language::FALLBACK, &preview(text, media), kind, reader)
    }

    fn told_in(language: Language, said: &MessagePreview, kind: ChatKind, reader: AccountKind) -> serde_json::Value {
        let reader = Subscription {
            account_id: UserId(2),
            kind: reader,
            language: language.code().to_owned(),
            endpoint: String::new(),
            public_key: String::new(),
            secret: String::new(),
            waits: false,
        };
        let sender = UserCard {
            id: UserId(1),
            kind: AccountKind::Regular,
            user_name: "ann".to_owned(),
            first_name: "Ann".to_owned(),
            last_name: "Other".to_owned(),
            picture: Some("/media/1".to_owned()),
        };
        let title = (kind == ChatKind::Group).then(|| "Market day".to_owned());
        serde_json::from_slice(&payload(said, &ChatHeading { kind, title, sender }, &reader)).unwrap()
    }

    #[test]
    fn group_notification_names_group_and_sender() {
        let told = told("Hello", None, ChatKind::Group, AccountKind::Professional);
        assert_eq!((&told["title"], &told["body"]), (&"Market day".into(), &"Ann: Hello".into()));
        assert_eq!((&told["sender"], &told["url"]), (&"Ann".into(), &"/pro/messages/7".into()));
    }

    #[test]
    fn what_a_message_carries_is_named_in_each_language() {
        let media = [MediaKind::Image, MediaKind::Voice, MediaKind::Video, MediaKind::File];
        let mut all: Vec<_> = media.map(|kind| preview("", Some(kind))).into();
        all.extend(["profile", "reel", "product", "company", "other"].map(|kind| {
            let card = ShareCard { kind: kind.to_owned(), id: 1, title: "Ama".to_owned(), picture: None, url: None };
            MessagePreview { content: Some(card), ..preview("", None) }
        }));
        for language in Language::ALL {
            for said in &all {
                let told = told_in(language, said, ChatKind::Direct, AccountKind::Regular);
                let body = told["body"].as_str().unwrap();
                assert!(!body.is_empty() && body.contains("Ama") == said.content.is_some(), "{language:?}: {body}");
            }
        }
        let body = |language, place: usize| {
            told_in(language, &all[place], ChatKind::Group, AccountKind::Regular)["body"].as_str().unwrap().to_owned()
        };
        let (french, german) = (Language::from_code("FR"), Language::from_code("DE"));
        assert_eq!((body(french, 5), body(german, 1)), ("Ann: Vidéo\u{a0}: Ama".into(), "Ann: Sprachnachricht".into()));
    }

    #[test]
    fn media_is_labeled_and_long_text_is_truncated() {
        let voice = told("", Some(MediaKind::Voice), ChatKind::Direct, AccountKind::Regular);
        assert_eq!((&voice["body"], &voice["media"]), (&"Voice message".into(), &"voice".into()));
        let both = told("Look", Some(MediaKind::Image), ChatKind::Direct, AccountKind::Regular);
        assert_eq!((&both["body"], &both["media"]), (&"Look".into(), &serde_json::Value::Null));
        let long = told(&"\u{1}é".repeat(2_000), None, ChatKind::Direct, AccountKind::Regular);
        assert_eq!(long["body"].as_str().unwrap().chars().count(), SHOWN + 1);
    }
}
