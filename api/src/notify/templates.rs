//! Localized plain texts of mails and text messages. They contain no input of other users and no names, since anybody
//! can sign up with any name for any address.
//!
//! Few mails contain a link. Two carry more than a person can type: 128 bits that restore an address, or replace a reset
//! code after too many wrong codes. The third leads an employee to the page for a new password, and carries no secret. The
//! fourth adds a business account to a team. The origin of a link comes from the configuration.

use store::{
    account::address::RESTORE_LIFETIME,
    notify::outbox::{Channel, NewOutboxMessage},
    security::verification_code::{LIFETIME, LINK_LIFETIME},
    types::{language::Language, localized::filled, timestamp::Timestamp},
};

use crate::texts::{MAILS, MailText};

/// Lifetime of a message without a code.
const NOTICE_LIFETIME: i64 = Timestamp::DAY;

/// Message template.
#[derive(Clone, Copy, Debug)]
pub enum Template<'a> {
    /// Password reset code.
    Reset { code: &'a str },
    /// Password reset link.
    ResetLink { link: &'a str },
    /// Verification code for an e-mail address.
    VerifyEmail { code: &'a str },
    /// Verification code for a phone.
    VerifyPhone { code: &'a str },
    /// The password was changed.
    PasswordChanged,
    /// The account requested another e-mail address. Sent to the current address, with the link that restores it.
    EmailPending { link: &'a str },
    /// The account has another e-mail address. Sent to the previous address, with the link that restores it.
    EmailChanged { link: &'a str },
    /// The account has another phone number.
    PhoneChanged,
    /// The account was created for an employee, who chooses a password there.
    TeamInvitation { link: &'a str },
    /// A business account may join a team with the link.
    TeamJoin { link: &'a str },
    /// An employee with this e-mail address was added. Sent to the owner, since the employee's access outlasts the session
    /// that added it.
    TeamMemberAdded { email: &'a str },
}

impl Template<'_> {
    /// Renders the message to `recipient` in `language`.
    pub fn render(self, id: i64, recipient: &str, language: &str, now: Timestamp) -> NewOutboxMessage {
        let texts = MAILS.get(Language::from_code(language));
        let mail = |text: &'static MailText| (Some(text.subject.as_str()), text.body.as_str());
        let ((subject, body), secret, lifetime) = match self {
            Self::Reset { code } => (mail(&texts.reset), code, LIFETIME),
            Self::ResetLink { link } => (mail(&texts.reset_link), link, LINK_LIFETIME),
            Self::VerifyEmail { code } => (mail(&texts.verify_email), code, LIFETIME),
            Self::VerifyPhone { code } => ((None, texts.verify_phone.as_str()), code, LIFETIME),
            Self::PasswordChanged => (mail(&texts.password_changed), "", NOTICE_LIFETIME),
            Self::EmailPending { link } => (mail(&texts.email_pending), link, RESTORE_LIFETIME),
            Self::EmailChanged { link } => (mail(&texts.email_changed), link, RESTORE_LIFETIME),
            Self::PhoneChanged => (mail(&texts.phone_changed), "", NOTICE_LIFETIME),
            Self::TeamInvitation { link } => (mail(&texts.team_invitation), link, NOTICE_LIFETIME),
            Self::TeamJoin { link } => (mail(&texts.team_join), link, NOTICE_LIFETIME),
            Self::TeamMemberAdded { email } => (mail(&texts.team_member_added), email, NOTICE_LIFETIME),
        };
        let fill = |text: &str| filled(text, &["code", "link", "email"].map(|name| (name, secret)));
        NewOutboxMessage {
            id,
            channel: if subject.is_some() { Channel::Mail } else { Channel::Sms },
            recipient: recipient.to_owned(),
            subject: subject.map(fill),
            body: fill(body),
            now,
            expires_at: now.plus(lifetime),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of the seven-bit alphabet of text messages (GSM 03.38) beside those of ASCII.
    const SEVEN_BIT: &str = "èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà¿¡§";

    #[test]
    fn every_message_is_complete_in_every_language() {
        for language in Language::ALL.map(Language::code) {
            for (letter, has_code) in [
                (Template::Reset { code: "0417" }, true),
                (Template::VerifyEmail { code: "041799" }, true),
                (Template::VerifyPhone { code: "041799" }, true),
                (Template::PasswordChanged, false),
                (Template::PhoneChanged, false),
                (Template::ResetLink { link: "http://plaza.example/#0417" }, true),
                (Template::EmailPending { link: "http://plaza.example/#0417" }, true),
                (Template::EmailChanged { link: "http://plaza.example/#0417" }, true),
                (Template::TeamInvitation { link: "http://plaza.example/#0417" }, true),
                (Template::TeamJoin { link: "http://plaza.example/#0417" }, true),
                (Template::TeamMemberAdded { email: "ben.0417@plaza.example" }, true),
            ] {
                let written = letter.render(1, "ann@plaza.example", language, Timestamp(0));
                assert_eq!(written.body.contains("0417"), has_code, "{written:?}");
                assert!(!written.body.contains(['{', '}']) && !written.body.contains("  \n"), "{written:?}");
                assert!(written.subject.iter().all(|subject| !subject.contains(['{', '\n'])), "{written:?}");
                if written.channel == Channel::Sms {
                    // A single text message: 160 characters of the seven-bit alphabet, or 70 of Unicode.
                    let is_seven_bit = written.body.chars().all(|c| c.is_ascii() || SEVEN_BIT.contains(c));
                    let max = if is_seven_bit { 160 } else { 70 };
                    assert!(written.body.chars().count() <= max, "{written:?}");
                } else {
                    assert!(written.subject.is_some() && written.body.ends_with("Plaza\n"));
                }
            }
        }
        let french = Template::PasswordChanged.render(1, "ann@plaza.example", "FR", Timestamp(0));
        assert!(french.body.starts_with("Bonjour,"));
    }
}
