//! Content of a notification.

use serde::Serialize;
use store::{
    account::AccountKind,
    chat::ChatKind,
    media::MediaKind,
    notify::push::{ChatHeading, MessagePreview},
    types::{ids::ChatId, timestamp::Timestamp},
};

use super::encryption::MAX_PLAINTEXT;

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
    /// Text of the message, in a group after the sender's name. For a message without text, an English label of its
    /// content.
    body: &'a str,
    /// Kind of the first file of a message without text, for a label in the recipient's language.
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

/// Returns the payload for a recipient with this kind of account.
pub fn payload(said: &MessagePreview, heading: &ChatHeading, reader: AccountKind) -> Vec<u8> {
    let is_group = heading.kind == ChatKind::Group;
    let name = heading.sender.name();
    let title = heading.title.as_deref().filter(|_| is_group).unwrap_or(&name);
    let named = match said.media.filter(|_| said.text.is_empty()) {
        Some(MediaKind::Image) => "Picture",
        Some(MediaKind::Voice) => "Voice message",
        Some(MediaKind::Video) => "Video",
        Some(MediaKind::File) => "File",
        None => &said.text,
    };
    let mut body: String = named.chars().take(SHOWN).collect();
    if body.len() < named.len() {
        body.push('…');
    }
    if is_group {
        body = format!("{}: {body}", heading.sender.first_name);
    }
    let home = if reader == AccountKind::Professional { "/pro" } else { "" };
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
    use store::{account::UserCard, types::ids::UserId};

    use super::*;

    fn told(text: &str, media: Option<MediaKind>, kind: ChatKind, reader: AccountKind) -> serde_json::Value {
        let said = MessagePreview {
            chat: ChatId(7),
            seq: 3,
            sender: UserId(1),
            at: Timestamp(0),
            text: text.to_owned(),
            media,
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
        serde_json::from_slice(&payload(&said, &ChatHeading { kind, title, sender }, reader)).unwrap()
    }

    #[test]
    fn group_notification_names_group_and_sender() {
        let told = told("Hello", None, ChatKind::Group, AccountKind::Professional);
        assert_eq!((&told["title"], &told["body"]), (&"Market day".into(), &"Ann: Hello".into()));
        assert_eq!((&told["sender"], &told["url"]), (&"Ann".into(), &"/pro/messages/7".into()));
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
