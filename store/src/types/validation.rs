//! Validated texts of an account. An error is the message shown at the form field.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::types::text::{is_visible, turns_direction};

/// Returns the comparison key of a text, ignoring case.
pub(crate) fn key(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Returns the skeleton of a user name, similar to Unicode Technical Standard 39. Names with the same skeleton look
/// alike.
///
/// `I`, `l` and `1` share a glyph. The glyph maps to `i` among capitals (`ALlCE` is ALICE) and to `l` elsewhere
/// (`Mar1on` is Marlon). Marion and Marlon therefore stay two names. Leading, trailing and repeated separators are
/// ignored.
pub(crate) fn skeleton(user_name: &str) -> String {
    let name: Vec<char> = user_name.trim().chars().collect();
    let is_case_known = |c: &&char| c.is_ascii_alphabetic() && !matches!(c, 'I' | 'l');
    let mut skeleton = String::with_capacity(name.len());
    for (at, &c) in name.iter().enumerate() {
        match c {
            'I' | 'l' | '1' => {
                let before = name[..at].iter().rev().find(is_case_known);
                let after = name[at + 1..].iter().find(is_case_known);
                let mut around = before.into_iter().chain(after).peekable();
                let among_capitals = around.peek().is_some() && around.all(char::is_ascii_uppercase);
                skeleton.push(if among_capitals { 'i' } else { 'l' });
            }
            '0' => skeleton.push('o'),
            '.' | '_' if skeleton.is_empty() || skeleton.ends_with('.') => {}
            '.' | '_' => skeleton.push('.'),
            _ => skeleton.push(c.to_ascii_lowercase()),
        }
    }
    skeleton.trim_end_matches('.').replace("rn", "m").replace("vv", "w")
}

/// Reserved words of the operator, the system and trusted addresses. A name made only of these words is reserved.
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "accounts",
    "admin",
    "administrator",
    "admins",
    "all",
    "anonymous",
    "api",
    "assistance",
    "billing",
    "bot",
    "channel",
    "contact",
    "deleted",
    "demo",
    "everybody",
    "everyone",
    "guest",
    "help",
    "helpdesk",
    "here",
    "hostmaster",
    "info",
    "legal",
    "login",
    "mailer",
    "me",
    "mod",
    "moderation",
    "moderator",
    "moderators",
    "mods",
    "news",
    "no",
    "nobody",
    "noreply",
    "null",
    "official",
    "operator",
    "owner",
    "payment",
    "payments",
    "plaza",
    "plazaapp",
    "plazahq",
    "postmaster",
    "privacy",
    "real",
    "reply",
    "root",
    "sales",
    "security",
    "service",
    "services",
    "staff",
    "status",
    "superuser",
    "support",
    "sysadmin",
    "system",
    "team",
    "the",
    "trust",
    "undefined",
    "verified",
    "webmaster",
    "www",
];

/// Defines a validated text type, parsed at the system boundary.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

text! {
    /// An ASCII e-mail address of the form `local@domain`. Only a received mail verifies the address.
    Email
}
text! {
    /// 3 to 30 letters, digits, dots and underscores. Displayed as typed, compared without case.
    UserName
}
text! {
    /// A first or last name of at most 60 characters.
    Name
}
text! {
    /// An international phone number: an optional `+` and 6 to 15 digits (the maximum of E.164). Spaces, dots, dashes,
    /// slashes and brackets are removed.
    Phone
}
text! {
    /// A line of at most 200 characters, for example of an address, a city or a postal code.
    ShortText
}

text! {
    /// Self-description of at most 300 characters on any number of lines.
    Bio
}

/// A new password. `Debug` hides its value, so that it never reaches a log.
#[derive(Clone)]
pub struct Password(String);

impl Email {
    pub fn key(&self) -> String {
        key(&self.0)
    }
}

impl UserName {
    pub fn key(&self) -> String {
        key(&self.0)
    }

    pub fn skeleton(&self) -> String {
        skeleton(&self.0)
    }

