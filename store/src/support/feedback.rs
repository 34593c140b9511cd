//! Feedback of users about the product, read by the operator.

use super::{Refusal, Result};
use crate::{
    Db, on,
    security::rate_limit::{self, Quota},
    types::{
        ids::{FeedbackId, MediaId, UserId},
        text,
        timestamp::Timestamp,
    },
};

/// Maximum characters. Source: the specification: title under 100, description under 1000.
pub const TITLE_MAX: usize = 99;
pub const DESCRIPTION_MAX: usize = 999;
/// Feedbacks of an account within a day.
const RATE: Quota = Quota { times: 10, period: Timestamp::DAY };

/// Feedback to store.
#[derive(Clone, Copy, Debug)]
pub struct NewFeedback<'a> {
    pub id: FeedbackId,
    pub account: UserId,
    pub title: &'a str,
    pub description: &'a str,
    /// Uploaded picture of the account.
    pub image: Option<MediaId>,
    pub at: Timestamp,
}

/// Feedback as the operator reads it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Feedback {
    pub id: FeedbackId,
    pub user_name: String,
    pub title: String,
    pub description: String,
    /// Key of the picture.
    pub image: Option<String>,
    pub at: Timestamp,
}

/// Checks the texts of a feedback. Returns them without outer blanks.
pub fn checked<'a>(title: &'a str, description: &'a str) -> Result<(&'a str, &'a str), Refusal> {
    let (title, description) = (title.trim(), description.trim());
    for (field, text) in [("title", title), ("description", description)] {
        if !text::is_visible(text) {
            return Err(Refusal::Field(field, "This is required."));
        }
    }
    if title.chars().count() > TITLE_MAX || title.chars().any(char::is_control) {
        return Err(Refusal::Field("title", "Enter a line of less than 100 characters."));
    }
    if description.chars().count() > DESCRIPTION_MAX {
        return Err(Refusal::Field("description", "Enter less than 1,000 characters."));
    }
    Ok((title, description))
}

/// Stores a feedback.
pub async fn send(db: &Db, new: &NewFeedback<'_>) -> Result<()> {
    let (title, description) = checked(new.title, new.description)?;
    if rate_limit::take(db, &format!("feedback:{}", new.account), RATE, new.at).await?.is_err() {
        return Err(Refusal::TooOften.into());
    }
    on!(db.write(), at => sqlx::query(
        "INSERT INTO feedback (id, account_id, title, description, media_id, at)
         VALUES ($1, $2, $3, $4, (SELECT m.id FROM media m WHERE m.id = $5 AND m.owner_id = $2), $6)")
        .bind(new.id).bind(new.account).bind(title).bind(description).bind(new.image).bind(new.at)
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the newest feedbacks, at most `limit`.
pub async fn newest(db: &Db, limit: i64) -> crate::Result<Vec<Feedback>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT f.id, a.user_name, f.title, f.description, m.key AS image, f.at
         FROM feedback f JOIN account a ON a.id = f.account_id LEFT JOIN media m ON m.id = f.media_id
         ORDER BY f.id DESC LIMIT $1").bind(limit).fetch_all(at).await)?)
}
