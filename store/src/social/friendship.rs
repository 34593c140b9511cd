//! Friendships: list, check, create and end.

use super::{Friend, FriendStatus, Person, Search, people_search};
use crate::types::fold::{fold, words};
use crate::{
    Db, Error, Result,
    account::{
        UserCard,
        privacy::{Privacy, Relation},
    },
    db::Tx,
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    person: Person,
    last_seen_at: Timestamp,
    /// Settings as JSON.
    settings: String,
    total: i64,
}

impl Row {
    fn into_friend(mut self) -> Friend {
        let settings = Privacy::read(self.person.user.id, &self.settings);
        if !settings.may_see_activity(&FRIEND) {
            self.person.mutual_friends = 0;
        }
        let shown = settings.may_see_last_seen(&FRIEND);
        Friend { last_seen_at: shown.then_some(self.last_seen_at), person: self.person }
    }
}

/// Relation of a friend. A block ends the friendship.
const FRIEND: Relation =
    Relation { itself: false, friend: true, friend_of_friend: false, blocks: false, blocked_by: false };

/// Returns the friends of `viewer` whose names match the query prefixes, sorted by name, and their total number.
pub async fn friends(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<(Vec<Friend>, i64)> {
    let Search { query, kind, limit, offset } = *search;
    let folded = fold(query);
    let mut patterns: Vec<String> = words(&folded).take(2).map(|word| format!("% {word}%")).collect();
    if patterns.is_empty() && !query.trim().is_empty() {
        return Ok((Vec::new(), 0));
    }
    patterns.resize(2, "%".to_owned());
    let page = async |limit: i64, offset: i64| -> Result<Vec<Row>> {
        Ok(on!(db.read(), at => sqlx::query_as(
            "WITH mine AS (
                SELECT high_id AS id FROM friendship WHERE low_id = $1
                UNION ALL SELECT low_id FROM friendship WHERE high_id = $1)
             SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, 'friends' AS relation,
                (SELECT count(*) FROM friendship f WHERE f.low_id = a.id AND f.high_id IN (SELECT id FROM mine))
                + (SELECT count(*) FROM friendship f WHERE f.high_id = a.id AND f.low_id IN (SELECT id FROM mine))
                    AS mutual_friends,
                a.last_seen_at, COALESCE(p.settings, '{}') AS settings, count(*) OVER () AS total
             FROM mine JOIN account a ON a.id = mine.id LEFT JOIN privacy p ON p.account_id = a.id
             WHERE a.deleted_at IS NULL AND a.search_key LIKE $2 AND a.search_key LIKE $3
                AND ($6 = '' OR a.kind = $6)
             ORDER BY a.first_name, a.last_name, a.id LIMIT $4 OFFSET $5")
            .bind(viewer).bind(&patterns[0]).bind(&patterns[1]).bind(limit).bind(offset)
            .bind(people_search::name(kind)).fetch_all(at).await)?)
    };
    let rows = page(limit, offset).await?;
    let mut total = rows.first().map_or(0, |row| row.total);
    if rows.is_empty() && offset > 0 {
        total = page(1, 0).await?.first().map_or(0, |row| row.total);
    }
    Ok((rows.into_iter().map(Row::into_friend).collect(), total))
}

/// Returns the newest friends of `viewer`, at most `limit`.
pub async fn newest_friends(db: &Db, viewer: UserId, limit: i64) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM (SELECT high_id AS id, since FROM friendship WHERE low_id = $1
               UNION ALL SELECT low_id, since FROM friendship WHERE high_id = $1) AS mine
         JOIN account a ON a.id = mine.id
         WHERE a.deleted_at IS NULL ORDER BY mine.since DESC, a.id LIMIT $2")
        .bind(viewer).bind(limit).fetch_all(at).await)?)
}

/// Returns the friends of `viewer` whose online status is visible to `viewer`.
pub async fn seen_online(db: &Db, viewer: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT mine.id, COALESCE(p.settings, '{}') AS settings
         FROM (SELECT high_id AS id FROM friendship WHERE low_id = $1
               UNION ALL SELECT low_id FROM friendship WHERE high_id = $1) AS mine
         LEFT JOIN privacy p ON p.account_id = mine.id")
        .bind(viewer).fetch_all(at).await)?;
    let shown = |owner, settings: &str| Privacy::read(owner, settings).may_see_last_seen(&FRIEND);
    Ok(rows.iter().filter(|(owner, settings)| shown(*owner, settings)).map(|(owner, _)| *owner).collect())
}

