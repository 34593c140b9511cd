//! What the server writes to people, in their language: plain text, nothing in it that somebody else chose.
//!
//! No letter holds a name or a link: names are given at sign-up, by anybody, for anybody's address, and a letter that asks
//! to follow a link teaches to fall for others that do.

use store::{
    outbox::{Channel, NewLetter},
    time::Millis,
};

/// How long a letter that carries no code is worth delivering.
const NEWS: i64 = Millis::DAY;

/// What a letter says.
#[derive(Clone, Copy, Debug)]
pub enum Letter<'a> {
    /// The code for a new password.
    Reset { code: &'a str },
    /// The code that proves a mailbox.
    VerifyEmail { code: &'a str },
    /// The code that proves a phone.
    VerifyPhone { code: &'a str },
    /// The password was changed.
    PasswordChanged,
    /// The account has another e-mail address now. Goes to the one it had.
    EmailChanged,
}

/// The sentences of one language; `{code}` is the code.
struct Words {
    reset: [&'static str; 2],
    verify_email: [&'static str; 2],
    verify_phone: &'static str,
    password_changed: [&'static str; 2],
    email_changed: [&'static str; 2],
}

const ENGLISH: Words = Words {
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
    email_changed: [
        "Your Plaza account has a new e-mail address",
        "Hello,\n\n\
         your Plaza account has a new e-mail address. You will get no more mails about it at this one.\n\n\
         If this was you, there is nothing to do.\n\n\
         If it was not, somebody else uses your account: sign in with your user name, change your password, which signs \
         all other devices out, and set your address again.\n\n\
         Plaza\n",
    ],
};

const FRENCH: Words = Words {
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
    email_changed: [
        "Votre compte Plaza a une nouvelle adresse e-mail",
        "Bonjour,\n\n\
         votre compte Plaza a une nouvelle adresse e-mail. Vous ne recevrez plus de messages à celle-ci.\n\n\
         Si c'est vous, vous n'avez rien à faire.\n\n\
         Sinon, quelqu'un d'autre utilise votre compte : connectez-vous avec votre nom d'utilisateur, changez votre mot \
         de passe, ce qui déconnecte tous les autres appareils, puis rétablissez votre adresse.\n\n\
         Plaza\n",
    ],
};

/// The words of a language by its code, English where there are none of its own.
fn words(language: &str) -> &'static Words {
    match language {
        "FR" => &FRENCH,
        _ => &ENGLISH,
    }
}

impl Letter<'_> {
    /// The letter to `recipient`, in `language`.
    pub fn write(self, id: i64, recipient: &str, language: &str, now: Millis) -> NewLetter {
        let words = words(language);
        let (channel, [subject, body], code) = match self {
            Self::Reset { code } => (Channel::Mail, words.reset, Some(code)),
            Self::VerifyEmail { code } => (Channel::Mail, words.verify_email, Some(code)),
            Self::VerifyPhone { code } => (Channel::Sms, ["", words.verify_phone], Some(code)),
            Self::PasswordChanged => (Channel::Mail, words.password_changed, None),
            Self::EmailChanged => (Channel::Mail, words.email_changed, None),
        };
        let fill = |text: &str| text.replace("{code}", code.unwrap_or_default());
        NewLetter {
            id,
            channel,
            recipient: recipient.to_owned(),
            subject: (channel == Channel::Mail).then(|| fill(subject)),
            body: fill(body),
            now,
            expires_at: now.plus(if code.is_some() { store::code::LIFETIME } else { NEWS }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_whole_in_every_language() {
        for language in ["US", "FR", "SE"] {
            for (letter, has_code) in [
                (Letter::Reset { code: "0417" }, true),
                (Letter::VerifyEmail { code: "041799" }, true),
                (Letter::VerifyPhone { code: "041799" }, true),
                (Letter::PasswordChanged, false),
                (Letter::EmailChanged, false),
            ] {
                let written = letter.write(1, "ann@plaza.example", language, Millis(0));
                assert_eq!(written.body.contains("0417"), has_code, "{written:?}");
                assert!(!written.body.contains(['{', '}']) && !written.body.contains("  \n"), "{written:?}");
                assert!(written.subject.iter().all(|subject| !subject.contains(['{', '\n'])), "{written:?}");
                if written.channel == Channel::Sms {
                    // One message: 160 characters of the alphabet that needs seven bits.
                    assert!(
                        written.body.chars().count() <= 160
                            && written.body.chars().all(|c| c.is_ascii() || "éàè".contains(c))
                    );
                } else {
                    assert!(written.subject.is_some() && written.body.ends_with("Plaza\n"));
                }
            }
        }
        let french = Letter::PasswordChanged.write(1, "ann@plaza.example", "FR", Millis(0));
        assert!(french.body.starts_with("Bonjour,"));
    }
}
