//! Public profile of a user: the card, and the data that the user's settings show to the viewer.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    FriendStatus, Person,
    friendship::{card, standing},
};
use crate::{
    Db, Error, Result,
    account::{UserCard, privacy},
    chat::find_direct,
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of mutual friends listed. `mutual_friends` is their total number.
const MUTUAL: i64 = 12;

/// Public profile of a user as seen by a viewer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = PersonPage)]
pub struct PublicProfile {
    #[serde(flatten)]
    pub person: Person,
    /// Some of the mutual friends, sorted by name.
    pub mutual: Vec<UserCard>,
    pub bio: Option<String>,
    pub city: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    pub joined_at: Option<Timestamp>,
    pub last_seen_at: Option<Timestamp>,
    /// True if the user has verified an e-mail address or a phone number.
    pub verified: Option<bool>,
    /// Direct chat of viewer and user, if any.
    pub chat_id: Option<ChatId>,
    /// True if the viewer may start a chat with the user.
    pub can_message: bool,
    /// True if the viewer may send the user a friend request.
    pub can_invite: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    bio: Option<String>,
    city: Option<String>,
    country: Option<String>,
    created_at: Timestamp,
    last_seen_at: Timestamp,
    verified: bool,
}

/// Returns true if a person shows activity to the viewer. Returns [`Error::NotFound`] for guests, companies, deleted
/// accounts and accounts that block the viewer.
pub async fn shows_activity(db: &Db, viewer: UserId, person: UserId) -> Result<bool> {
    let relation = privacy::relation(db, viewer, person).await?;
    if relation.blocked_by || !card(db, person).await?.kind.is_person() {
        return Err(Error::NotFound);
    }
    let settings = privacy::of(db, &[person]).await?.remove(&person).unwrap_or_default();
    Ok(settings.may_see_activity(&relation))
}

/// Returns the public profile of `id` as seen by `viewer`. Returns [`Error::NotFound`] for
/// guests, deleted accounts and accounts that block the viewer.
pub async fn public_profile(db: &Db, viewer: UserId, id: UserId) -> Result<PublicProfile> {
    let relation = privacy::relation(db, viewer, id).await?;
    let mut person = standing(db, viewer, id, &relation).await?;
    let settings = privacy::of(db, &[id]).await?.remove(&id).unwrap_or_default();
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT bio, city, country, created_at, last_seen_at,
            email_verified_at IS NOT NULL OR phone_verified_at IS NOT NULL AS verified FROM account WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).fetch_one(at).await)?;
    if !settings.may_see_activity(&relation) {
        person.mutual_friends = 0;
    }
    let mutual = if person.mutual_friends > 0 { mutual(db, viewer, id).await? } else { Vec::new() };
    let chat_id = if relation.itself { None } else { find_direct(db, viewer, id).await? };
    let identified = settings.may_identify(&relation);
    Ok(PublicProfile {
        mutual,
        bio: row.bio.filter(|_| identified),
        city: row.city.filter(|_| identified),
        country: row.country.filter(|_| identified),
        joined_at: identified.then_some(row.created_at),
        last_seen_at: settings.may_see_last_seen(&relation).then_some(row.last_seen_at),
        verified: identified.then_some(row.verified),
        chat_id,
        can_message: !relation.itself && settings.may_message(&relation),
        can_invite: person.relation == FriendStatus::None && settings.may_invite(&relation),
        person,
    })
}

/// Returns some of the mutual friends of two accounts, sorted by name, and their total number.
pub async fn mutual_friends(db: &Db, viewer: UserId, id: UserId) -> Result<(Vec<UserCard>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "WITH mine AS (
            SELECT high_id AS id FROM friendship WHERE low_id = $1
            UNION ALL SELECT low_id FROM friendship WHERE high_id = $1)
         SELECT (SELECT count(*) FROM friendship f WHERE f.low_id = $2 AND f.high_id IN (SELECT id FROM mine))
            + (SELECT count(*) FROM friendship f WHERE f.high_id = $2 AND f.low_id IN (SELECT id FROM mine))")
        .bind(viewer).bind(id).fetch_one(at).await)?;
    let cards = if total > 0 { mutual(db, viewer, id).await? } else { Vec::new() };
    Ok((cards, total))
}

async fn mutual(db: &Db, viewer: UserId, id: UserId) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "WITH mine AS (
            SELECT high_id AS id FROM friendship WHERE low_id = $1
            UNION ALL SELECT low_id FROM friendship WHERE high_id = $1),
         theirs AS (
            SELECT high_id AS id FROM friendship WHERE low_id = $2
            UNION ALL SELECT low_id FROM friendship WHERE high_id = $2)
         SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM mine JOIN theirs ON theirs.id = mine.id JOIN account a ON a.id = mine.id
         WHERE a.deleted_at IS NULL ORDER BY a.first_name, a.last_name, a.id LIMIT $3")
        .bind(viewer).bind(id).bind(MUTUAL).fetch_all(at).await)?)
}
