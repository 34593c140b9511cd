//! People search by name prefixes. Excludes blocked, deleted and hidden accounts.

use super::{Person, visibility::open};
use crate::types::fold::{fold, words};
use crate::{Db, Result, account::AccountKind, on, types::ids::UserId};

/// Maximum number of query words evaluated. Names have fewer words.
const WORDS: usize = 4;

/// People search query.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// Name prefixes in any order; empty for suggestions.
    pub query: &'a str,
    pub kind: Option<AccountKind>,
    pub limit: i64,
    pub offset: i64,
}

/// Search query with the visibility rule `$rule`. Mutual friends count if the account shows its activity.
macro_rules! people_who {
    ($rule:expr) => {
        concat!(
            "WITH mine AS (
                SELECT high_id AS id FROM friendship WHERE low_id = $1
                UNION ALL SELECT low_id FROM friendship WHERE high_id = $1),
             near AS (
                SELECT id, CAST(count(*) AS BIGINT) AS mutual FROM (
                    SELECT f.high_id AS id FROM friendship f JOIN mine ON mine.id = f.low_id
                    UNION ALL SELECT f.low_id FROM friendship f JOIN mine ON mine.id = f.high_id) AS theirs
                GROUP BY id)
             SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture,
                CASE WHEN m.id IS NOT NULL THEN 'friends' WHEN s.to_id IS NOT NULL THEN 'requested'
                     WHEN r.from_id IS NOT NULL THEN 'asks_you' ELSE 'none' END AS relation,
                CASE WHEN ",
            open!("activity_visibility"),
            " THEN COALESCE(n.mutual, 0) ELSE 0 END AS mutual_friends, count(*) OVER () AS total
             FROM account a
             LEFT JOIN mine m ON m.id = a.id
             LEFT JOIN near n ON n.id = a.id
             LEFT JOIN friend_request s ON s.from_id = $1 AND s.to_id = a.id AND s.refused_at IS NULL
             LEFT JOIN friend_request r ON r.to_id = $1 AND r.from_id = a.id AND r.refused_at IS NULL
             LEFT JOIN privacy p ON p.account_id = a.id
             WHERE a.id <> $1 AND a.kind NOT IN ('guest', 'company') AND a.deleted_at IS NULL
                AND a.search_key LIKE $2 AND a.search_key LIKE $3 AND a.search_key LIKE $4 AND a.search_key LIKE $5
                AND ($6 = '' OR a.kind = $6)
                AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $1 AND b.blocked_id = a.id)
                AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = a.id AND b.blocked_id = $1)
                AND ",
            $rule,
            " ORDER BY CASE WHEN a.user_name_key = $7 THEN 0 ELSE 1 END, CASE WHEN m.id IS NULL THEN $8 ELSE 0 END,
                mutual_friends DESC, a.first_name, a.last_name, a.id
             LIMIT $9 OFFSET $10"
        )
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    person: Person,
    total: i64,
}

/// Returns users whose names match the query prefixes, and their total number. An exact user name sorts first, then
/// friends, then users by mutual friends. Without a query, returns suggestions: users who are not friends sort first.
pub async fn find(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<(Vec<Person>, i64)> {
    run(db, people_who!(open!("identification")), viewer, search, search.query.trim().is_empty()).await
}

/// Performs [`find`] for users whom the viewer may message. Friends always sort first.
pub async fn to_write_to(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<(Vec<Person>, i64)> {
    const RULE: &str =
        people_who!(concat!(open!("messaging"), " AND (m.id IS NOT NULL OR ", open!("identification"), ")"));
    run(db, RULE, viewer, search, false).await
}

/// Returns the column value of an account kind; empty for all kinds.
pub(super) fn name(kind: Option<AccountKind>) -> &'static str {
    kind.map_or("", |kind| match kind {
        AccountKind::Regular => "regular",
        AccountKind::Professional => "professional",
        AccountKind::Guest => "guest",
        AccountKind::Company => "company",
    })
}

async fn run(
    db: &Db,
    sql: &'static str,
    viewer: UserId,
    search: &Search<'_>,
    strangers_first: bool,
) -> Result<(Vec<Person>, i64)> {
    let folded = fold(search.query);
    let mut patterns: Vec<String> = words(&folded).take(WORDS).map(|word| format!("% {word}%")).collect();
    if patterns.is_empty() && !search.query.trim().is_empty() {
        // The query has no characters that occur in names.
        return Ok((Vec::new(), 0));
    }
    patterns.resize(WORDS, "%".to_owned());
    let kind = name(search.kind);
    let user_name = search.query.trim().to_lowercase();
    let others = if strangers_first { -1_i64 } else { 1 };
    let page = async |limit: i64, offset: i64| -> Result<Vec<Row>> {
        Ok(on!(db.read(), at => sqlx::query_as(sql)
            .bind(viewer).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(&patterns[3])
            .bind(kind).bind(&user_name).bind(others).bind(limit).bind(offset).fetch_all(at).await)?)
    };
    let mut rows = page(search.limit, search.offset).await?;
    let mut total = rows.first().map_or(0, |row| row.total);
    if rows.is_empty() && search.offset > 0 {
        // A page past the end has no row that carries the total.
        total = page(1, 0).await?.first().map_or(0, |row| row.total);
    }
    Ok((rows.drain(..).map(|row| row.person).collect(), total))
}
