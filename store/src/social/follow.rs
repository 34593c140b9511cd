//! Followers of an account, and whom it follows. Friends follow each other. An account also follows companies, and the
//! followers of a company are those of its team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Person, visibility::open};
use crate::{
    Db, Result, on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Direction of a list of followers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum FollowDirection {
    Followers,
    Following,
}

/// Person or company in a list of followers.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Follow {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub person: Person,
    /// Set if the card is that of a company.
    pub company_id: Option<CompanyId>,
    pub since: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    follow: Follow,
    total: i64,
}

/// `$1` is the viewer, `$2` the owner of the list. A viewer sees friends, and those whose settings let the viewer find
/// them. To follow a company is an activity: its team sees those whose settings show theirs. Mutual friends
/// count for viewers who see the activity.
const SQL: &str = concat!(
    "WITH mine AS (
        SELECT high_id AS id FROM friendship WHERE low_id = $1
        UNION ALL SELECT low_id FROM friendship WHERE high_id = $1),
     near AS (
        SELECT id, CAST(count(*) AS BIGINT) AS mutual FROM (
            SELECT f.high_id AS id FROM friendship f JOIN mine ON mine.id = f.low_id
            UNION ALL SELECT f.low_id FROM friendship f JOIN mine ON mine.id = f.high_id) AS theirs
        GROUP BY id),
     tie AS (
        SELECT high_id AS id, since, CAST(NULL AS BIGINT) AS company_id, 0 AS activity FROM friendship WHERE low_id = $2
        UNION ALL SELECT low_id, since, NULL, 0 FROM friendship WHERE high_id = $2
        UNION ALL SELECT c.account_id, f.since, c.id, 0 FROM company_follower f JOIN company c ON c.id = f.company_id
            WHERE f.account_id = $2 AND c.closed_at IS NULL AND $3 = 'following'
        UNION ALL SELECT f.account_id, f.since, NULL, 1 FROM company_follower f
            JOIN company_member w ON w.company_id = f.company_id
            WHERE w.account_id = $2 AND $4 AND $3 = 'followers'),
     one AS (
        SELECT id, MAX(since) AS since, MAX(company_id) AS company_id, MIN(activity) AS activity FROM tie GROUP BY id)
     SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture,
        CASE WHEN a.id = $1 THEN 'self' WHEN m.id IS NOT NULL THEN 'friends' WHEN s.to_id IS NOT NULL THEN 'requested'
             WHEN r.from_id IS NOT NULL THEN 'asks_you' ELSE 'none' END AS relation,
        CASE WHEN ",
    open!("activity_visibility"),
    " THEN COALESCE(n.mutual, 0) ELSE 0 END AS mutual_friends, one.company_id, one.since, count(*) OVER () AS total
     FROM one JOIN account a ON a.id = one.id
     LEFT JOIN mine m ON m.id = a.id
     LEFT JOIN near n ON n.id = a.id
     LEFT JOIN friend_request s ON s.from_id = $1 AND s.to_id = a.id AND s.refused_at IS NULL
     LEFT JOIN friend_request r ON r.to_id = $1 AND r.from_id = a.id AND r.refused_at IS NULL
     LEFT JOIN privacy p ON p.account_id = a.id
     WHERE a.deleted_at IS NULL AND a.kind <> 'guest'
        AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $1 AND b.blocked_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = a.id AND b.blocked_id = $1)
        AND (one.company_id IS NOT NULL OR a.id = $1 OR m.id IS NOT NULL OR ",
    open!("identification"),
    ") AND (one.activity = 0 OR ",
    open!("activity_visibility"),
    ") ORDER BY one.since DESC, a.id LIMIT $5 OFFSET $6"
);

/// Returns a page of the followers of `owner`, or of those whom `owner` follows, as `viewer` may see them, the newest
/// first, and their total. Empty if the owner shows no activity to the viewer. Returns [`NotFound`](crate::Error::NotFound)
/// for guests, companies, deleted accounts and accounts that block the viewer.
pub async fn follows(
    db: &Db,
    viewer: UserId,
    owner: UserId,
    direction: FollowDirection,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Follow>, i64)> {
    if !super::shows_activity(db, viewer, owner).await? {
        return Ok((Vec::new(), 0));
    }
    let page = async |limit: i64, offset: i64| -> Result<Vec<Row>> {
        Ok(on!(db.read(), at => sqlx::query_as(SQL)
            .bind(viewer).bind(owner).bind(direction).bind(viewer == owner).bind(limit).bind(offset)
            .fetch_all(at).await)?)
    };
    let rows = page(limit, offset).await?;
    let mut total = rows.first().map_or(0, |row| row.total);
    if rows.is_empty() && offset > 0 {
        // A page past the end has no row that carries the total.
        total = page(1, 0).await?.first().map_or(0, |row| row.total);
    }
    Ok((rows.into_iter().map(|row| row.follow).collect(), total))
}
