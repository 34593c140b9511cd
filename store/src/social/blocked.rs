//! Accounts that an account has blocked.

use crate::{Db, Result, account::UserCard, on, types::ids::UserId};

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    user: UserCard,
    total: i64,
}

/// Returns a page of the accounts that `owner` has blocked, the last blocked first, and their number.
pub async fn blocked(db: &Db, owner: UserId, limit: i64, offset: i64) -> Result<(Vec<UserCard>, i64)> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, count(*) OVER () AS total
         FROM block b JOIN account a ON a.id = b.blocked_id
         WHERE b.blocker_id = $1 AND a.deleted_at IS NULL ORDER BY b.at DESC, a.id LIMIT $2 OFFSET $3")
        .bind(owner).bind(limit).bind(offset).fetch_all(at).await)?;
    let total = rows.first().map_or(0, |row| row.total);
    Ok((rows.into_iter().map(|row| row.user).collect(), total))
}
