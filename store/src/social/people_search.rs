//! People search by name prefixes. Excludes blocked, deleted and hidden accounts.

use super::{Person, people_cursor::PeopleCursor, visibility::open};
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

/// Page of a people search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeoplePage {
    pub people: Vec<Person>,
    /// Number of users on all pages.
    pub total: i64,
    /// Cursor of the next page.
    pub next: Option<String>,
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
                GROUP BY id),
             found AS (
                SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture,
                CASE WHEN m.id IS NOT NULL THEN 'friends' WHEN s.to_id IS NOT NULL THEN 'requested'
                     WHEN r.from_id IS NOT NULL THEN 'asks_you' ELSE 'none' END AS relation,
                CASE WHEN ",
            open!("activity_visibility"),
            " THEN COALESCE(n.mutual, 0) ELSE 0 END AS mutual_friends,
                CASE WHEN a.user_name_key = $7 THEN CAST(0 AS BIGINT) ELSE CAST(1 AS BIGINT) END AS name_rank,
                CASE WHEN m.id IS NULL THEN CAST($8 AS BIGINT) ELSE CAST(0 AS BIGINT) END AS friend_rank,
                count(*) OVER () AS total
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
            ")
             SELECT * FROM found
             WHERE (name_rank, friend_rank, -mutual_friends, first_name, last_name, id)
                > ($11, $12, $13, $14, $15, $16)
             ORDER BY name_rank, friend_rank, -mutual_friends, first_name, last_name, id
             LIMIT $9 OFFSET $10"
        )
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    person: Person,
    name_rank: i64,
    friend_rank: i64,
    total: i64,
}

impl Row {
    fn place(&self) -> PeopleCursor {
        let Person { user, mutual_friends, .. } = &self.person;
        PeopleCursor {
            name_rank: self.name_rank,
            friend_rank: self.friend_rank,
            mutual_friends: *mutual_friends,
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            id: user.id,
        }
    }
}

const FIND: &str = people_who!(open!("identification"));

/// Returns users whose names match the query prefixes, and their total number. An exact user name sorts first, then
/// friends, then users by mutual friends. Without a query, returns suggestions: users who are not friends sort first.
pub async fn find(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<(Vec<Person>, i64)> {
    let (rows, total) = run(db, FIND, viewer, search, None, is_suggestion(search)).await?;
    Ok((people(rows), total))
}

/// Performs [`find`] from after a cursor in place of an offset. An account that comes or goes before the cursor moves
/// no other to another page.
pub async fn find_after(
    db: &Db,
    viewer: UserId,
    query: &str,
    cursor: Option<&PeopleCursor>,
    limit: i64,
) -> Result<PeoplePage> {
    let search = Search { query, kind: None, limit: limit + 1, offset: 0 };
    let (mut rows, total) = run(db, FIND, viewer, &search, cursor, is_suggestion(&search)).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(|last| last.place().encode(viewer, query));
    Ok(PeoplePage { people: people(rows), total, next })
}

/// Performs [`find`] for users whom the viewer may message. Friends always sort first.
pub async fn to_write_to(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<(Vec<Person>, i64)> {
    const RULE: &str =
        people_who!(concat!(open!("messaging"), " AND (m.id IS NOT NULL OR ", open!("identification"), ")"));
    let (rows, total) = run(db, RULE, viewer, search, None, false).await?;
    Ok((people(rows), total))
}

fn is_suggestion(search: &Search<'_>) -> bool {
    search.query.trim().is_empty()
}

fn people(rows: Vec<Row>) -> Vec<Person> {
    rows.into_iter().map(|row| row.person).collect()
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
    cursor: Option<&PeopleCursor>,
    strangers_first: bool,
) -> Result<(Vec<Row>, i64)> {
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
    let start = PeopleCursor::start();
    let page = async |limit: i64, offset: i64, after: &PeopleCursor| -> Result<Vec<Row>> {
        Ok(on!(db.read(), at => sqlx::query_as(sql)
            .bind(viewer).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(&patterns[3])
            .bind(kind).bind(&user_name).bind(others).bind(limit).bind(offset)
            .bind(after.name_rank).bind(after.friend_rank).bind(after.mutual_friends.saturating_neg())
            .bind(&after.first_name).bind(&after.last_name).bind(after.id).fetch_all(at).await)?)
    };
    let rows = page(search.limit, search.offset, cursor.unwrap_or(&start)).await?;
    let mut total = rows.first().map_or(0, |row| row.total);
    if rows.is_empty() && (search.offset > 0 || cursor.is_some()) {
        // A page past the end has no row that carries the total.
        total = page(1, 0, &start).await?.first().map_or(0, |row| row.total);
    }
    Ok((rows, total))
}