/// Returns the public card of an account. Returns `NotFound` for a deleted account.
pub async fn card(db: &Db, id: UserId) -> Result<UserCard> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).fetch_one(at).await)?)
}

/// Returns a user as seen by `viewer`. Returns `NotFound` for guests, companies, deleted accounts and accounts that
/// block the viewer.
pub async fn person(db: &Db, viewer: UserId, id: UserId) -> Result<Person> {
    let relation = crate::account::privacy::relation(db, viewer, id).await?;
    standing(db, viewer, id, &relation).await
}

/// Performs [`person`] with a known relation.
pub(super) async fn standing(db: &Db, viewer: UserId, id: UserId, relation: &Relation) -> Result<Person> {
    let user = card(db, id).await?;
    if relation.blocked_by || !user.kind.is_person() {
        return Err(Error::NotFound);
    }
    let (sent, asked, mutual_friends): (bool, bool, i64) = on!(db.read(), at => sqlx::query_as(
        "WITH mine AS (
            SELECT high_id AS id FROM friendship WHERE low_id = $1
            UNION ALL SELECT low_id FROM friendship WHERE high_id = $1)
         SELECT EXISTS (SELECT 1 FROM friend_request WHERE from_id = $1 AND to_id = $2 AND refused_at IS NULL),
            EXISTS (SELECT 1 FROM friend_request WHERE from_id = $2 AND to_id = $1 AND refused_at IS NULL),
            (SELECT count(*) FROM friendship f WHERE f.low_id = $2 AND f.high_id IN (SELECT id FROM mine))
            + (SELECT count(*) FROM friendship f WHERE f.high_id = $2 AND f.low_id IN (SELECT id FROM mine))")
        .bind(viewer).bind(id).fetch_one(at).await)?;
    let standing = match () {
        () if relation.itself => FriendStatus::Itself,
        () if relation.blocks => FriendStatus::Blocked,
        () if relation.friend => FriendStatus::Friends,
        () if sent => FriendStatus::Requested,
        () if asked => FriendStatus::AsksYou,
        () => FriendStatus::None,
    };
    Ok(Person { user, relation: standing, mutual_friends })
}

/// Returns true if all of `others` are friends of `viewer`.
pub async fn are_friends(db: &Db, viewer: UserId, others: &[UserId]) -> Result<bool> {
    let relations = crate::account::privacy::relations(db, viewer, others).await?;
    Ok(others
        .iter()
        .all(|other| relations.get(other).is_some_and(|relation| relation.friend && !relation.is_blocked())))
}

/// Ends a friendship. Returns `NotFound` if none exists.
pub async fn unfriend(db: &Db, viewer: UserId, other: UserId) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query("DELETE FROM friendship WHERE low_id = $1 AND high_id = $2")
        .bind(viewer.min(other)).bind(viewer.max(other)).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Deletes the friendship and pending requests between two accounts, as a block requires. Returns true if they were
/// friends.
pub async fn remove_ties(tx: &mut Tx, one: UserId, other: UserId) -> Result<bool> {
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM friend_request
         WHERE (from_id = $1 AND to_id = $2 OR from_id = $2 AND to_id = $1) AND refused_at IS NULL")
        .bind(one).bind(other).execute(at).await.map(drop))?;
    let done = on!(tx.at(), at => sqlx::query("DELETE FROM friendship WHERE low_id = $1 AND high_id = $2")
        .bind(one.min(other)).bind(one.max(other)).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Creates a friendship and deletes the requests between the two accounts.
pub(super) async fn befriend(tx: &mut Tx, one: UserId, other: UserId, at: Timestamp) -> Result<()> {
    on!(tx.at(), on => sqlx::query(
        "DELETE FROM friend_request WHERE from_id = $1 AND to_id = $2 OR from_id = $2 AND to_id = $1")
        .bind(one).bind(other).execute(on).await.map(drop))?;
    on!(tx.at(), on => sqlx::query(
        "INSERT INTO friendship (low_id, high_id, since) VALUES ($1, $2, $3) ON CONFLICT (low_id, high_id) DO NOTHING")
        .bind(one.min(other)).bind(one.max(other)).bind(at).execute(on).await.map(drop))?;
    Ok(())
}
