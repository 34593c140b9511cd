//! Localized plain texts of mails and text messages. They contain no input of other users and no names, since anybody
//! can sign up with any name for any address.
//!
//! Few mails contain a link. Two carry more than a person can type: 128 bits that restore an address, or replace a reset
//! code after too many wrong codes. The third leads an employee to the page for a new password, and carries no secret. The
//! origin of a link comes from the configuration.

use store::{
    account::address::RESTORE_LIFETIME,
    notify::outbox::{Channel, NewOutboxMessage},
    security::verification_code::{LIFETIME, LINK_LIFETIME},
    types::timestamp::Timestamp,
};

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
    /// An employee with this e-mail address was added. Sent to the owner, since the employee's access outlasts the session
    /// that added it.
    TeamMemberAdded { email: &'a str },
}

/// Texts of a language; `{code}` is the code, `{link}` the link, `{email}` the address.
struct Texts {
    reset: [&'static str; 2],
    reset_link: [&'static str; 2],
    verify_email: [&'static str; 2],
    verify_phone: &'static str,
    password_changed: [&'static str; 2],
    email_pending: [&'static str; 2],
    email_changed: [&'static str; 2],
    phone_changed: [&'static str; 2],
    team_invitation: [&'static str; 2],
    team_member_added: [&'static str; 2],
}

const ENGLISH: Texts = Texts {
    reset: [
        "{code} is your Plaza code",
        "Hello,\n\n\
         you asked for a new password on Plaza. This is your code:\n\n    {code}\n\n\
         It serves once and for ten minutes. Type it only on Plaza: nobody from Plaza will ever ask you for it.\n\n\
         If you did not ask for it, ignore this mail. Your password stays as it is.\n\n\
         Plaza\n",
    ],
    verify_email: [
        "{code} is your Plaza code",
        "Hello,\n\n\
         with this code you confirm that this e-mail address is yours:\n\n    {code}\n\n\
         It serves once and for ten minutes. Type it only on Plaza: nobody from Plaza will ever ask you for it.\n\n\
         If you did not ask for it, ignore this mail. Somebody may have mistyped their own address.\n\n\
         Plaza\n",
    ],
    verify_phone: "{code} is your Plaza code. It serves for ten minutes. Do not share it with anybody.",
    password_changed: [
        "Your Plaza password was changed",
        "Hello,\n\n\
         the password of your Plaza account has just been changed, and your other devices were signed out.\n\n\
         If this was you, there is nothing to do.\n\n\
         If it was not, choose a new password at once: on the sign-in page, take \"Forgot password?\".\n\n\
         Plaza\n",
    ],
    email_pending: [
        "A new e-mail address for your Plaza account",
        "Hello,\n\n\
         a new e-mail address was entered for your Plaza account. Until it is confirmed, this one stays in force.\n\n\
         If this was you, you don't need to do anything.\n\n\
         If it was not, someone else may be using your account. This link keeps this address, signs out all devices and \
         asks for a new password. It works for seven days:\n\n    {link}\n\n\
         Plaza\n",
    ],
    email_changed: [
        "Your Plaza account has a new e-mail address",
        "Hello,\n\n\
         your Plaza account has a new e-mail address. You will get no more mails about it at this one.\n\n\
         If this was you, you don't need to do anything.\n\n\
         If it was not, someone else may be using your account. This link restores this address, signs out all devices \
         and asks for a new password. It works for seven days:\n\n    {link}\n\n\
         Plaza\n",
    ],
    phone_changed: [
        "Your Plaza account has a new phone number",
        "Hello,\n\n\
         the phone number of your Plaza account has just been changed.\n\n\
         If this was you, you don't need to do anything.\n\n\
         If it was not, choose a new password at once: on the sign-in page, choose \"Forgot password?\".\n\n\
         Plaza\n",
    ],
    reset_link: [
        "A new password for Plaza",
        "Hello,\n\n\
         a new password was requested for your Plaza account, and too many wrong codes were entered. Choose the password \
         with this link instead. It can be used once and expires in one hour:\n\n    {link}\n\n\
         If you did not ask for it, ignore this mail. Your password stays as it is.\n\n\
         Plaza\n",
    ],
    team_invitation: [
        "Your account for work on Plaza",
        "Hello,\n\n\
         the business that you work for has created a Plaza account for you, with this e-mail address. Choose a password \
         here, and sign in with it:\n\n    {link}\n\n\
         If you do not expect this, ignore this mail. Without a password nobody can use the account.\n\n\
         Plaza\n",
    ],
    team_member_added: [
        "A new employee of your business on Plaza",
        "Hello,\n\n\
         an employee was added to your business on Plaza, with this e-mail address:\n\n    {email}\n\n\
         If this was you, you don't need to do anything.\n\n\
         If it was not, remove the employee under \"Employees\" and choose a new password at once: on the sign-in page, \
         choose \"Forgot password?\".\n\n\
         Plaza\n",
    ],
};

const FRENCH: Texts = Texts {
    reset: [
        "{code} est votre code Plaza",
        "Bonjour,\n\n\
         vous avez demandé un nouveau mot de passe sur Plaza. Voici votre code :\n\n    {code}\n\n\
         Il est valable une seule fois, pendant dix minutes. Ne le saisissez que sur Plaza : personne de chez Plaza ne \
         vous le demandera jamais.\n\n\
         Si vous n'êtes pas à l'origine de cette demande, ignorez ce message. Votre mot de passe reste inchangé.\n\n\
         Plaza\n",
    ],
    verify_email: [
        "{code} est votre code Plaza",
        "Bonjour,\n\n\
         ce code confirme que cette adresse e-mail est bien la vôtre :\n\n    {code}\n\n\
         Il est valable une seule fois, pendant dix minutes. Ne le saisissez que sur Plaza : personne de chez Plaza ne \
         vous le demandera jamais.\n\n\
         Si vous n'êtes pas à l'origine de cette demande, ignorez ce message. Quelqu'un s'est peut-être trompé en \
         saisissant sa propre adresse.\n\n\
         Plaza\n",
    ],
    verify_phone: "{code} est votre code Plaza, valable dix minutes. Ne le communiquez à personne.",
    password_changed: [
        "Le mot de passe de votre compte Plaza a été modifié",
        "Bonjour,\n\n\
         le mot de passe de votre compte Plaza vient d'être modifié et vos autres appareils ont été déconnectés.\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, choisissez tout de suite un nouveau mot de passe : sur la page de connexion, cliquez sur « Mot de passe \
         oublié ? ».\n\n\
         Plaza\n",
    ],
    email_pending: [
        "Une nouvelle adresse e-mail pour votre compte Plaza",
        "Bonjour,\n\n\
         une nouvelle adresse e-mail a été saisie pour votre compte Plaza. Tant qu'elle n'est pas confirmée, celle-ci \
         reste en vigueur.\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, quelqu'un d'autre utilise peut-être votre compte. Ce lien conserve cette adresse, déconnecte tous les \
         appareils et demande un nouveau mot de passe. Il est valable sept jours :\n\n    {link}\n\n\
         Plaza\n",
    ],
    email_changed: [
        "Votre compte Plaza a une nouvelle adresse e-mail",
        "Bonjour,\n\n\
         votre compte Plaza a une nouvelle adresse e-mail. Vous ne recevrez plus de messages à celle-ci.\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, quelqu'un d'autre utilise peut-être votre compte. Ce lien rétablit cette adresse, déconnecte tous les \
         appareils et demande un nouveau mot de passe. Il est valable sept jours :\n\n    {link}\n\n\
         Plaza\n",
    ],
    phone_changed: [
        "Votre compte Plaza a un nouveau numéro de téléphone",
        "Bonjour,\n\n\
         le numéro de téléphone de votre compte Plaza vient d'être modifié.\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, choisissez tout de suite un nouveau mot de passe : sur la page de connexion, cliquez sur « Mot de passe \
         oublié ? ».\n\n\
         Plaza\n",
    ],
    reset_link: [
        "Un nouveau mot de passe pour Plaza",
        "Bonjour,\n\n\
         un nouveau mot de passe a été demandé pour votre compte Plaza, et trop de codes erronés ont été saisis. \
         Choisissez le mot de passe avec ce lien. Il est valable une seule fois, pendant une heure :\n\n    {link}\n\n\
         Si vous n'êtes pas à l'origine de cette demande, ignorez ce message. Votre mot de passe reste inchangé.\n\n\
         Plaza\n",
    ],
    team_invitation: [
        "Votre compte professionnel sur Plaza",
        "Bonjour,\n\n\
         l'entreprise pour laquelle vous travaillez vous a créé un compte Plaza avec cette adresse e-mail. Choisissez un \
         mot de passe ici, puis connectez-vous :\n\n    {link}\n\n\
         Si vous n'attendez pas ce message, ignorez-le. Sans mot de passe, personne ne peut utiliser ce compte.\n\n\
         Plaza\n",
    ],
    team_member_added: [
        "Un nouvel employé de votre entreprise sur Plaza",
        "Bonjour,\n\n\
         un employé a été ajouté à votre entreprise sur Plaza, avec cette adresse e-mail :\n\n    {email}\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, retirez cet employé dans la rubrique « Employés » et choisissez tout de suite un nouveau mot de passe : \
         sur la page de connexion, cliquez sur « Mot de passe oublié ? ».\n\n\
         Plaza\n",
    ],
};

/// Returns the texts of a language by its code. Defaults to English.
fn texts(language: &str) -> &'static Texts {
    match language {
        "FR" => &FRENCH,
        _ => &ENGLISH,
    }
}

impl Template<'_> {
    /// Renders the message to `recipient` in `language`.
    pub fn render(self, id: i64, recipient: &str, language: &str, now: Timestamp) -> NewOutboxMessage {
        let words = texts(language);
        let (channel, [subject, body], secret, lifetime) = match self {
            Self::Reset { code } => (Channel::Mail, words.reset, code, LIFETIME),
            Self::ResetLink { link } => (Channel::Mail, words.reset_link, link, LINK_LIFETIME),
            Self::VerifyEmail { code } => (Channel::Mail, words.verify_email, code, LIFETIME),
            Self::VerifyPhone { code } => (Channel::Sms, ["", words.verify_phone], code, LIFETIME),
            Self::PasswordChanged => (Channel::Mail, words.password_changed, "", NOTICE_LIFETIME),
            Self::EmailPending { link } => (Channel::Mail, words.email_pending, link, RESTORE_LIFETIME),
            Self::EmailChanged { link } => (Channel::Mail, words.email_changed, link, RESTORE_LIFETIME),
            Self::PhoneChanged => (Channel::Mail, words.phone_changed, "", NOTICE_LIFETIME),
            Self::TeamInvitation { link } => (Channel::Mail, words.team_invitation, link, NOTICE_LIFETIME),
            Self::TeamMemberAdded { email } => (Channel::Mail, words.team_member_added, email, NOTICE_LIFETIME),
        };
        let fill = |text: &str| {
            ["{code}", "{link}", "{email}"].iter().fold(text.to_owned(), |text, name| text.replace(name, secret))
        };
        NewOutboxMessage {
            id,
            channel,
            recipient: recipient.to_owned(),
            subject: (channel == Channel::Mail).then(|| fill(subject)),
            body: fill(body),
            now,
            expires_at: now.plus(lifetime),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_complete_in_every_language() {
        for language in ["US", "FR", "SE"] {
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
                (Template::TeamMemberAdded { email: "ben.0417@plaza.example" }, true),
            ] {
                let written = letter.render(1, "ann@plaza.example", language, Timestamp(0));
                assert_eq!(written.body.contains("0417"), has_code, "{written:?}");
                assert!(!written.body.contains(['{', '}']) && !written.body.contains("  \n"), "{written:?}");
                assert!(written.subject.iter().all(|subject| !subject.contains(['{', '\n'])), "{written:?}");
                if written.channel == Channel::Sms {
                    // A single text message: 160 characters of the seven-bit alphabet.
                    assert!(
                        written.body.chars().count() <= 160
                            && written.body.chars().all(|c| c.is_ascii() || "éàè".contains(c))
                    );
                } else {
                    assert!(written.subject.is_some() && written.body.ends_with("Plaza\n"));
                }
            }
        }
        let french = Template::PasswordChanged.render(1, "ann@plaza.example", "FR", Timestamp(0));
        assert!(french.body.starts_with("Bonjour,"));
    }
}
