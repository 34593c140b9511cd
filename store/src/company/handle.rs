//! Handles: the names of companies in the URL of their public page.

use crate::{
    Result,
    db::Tx,
    on,
    types::{
        fold::fold,
        ids::{CompanyId, UserId},
    },
};

/// Minimum characters of a handle.
const MIN: usize = 3;
/// Maximum characters of a handle.
const MAX: usize = 40;

/// Validated handle: lower-case letters, digits and single hyphens, with at least one letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle(String);

impl Handle {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for Handle {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_lowercase();
        let fits = (MIN..=MAX).contains(&text.len())
            && text.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            // A handle of digits only would read as an id.
            && text.bytes().any(|byte| byte.is_ascii_alphabetic());
        if fits { Ok(Self(text)) } else { Err("Use 3 to 40 letters, digits and hyphens, with at least one letter.") }
    }
}

/// Returns the handle that a name suggests: `Café Été & Fils` becomes `cafe-ete-fils`.
pub fn slug(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if slug.len() + word.len() + 1 > MAX {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}

/// Returns a free handle for a new company. Names in other scripts, and names that are taken, get a suffix from the id.
pub(super) async fn free(tx: &mut Tx, name: &str, id: CompanyId) -> Result<String> {
    let slug = slug(name);
    // A handle of digits only would read as an id.
    let reads_as_name = slug.len() >= MIN && slug.bytes().any(|byte| byte.is_ascii_alphabetic());
    let base = if reads_as_name { slug } else { "company".to_owned() };
    let taken: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as("SELECT id FROM company WHERE handle = $1")
        .bind(&base).fetch_optional(at).await)?;
    Ok(if reads_as_name && taken.is_none() { base } else { format!("{base}-{}", suffix(id)) })
}

/// Returns the unique names of a company's account. No user name contains a colon, so that nobody signs in with it.
pub(super) fn account_key(account: UserId) -> String {
    format!("company:{account}")
}

/// Returns the id in base 36.
fn suffix(id: CompanyId) -> String {
    let mut rest = id.0.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 {
        digits.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize]);
        rest /= 36;
    }
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_keeps_ascii_words_of_name() {
        for (name, expected) in [
            ("Casa Azul", "casa-azul"),
            ("  Café Été & Fils ", "cafe-ete-fils"),
            ("東京", ""),
            ("Straße 7", "strasse-7"),
            ("A very long name of a company that nobody would ever type", "a-very-long-name-of-a-company-that"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }

    #[test]
    fn handle_accepts_words_with_single_hyphens() {
        for (text, expected) in [("casa-azul", "casa-azul"), (" Casa7 ", "casa7"), ("a1-2", "a1-2")] {
            assert_eq!(text.parse::<Handle>().map(|handle| handle.0), Ok(expected.to_owned()));
        }
        for text in ["", "ab", "123", "-casa", "casa-", "casa--azul", "caf\u{e9}", "a/b", "a b", &"x".repeat(41)] {
            assert!(text.parse::<Handle>().is_err(), "{text}");
        }
    }

    #[test]
    fn suffix_differs_by_id() {
        assert_eq!((suffix(CompanyId(35)), suffix(CompanyId(36))), ("z".to_owned(), "10".to_owned()));
    }
}
