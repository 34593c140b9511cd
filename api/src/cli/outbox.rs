//! `plaza outbox`: prints the newest mails and text messages for the operator.

use std::io::Write as _;

use store::notify::outbox::{self, Channel, OutboxMessage};

use crate::{
    app_state::open_database,
    cli::config::{Config, Database},
};

/// Maximum number of printed messages.
const MOST: i64 = 50;

/// Prints the newest messages in ascending order of time.
pub async fn print(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    if let Database::Sqlite(file) = config.database()
        && !file.exists()
    {
        return Err(format!("there is no database at {}", file.display()).into());
    }
    let db = open_database(config).await?;
    let mut letters = outbox::latest(&db, MOST).await?;
    letters.reverse();
    db.close().await;
    let mut out = std::io::stdout().lock();
    if letters.is_empty() {
        writeln!(out, "The outbox is empty.")?;
    }
    for letter in &letters {
        write!(out, "{}", shown(letter))?;
    }
    Ok(())
}

fn shown(letter: &OutboxMessage) -> String {
    let channel = match letter.channel {
        Channel::Mail => "mail",
        Channel::Sms => "text message",
    };
    let fate = match (letter.sent_at, letter.tries) {
        (Some(at), _) => format!("sent {at}"),
        (None, 0) => "not sent".to_owned(),
        (None, tries) => format!("not sent, {tries} tries"),
    };
    let text = if letter.body.is_empty() { "(text erased)" } else { letter.body.trim_end() };
    let subject = letter.subject.as_ref().map(|subject| format!("Subject: {subject}\n")).unwrap_or_default();
    format!("--- {} {channel} to {} ({fate})\n{subject}\n{}\n\n", letter.created_at, letter.recipient, text)
}

#[cfg(test)]
mod tests {
    use store::types::timestamp::Timestamp;

    use super::*;

    #[test]
    fn message_shows_recipient_and_delivery_status() {
        let mut letter = OutboxMessage {
            id: 1,
            channel: Channel::Mail,
            recipient: "ann@plaza.example".to_owned(),
            subject: Some("Hello".to_owned()),
            body: "A code: 0417\n".to_owned(),
            created_at: Timestamp(0),
            sent_at: None,
            tries: 0,
        };
        assert_eq!(
            shown(&letter),
            "--- 1970-01-01T00:00:00.000Z mail to ann@plaza.example (not sent)\nSubject: Hello\n\nA code: 0417\n\n"
        );
        letter.tries = 3;
        assert!(shown(&letter).contains("(not sent, 3 tries)"));
        letter.sent_at = Some(Timestamp(1_000));
        assert!(shown(&letter).contains("(sent 1970-01-01T00:00:01.000Z)"));
    }
}
