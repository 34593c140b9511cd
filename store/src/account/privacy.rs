//! Privacy rules of an account. They combine the owner's settings with the relation between viewer and owner.
//!
//! The rules are pure: `privacy.may_message(&relation)`. [`of`] reads the settings of many accounts in one query.
//! [`relations`] reads the relations of one account to many others. The rules treat a relation symmetrically, so one
//! call also yields the relations of many viewers to one owner.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    each, on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Audience of a privacy setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    #[default]
    Everyone,
    /// Friends and friends of friends.
    FriendsOfFriends,
    OnlyFriends,
    /// Only the owner.
    Private,
}

impl Audience {
    /// Returns true if the audience includes a viewer with this relation to the owner. A block in either direction
    /// excludes the viewer.
    pub fn admits(self, relation: &Relation) -> bool {
        if relation.itself {
            return true;
        }
        if relation.is_blocked() {
            return false;
        }
        match self {
            Self::Everyone => true,
            Self::FriendsOfFriends => relation.friend || relation.friend_of_friend,
            Self::OnlyFriends => relation.friend,
            Self::Private => false,
        }
    }

    /// Returns true if the audience includes strangers: a visitor without an account sees it, and only a block excludes a
    /// viewer.
    pub fn admits_strangers(self) -> bool {
        self.admits(&Relation::default())
    }
}

/// Privacy settings of an account. Missing settings take their default; unknown settings are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Privacy {
    /// Audience of the account's likes, follows and comments.
    pub activity_visibility: Audience,
    /// Audience that finds the account in searches and lists of people.
    pub identification: Audience,
    /// Audience of identifying data: bio, city, country, join date and verification.
    pub identity_visibility: Audience,
    /// Audience of the online status and the last-seen time.
    pub last_seen: Audience,
    /// True if senders receive read receipts from the account.
    pub read_receipts: bool,
    /// Audience that may start a chat with the account or add it to a group.
    pub messaging: Audience,
    /// Audience that may send friend requests to the account.
    pub friend_invitation: Audience,
    /// Audience that may mention the account by its user name.
    pub id_mentions: Audience,
    /// True if companies see the point of a delivery address on the map, beside its words.
    pub location_share: bool,
    /// True if what the account watched, liked and skipped ranks what it sees. The name is that of the API.
    pub cookies: bool,
    pub push_notifications: bool,
    pub chat_notifications: bool,
    pub email_notifications: bool,
}

impl Default for Privacy {
    fn default() -> Self {
        Self {
            activity_visibility: Audience::Everyone,
            identity_visibility: Audience::Everyone,
            identification: Audience::Everyone,
            last_seen: Audience::Everyone,
            read_receipts: true,
            messaging: Audience::Everyone,
            friend_invitation: Audience::Everyone,
            id_mentions: Audience::Everyone,
            location_share: false,
            cookies: true,
            push_notifications: true,
            chat_notifications: true,
            email_notifications: true,
        }
    }
}

/// Rules for a viewer with `relation` to the owner of these settings.
impl Privacy {
    /// Returns true if the viewer may start a chat with the owner or add the owner to a group.
    pub fn may_message(&self, relation: &Relation) -> bool {
        self.messaging.admits(relation)
    }

    /// Returns true if the viewer may send the owner a friend request.
    pub fn may_invite(&self, relation: &Relation) -> bool {
        !relation.itself && self.friend_invitation.admits(relation)
    }

    /// Returns true if the viewer may mention the owner.
    pub fn may_mention(&self, relation: &Relation) -> bool {
        self.id_mentions.admits(relation)
    }

    /// Returns true if the viewer may see the owner's online status and last-seen time.
    pub fn may_see_last_seen(&self, relation: &Relation) -> bool {
        self.last_seen.admits(relation)
    }

    /// Returns true if the viewer may find the owner in searches and lists of people.
    pub fn may_find(&self, relation: &Relation) -> bool {
        self.identification.admits(relation)
    }

    /// Returns true if the viewer may see the owner's likes, follows and comments.
    pub fn may_see_activity(&self, relation: &Relation) -> bool {
        self.activity_visibility.admits(relation)
    }

    /// Returns true if the viewer may see the owner's identifying data.
    pub fn may_identify(&self, relation: &Relation) -> bool {
        self.identity_visibility.admits(relation)
    }