    /// Returns true if the name is reserved. Reserved names imitate the operator (`plaza.support`), the system
    /// (`admin1`) or generated names (`guest_…`, `deleted.1`).
    pub fn is_reserved(&self) -> bool {
        let words = || {
            let parts = self.0.split(['.', '_']).map(|part| part.trim_end_matches(|c: char| c.is_ascii_digit()));
            parts.filter(|part| !part.is_empty()).map(coarse)
        };
        let is_of_server = words().next().is_some_and(|first| ["guest", "deleted"].map(coarse).contains(&first));
        is_of_server || words().next().is_some() && words().all(|word| RESERVED.iter().any(|one| coarse(one) == word))
    }
}

/// Returns a skeleton that also merges `i` and `l`, so that `adm1n` matches a reserved word.
fn coarse(word: &str) -> String {
    skeleton(word).replace('l', "i")
}

impl FromStr for Email {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "Enter a valid e-mail address.";
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(EXPECTED)?;
        let local_fits = (1..=64).contains(&local.len())
            && local.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&b))
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..");
        let label_fits = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        let (_, top) = domain.rsplit_once('.').ok_or(EXPECTED)?;
        let domain_fits =
            domain.split('.').all(label_fits) && top.len() > 1 && !top.bytes().all(|b| b.is_ascii_digit());
        if text.len() <= 254 && local_fits && domain_fits { Ok(Self(text.to_owned())) } else { Err(EXPECTED) }
    }
}

impl FromStr for UserName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let fits =
            (3..=30).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_');
        if fits { Ok(Self(text.to_owned())) } else { Err("Use 3 to 30 letters, digits, dots or underscores.") }
    }
}

impl FromStr for Name {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        line(text, 60).map(Self).ok_or("Enter 1 to 60 characters.")
    }
}

impl FromStr for ShortText {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        line(text, 200).map(Self).ok_or("Enter 1 to 200 characters.")
    }
}

impl FromStr for Bio {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        lines(text, 300).filter(|text| is_visible(text)).map(Self).ok_or("Enter 1 to 300 characters.")
    }
}

/// Returns the trimmed `text` with `\n` as line break if it has at most `max` characters and no other control character.
pub(crate) fn lines(text: &str, max: usize) -> Option<String> {
    let text = text.trim().replace("\r\n", "\n");
    let fits = text.chars().count() <= max && !text.chars().any(|c| c.is_control() && c != '\n');
    fits.then_some(text)
}

/// Returns the trimmed `text` if it is a single line of 1 to `max` characters with a visible character.
pub(crate) fn line(text: &str, max: usize) -> Option<String> {
    let text = text.trim();
    let fits = text.chars().count() <= max
        && is_visible(text)
        && !turns_direction(text)
        && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}

impl FromStr for Phone {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text: String = text.chars().filter(|c| !matches!(c, ' ' | '.' | '-' | '(' | ')' | '/')).collect();
        let digits = text.strip_prefix('+').unwrap_or(&text);
        if (6..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) {
            Ok(Self(text))
        } else {
            Err("Enter a valid phone number.")
        }
    }
}

impl Password {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true if the repeated password matches.
    pub fn is(&self, repeated: &str) -> bool {
        self.0 == repeated
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password")
    }
}

