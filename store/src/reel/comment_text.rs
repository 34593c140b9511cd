//! Text of a comment: its limits, and the accounts that it mentions.

use super::{Refusal, Result};
use crate::{
    Db,
    account::privacy,
    each, on,
    types::{ids::UserId, text},
};

/// Maximum characters of a comment.
pub const TEXT_MAX: usize = 1_000;
/// Maximum mentions in a comment. Further names stay plain text.
const MENTIONS_MAX: usize = 10;
/// Returns the text of a comment without outer blanks.
pub(super) fn checked(text: &str) -> Result<&str, Refusal> {
    let text = text.trim();
    if !text::is_visible(text) {
        return Err(Refusal::Field("comment", "Write a comment."));
    }
    if text.chars().count() > TEXT_MAX {
        return Err(Refusal::Field("comment", "A comment has at most 1,000 characters."));
    }
    if text::turns_direction(text) {
        return Err(Refusal::Field("comment", "A comment must not contain characters that turn its direction."));
    }
    Ok(text)
}

/// Returns the user names that a text mentions, in order, without repeats.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices('@') {
        let is_start = text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"._".contains(c)).unwrap_or(rest.len());
        let name = rest[..end].trim_end_matches('.').to_lowercase();
        if is_start && !name.is_empty() && !names.contains(&name) && names.len() < MENTIONS_MAX {
            names.push(name);
        }
    }
    names
}

/// Returns the accounts that a text mentions and whose settings allow it.
pub(super) async fn mentioned(db: &Db, text: &str, author: UserId) -> Result<Vec<UserId>> {
    let names = named(text);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id FROM account WHERE deleted_at IS NULL AND kind IN ('regular', 'professional')
            AND user_name_key IN (SELECT value->>0 FROM ",
        ") ORDER BY id"
    );
    let listed = serde_json::to_string(&names.iter().map(|name| [name]).collect::<Vec<_>>())?;
    let found: Vec<(UserId,)> = on!(at, at => sqlx::query_as(sql).bind(listed).fetch_all(at).await)?;
    let found: Vec<_> = found.into_iter().map(|(id,)| id).filter(|id| *id != author).collect();
    let (settings, relations) = (privacy::of(db, &found).await?, privacy::relations(db, author, &found).await?);
    let allows = |id: &UserId| {
        let relation = relations.get(id).copied().unwrap_or_default();
        settings.get(id).is_some_and(|one| one.may_mention(&relation))
    };
    Ok(found.into_iter().filter(allows).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_words_after_an_at_sign() {
        assert_eq!(named("@Ann and @ben.b, mail c@d.example @ann @"), ["ann", "ben.b"]);
        assert_eq!(named("See you @zoe."), ["zoe"]);
        let many: String = (0..20).map(|at| format!("@user{at} ")).collect();
        assert_eq!(named(&many).len(), MENTIONS_MAX);
    }

    #[test]
    fn comment_needs_visible_text_of_limited_length() {
        assert_eq!(checked("  <b>Hello</b> "), Ok("<b>Hello</b>"));
        for text in ["", " \n", "\u{200b}", "a\u{202e}b", &"x".repeat(TEXT_MAX + 1)] {
            assert!(matches!(checked(text), Err(Refusal::Field("comment", _))), "{text:?}");
        }
        assert!(checked(&"é".repeat(TEXT_MAX)).is_ok());
    }
}