    /// Settings of a company: customers write to it, and nobody befriends it or sees it online.
    pub(crate) fn of_company() -> Self {
        Self { messaging: Audience::Everyone, read_receipts: true, ..Self::closed() }
    }

    /// Most restrictive settings. Replace settings that cannot be parsed.
    fn closed() -> Self {
        let shut = Audience::Private;
        Self {
            activity_visibility: shut,
            identity_visibility: shut,
            identification: shut,
            last_seen: shut,
            read_receipts: false,
            messaging: shut,
            friend_invitation: shut,
            id_mentions: shut,
            location_share: false,
            cookies: false,
            push_notifications: false,
            chat_notifications: false,
            email_notifications: false,
        }
    }

    /// Parses the settings of a row.
    pub(crate) fn read(owner: UserId, json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_else(|cause| {
            tracing::error!(%owner, %cause, "privacy settings cannot be read: they count as closed");
            Self::closed()
        })
    }
}

/// Relation of a viewer to an owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Viewer and owner are the same account.
    pub itself: bool,
    pub friend: bool,
    /// Viewer and owner have a mutual friend.
    pub friend_of_friend: bool,
    /// The viewer has blocked the owner.
    pub blocks: bool,
    /// The owner has blocked the viewer.
    pub blocked_by: bool,
}

impl Relation {
    /// Returns true if either account has blocked the other.
    pub fn is_blocked(&self) -> bool {
        self.blocks || self.blocked_by
    }
}

/// Returns the settings of these accounts, one entry for each id. Accounts without stored settings get the default.
pub async fn of(db: &Db, owners: &[UserId]) -> Result<HashMap<UserId, Privacy>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT account_id, settings FROM privacy
         WHERE account_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let named = json(owners)?;
    let rows: Vec<(UserId, String)> = on!(on, at => sqlx::query_as(sql).bind(named).fetch_all(at).await)?;
    let mut all: HashMap<_, _> = owners.iter().map(|owner| (*owner, Privacy::default())).collect();
    all.extend(rows.into_iter().map(|(owner, settings)| (owner, Privacy::read(owner, &settings))));
    Ok(all)
}

/// Replaces the settings of an account.
pub async fn save(db: &Db, owner: UserId, privacy: &Privacy, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    write(&mut tx, owner, privacy, now).await?;
    tx.commit().await
}

/// Changes some settings and returns all. Concurrent changes of different settings both succeed.
pub async fn change(db: &Db, owner: UserId, now: Timestamp, change: impl FnOnce(&mut Privacy)) -> Result<Privacy> {
    let mut tx = db.begin().await?;
    // Creates the row, or locks an existing row until the transaction ends.
    let (settings,): (String,) = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO privacy (account_id, settings, updated_at) VALUES ($1, '{}', $2)
         ON CONFLICT (account_id) DO UPDATE SET updated_at = excluded.updated_at RETURNING settings")
        .bind(owner).bind(now).fetch_one(at).await)?;
    let mut privacy = Privacy::read(owner, &settings);
    change(&mut privacy);
    write(&mut tx, owner, &privacy, now).await?;
    tx.commit().await?;
    Ok(privacy)
}

async fn write(tx: &mut Tx, owner: UserId, privacy: &Privacy, now: Timestamp) -> Result<()> {
    let settings = serde_json::to_string(privacy)?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO privacy (account_id, settings, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at")
        .bind(owner).bind(settings).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct RelationRow {
    id: UserId,
    friend: bool,
    friend_of_friend: bool,
    blocks: bool,
    blocked_by: bool,
}

/// Returns the relation of `viewer` to each of `owners`, one entry for each id, known or not.
///
/// Runs one query. It reads the friends of the viewer and of each owner once: about 1 µs per friend.
pub async fn relations(db: &Db, viewer: UserId, owners: &[UserId]) -> Result<HashMap<UserId, Relation>> {
    let on = db.read();
    let sql = each!(
        on,
        "WITH mine AS (
            SELECT high_id AS id FROM friendship WHERE low_id = $2
            UNION ALL SELECT low_id FROM friendship WHERE high_id = $2)
         SELECT asked.id,
            asked.id IN (SELECT id FROM mine) AS friend,
            EXISTS (SELECT 1 FROM friendship f WHERE f.low_id = asked.id AND f.high_id IN (SELECT id FROM mine))
            OR EXISTS (SELECT 1 FROM friendship f WHERE f.high_id = asked.id AND f.low_id IN (SELECT id FROM mine))
                AS friend_of_friend,
            EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $2 AND b.blocked_id = asked.id) AS blocks,
            EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = asked.id AND b.blocked_id = $2) AS blocked_by
         FROM (SELECT CAST(value->>0 AS BIGINT) AS id FROM ",
        ") AS asked"
    );
    let named = json(owners)?;
    let rows: Vec<RelationRow> = on!(on, at => sqlx::query_as(sql).bind(named).bind(viewer).fetch_all(at).await)?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let relation = Relation {
                itself: row.id == viewer,
                friend: row.friend,
                friend_of_friend: row.friend_of_friend,
                blocks: row.blocks,
                blocked_by: row.blocked_by,
            };
            (row.id, relation)
        })
        .collect())
}