impl FromStr for Password {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let count = text.chars().count();
        if count < 8 {
            Err("Use at least 8 characters.")
        } else if count > 128 {
            // Limits the hashing work that an anonymous client can cause.
            Err("Use at most 128 characters.")
        } else if !text.chars().any(char::is_uppercase) {
            Err("Use at least one upper-case letter.")
        } else if !text.chars().any(char::is_lowercase) {
            Err("Use at least one lower-case letter.")
        } else if !text.chars().any(char::is_numeric) {
            Err("Use at least one digit.")
        } else if text.chars().all(char::is_alphanumeric) {
            Err("Use at least one special character.")
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_accepts_addresses_and_rejects_other_text() {
        for text in ["alice@plaza.example", " A.b+c@sub.plaza.co ", "x@xn--caf-dma.fr"] {
            assert!(text.parse::<Email>().is_ok(), "{text}");
        }
        let long = format!("{}@plaza.example", "a".repeat(65));
        for text in ["", "alice", "@a.b", "a@b", "a@b.", "a@.bc", "a..b@c.de", "a b@c.de", "a@b.1", "a@-b.de", &long] {
            assert!(text.parse::<Email>().is_err(), "{text}");
        }
        assert_eq!("Alice@Plaza.Example".parse::<Email>().unwrap().key(), "alice@plaza.example");
    }

    #[test]
    fn user_name_requires_3_to_30_plain_characters() {
        for text in ["bob", "a.b_1", "Alice", &"a".repeat(30)] {
            assert!(text.parse::<UserName>().is_ok(), "{text}");
        }
        for text in ["", "ab", "a@b.de", "al ice", "zoë", "a-b-c", &"a".repeat(31)] {
            assert!(text.parse::<UserName>().is_err(), "{text}");
        }
    }

    #[test]
    fn look_alike_user_names_share_a_skeleton() {
        let same = [
            ("ALlCE", "alice"),
            ("AL1CE", "Alice"),
            ("aIice", "alice"),
            ("alice.", "alice"),
            ("_alice__", "alice"),
            ("al..ice", "al_ice"),
            ("Mar1on", "marlon"),
            ("MarIon", "marlon"),
            ("b0b", "BOB"),
            ("cornet", "comet"),
        ];
        for (one, other) in same {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("marion", "marlon"), ("ann", "anna"), ("al.ice", "alice"), ("ben2", "ben3")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn names_of_operator_and_system_are_reserved() {
        let is_reserved = |text: &str| text.parse::<UserName>().unwrap().is_reserved();
        for text in [
            "admin",
            "Admin1",
            "ADMlN",
            "adrnin",
            "support",
            "plaza",
            "P1aza",
            "PLAZA.",
            "plaza_support",
            "the.real.plaza",
            "deleted.1",
            "deleted_account",
            "deleted",
            "guest_ab3d",
            "guest",
            "Guest.7",
            "no_reply",
            "everyone",
        ] {
            assert!(is_reserved(text), "{text}");
        }
        for text in ["alice", "plazalover", "hotel_plaza", "administra", "guesthouse", "chef", "123", "helpful", "ann"]
        {
            assert!(!is_reserved(text), "{text}");
        }
    }

    #[test]
    fn password_requires_four_character_kinds_and_hides_debug() {
        for (text, says) in [
            ("Ab1-", "8 characters"),
            ("abcdefg1-", "upper-case"),
            ("ABCDEFG1-", "lower-case"),
            ("Abcdefgh-", "digit"),
            ("Abcdefgh1", "special"),
        ] {
            assert!(text.parse::<Password>().unwrap_err().contains(says), "{text}");
        }
        let good: Password = "Plaza-demo-1".parse().unwrap();
        assert_eq!(format!("{good:?}"), "Password");
        assert!(format!("Aa1-{}", "x".repeat(125)).parse::<Password>().is_err());
    }

    #[test]
    fn names_lines_and_phones_reject_out_of_bounds_values() {
        assert_eq!("  Ann  ".parse::<Name>().unwrap().as_str(), "Ann");
        assert_eq!(" a\r\nb ".parse::<Bio>().unwrap().as_str(), "a\nb");
        assert!("a\0".parse::<Bio>().is_err() && "x".repeat(301).parse::<Bio>().is_err());
        for text in ["\u{200b}", "\u{3164}", "\u{202e}nnA", "\u{2066}"] {
            assert!(text.parse::<Name>().is_err() && text.parse::<ShortText>().is_err(), "{text:?}");
        }
        assert!("\u{200b}\n".parse::<Bio>().is_err() && "علی\u{200c}رضا".parse::<Name>().is_ok());
        assert!("".parse::<Name>().is_err() && "a\nb".parse::<Name>().is_err() && "a\0".parse::<ShortText>().is_err());
        assert_eq!("+33 (0)6 12-34.56".parse::<Phone>().unwrap().as_str(), "+3306123456");
        for text in ["", "12345", "+1234567890123456", "12a456", "+"] {
            assert!(text.parse::<Phone>().is_err(), "{text}");
        }
    }
}
