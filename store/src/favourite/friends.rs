//! Favourites of friends, as far as they show their activity.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{ItemKind, subject};
use crate::{
    Db,
    account::UserCard,
    catalogue::offering::OfferingCard,
    company::public::CompanySummary,
    each, on,
    reel::{Reel, Result},
    social::visibility::open,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Friends named with an item. `saves` is the number of all who saved it.
const NAMED: usize = 3;

/// Reel, offering or company that friends of the viewer saved.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FriendFavourite {
    pub kind: ItemKind,
    /// Id of the reel, offering or company.
    pub id: i64,
    /// Last time that a friend saved it.
    pub saved_at: Timestamp,
    /// Number of friends who saved it and show it to the viewer.
    pub saves: i64,
    /// The last of these friends, at most three.
    pub friends: Vec<UserCard>,
    pub reel: Option<Reel>,
    pub offering: Option<OfferingCard>,
    pub company: Option<CompanySummary>,
}

/// Rows of `favourite_item` of friends of the viewer, a placeholder, whose settings show the viewer their activity.
macro_rules! of_friends {
    ($viewer:literal, $select:literal, $rest:literal) => {
        concat!(
            "WITH mine AS (
                SELECT high_id AS id FROM friendship WHERE low_id = ",
            $viewer,
            " UNION ALL SELECT low_id FROM friendship WHERE high_id = ",
            $viewer,
            ") SELECT ",
            $select,
            " FROM favourite_item i JOIN mine m ON m.id = i.owner_id JOIN mine n ON n.id = i.owner_id
              JOIN account a ON a.id = i.owner_id LEFT JOIN privacy p ON p.account_id = i.owner_id
              WHERE a.deleted_at IS NULL AND ",
            open!("activity_visibility"),
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct SaverRow {
    item_kind: ItemKind,
    item_id: i64,
    #[sqlx(flatten)]
    friend: UserCard,
}

/// Returns a page of what friends saved, the last saved first, and the number of these items. Items that the viewer may
/// not see any more are left out of the page.
pub async fn list(
    db: &Db,
    viewer: UserId,
    limit: i64,
    offset: i64,
    now: Timestamp,
) -> Result<(Vec<FriendFavourite>, i64)> {
    const PAGE: &str = of_friends!(
        "$1",
        "i.kind, i.item_id, MAX(i.at) AS at, count(*) AS saves",
        " GROUP BY i.kind, i.item_id ORDER BY MAX(i.at) DESC, i.item_id LIMIT $2 OFFSET $3"
    );
    const TOTAL: &str = of_friends!("$1", "count(DISTINCT i.kind || ':' || CAST(i.item_id AS TEXT))", "");
    let rows: Vec<(ItemKind, i64, Timestamp, i64)> = on!(db.read(), at => sqlx::query_as(PAGE)
        .bind(viewer).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(TOTAL).bind(viewer).fetch_one(at).await)?;
    let items: Vec<_> = rows.iter().map(|(kind, id, ..)| (*kind, *id)).collect();
    let mut subjects = subject::read(db, viewer, &items, now).await?;
    let mut friends = savers(db, viewer, &rows.iter().map(|(_, id, ..)| *id).collect::<Vec<_>>()).await?;
    let items = rows.into_iter().filter_map(|(kind, id, saved_at, saves)| {
        let subject::Subject { reel, offering, company } = subjects.remove(&(kind, id))?;
        let friends = friends.remove(&(kind, id)).unwrap_or_default();
        Some(FriendFavourite { kind, id, saved_at, saves, friends, reel, offering, company })
    });
    Ok((items.collect(), total))
}

/// Returns the friends named with each item, the last first.
async fn savers(db: &Db, viewer: UserId, items: &[i64]) -> Result<HashMap<(ItemKind, i64), Vec<UserCard>>> {
    let at = db.read();
    let sql = each!(
        at,
        of_friends!(
            "$2",
            "i.kind AS item_kind, i.item_id, a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture",
            " AND i.item_id IN (SELECT CAST(value->>0 AS BIGINT) FROM "
        ),
        ") ORDER BY i.at DESC, a.id"
    );
    let listed = serde_json::to_string(&items.iter().map(|id| [id]).collect::<Vec<_>>()).map_err(crate::Error::from)?;
    let rows: Vec<SaverRow> = on!(at, at => sqlx::query_as(sql).bind(listed).bind(viewer).fetch_all(at).await)?;
    let mut named: HashMap<_, Vec<_>> = HashMap::new();
    for SaverRow { item_kind, item_id, friend } in rows {
        let friends = named.entry((item_kind, item_id)).or_default();
        if friends.len() < NAMED {
            friends.push(friend);
        }
    }
    Ok(named)
}