/// Returns the relation of `viewer` to one other account.
pub async fn relation(db: &Db, viewer: UserId, owner: UserId) -> Result<Relation> {
    Ok(relations(db, viewer, &[owner]).await?.remove(&owner).unwrap_or_default())
}

/// Returns those of these accounts to whom `owner` shows its activity, in order. Leaves out accounts with a block in
/// either direction.
pub async fn activity_audience(db: &Db, owner: UserId, viewers: Vec<UserId>) -> Result<Vec<UserId>> {
    let settings = of(db, &[owner]).await?.remove(&owner).unwrap_or_default();
    // Friendship and blocks count in both directions.
    let relations = relations(db, owner, &viewers).await?;
    let may_see = |viewer: &UserId| relations.get(viewer).is_some_and(|relation| settings.may_see_activity(relation));
    Ok(viewers.into_iter().filter(may_see).collect())
}

fn json(ids: &[UserId]) -> Result<String> {
    Ok(serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audience_admits_named_relations_and_rejects_blocked() {
        let stranger = Relation::default();
        let friend_of_friend = Relation { friend_of_friend: true, ..stranger };
        let friend = Relation { friend: true, ..stranger };
        let itself = Relation { itself: true, ..stranger };
        for (audience, admitted) in [
            (Audience::Everyone, [true, true, true, true]),
            (Audience::FriendsOfFriends, [false, true, true, true]),
            (Audience::OnlyFriends, [false, false, true, true]),
            (Audience::Private, [false, false, false, true]),
        ] {
            assert_eq!([stranger, friend_of_friend, friend, itself].map(|it| audience.admits(&it)), admitted);
            for blocked in [Relation { blocks: true, ..friend }, Relation { blocked_by: true, ..friend }] {
                assert!(!audience.admits(&blocked), "{audience:?}");
            }
            assert_eq!(audience.admits_strangers(), admitted[0]);
        }
    }

    #[test]
    fn privacy_rule_depends_on_own_setting_only() {
        let friend = Relation { friend: true, ..Relation::default() };
        type Rule = fn(&Privacy, &Relation) -> bool;
        type Set = fn(&mut Privacy, Audience);
        let rules: [(Rule, Set); 7] = [
            (Privacy::may_message, |p, a| p.messaging = a),
            (Privacy::may_invite, |p, a| p.friend_invitation = a),
            (Privacy::may_mention, |p, a| p.id_mentions = a),
            (Privacy::may_see_last_seen, |p, a| p.last_seen = a),
            (Privacy::may_find, |p, a| p.identification = a),
            (Privacy::may_see_activity, |p, a| p.activity_visibility = a),
            (Privacy::may_identify, |p, a| p.identity_visibility = a),
        ];
        for (at, (rule, _)) in rules.iter().enumerate() {
            for (changed, (_, set)) in rules.iter().enumerate() {
                let mut privacy = Privacy::default();
                set(&mut privacy, Audience::Private);
                assert_eq!(rule(&privacy, &friend), at != changed);
            }
        }
        assert!(!Privacy::default().may_invite(&Relation { itself: true, ..friend }), "nobody befriends themselves");
    }

    #[test]
    fn settings_ignore_unknown_keys_and_close_on_unknown_values() {
        let of = |json| Privacy::read(UserId(1), json);
        assert_eq!(of("{}"), Privacy::default());
        let known = Privacy { messaging: Audience::OnlyFriends, ..Privacy::default() };
        assert_eq!(of(r#"{"messaging": "only_friends", "shows_horoscope": true}"#), known);
        // Unparsable settings must not become open.
        assert_eq!(of(r#"{"messaging": "colleagues"}"#), Privacy::closed());
    }
}
