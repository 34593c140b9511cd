//! Items of favourites: reels, offerings and companies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FavouriteFolder, subject};
use crate::{
    Db, Error,
    catalogue::offering::OfferingCard,
    company::public::CompanySummary,
    db::Tx,
    each, on,
    reel::{
        Reel, ReelCounts, Refusal, Result,
        reaction::{self, Counter},
    },
    types::{
        ids::{FavouriteFolderId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum items of a folder.
pub const MAX_ITEMS: i64 = 2_000;

/// Kind of a favourite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FavouriteKind)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ItemKind {
    Reel,
    /// Product, service or ticket.
    Offering,
    Company,
}

/// Favourite in a folder. Without a reel, an offering or a company, it is no longer available.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FavouriteItem {
    pub kind: ItemKind,
    /// Id of the reel, offering or company.
    pub id: i64,
    pub saved_at: Timestamp,
    pub reel: Option<Reel>,
    pub offering: Option<OfferingCard>,
    pub company: Option<CompanySummary>,
}

/// Folder of an item after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// `None` if the item is in no folder.
    pub folder: Option<FavouriteFolderId>,
    /// Counters of a reel.
    pub counts: Option<ReelCounts>,
}

/// Puts an item into a folder of its owner, or moves it there.
pub async fn save(
    db: &Db,
    owner: UserId,
    kind: ItemKind,
    id: i64,
    folder: FavouriteFolderId,
    now: Timestamp,
) -> Result<Saved> {
    check(db, owner, kind, id, now).await?;
    let mut tx = db.begin().await?;
    lock(&mut tx, owner, kind, id).await?;
    let (items,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT items FROM favourite_folder WHERE id = $1 AND owner_id = $2").bind(folder).bind(owner).fetch_one(at).await)?;
    let before = folder_of(&mut tx, owner, kind, id).await?;
    if before == Some(folder) {
        let counts = counts(&mut tx, kind, id, 0).await?;
        return Ok(Saved { folder: Some(folder), counts });
    }
    if items >= MAX_ITEMS {
        return Err(Refusal::Conflict("favourites.folder_full", "This folder is full.").into());
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO favourite_item (owner_id, kind, item_id, folder_id, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (owner_id, kind, item_id) DO UPDATE SET folder_id = $4, at = $5")
        .bind(owner).bind(kind).bind(id).bind(folder).bind(now).execute(at).await.map(drop))?;
    resize(&mut tx, folder, 1, now).await?;
    if let Some(before) = before {
        resize(&mut tx, before, -1, now).await?;
    }
    let counts = counts(&mut tx, kind, id, i64::from(before.is_none())).await?;
    tx.commit().await?;
    Ok(Saved { folder: Some(folder), counts })
}

/// Takes an item out of its folder. A repeat has no effect.
pub async fn remove(db: &Db, owner: UserId, kind: ItemKind, id: i64, now: Timestamp) -> Result<Saved> {
    let mut tx = db.begin().await?;
    lock(&mut tx, owner, kind, id).await?;
    let before = folder_of(&mut tx, owner, kind, id).await?;
    let Some(before) = before else {
        let counts = counts(&mut tx, kind, id, 0).await?;
        return Ok(Saved { folder: None, counts });
    };
    on!(tx.at(), at => sqlx::query("DELETE FROM favourite_item WHERE owner_id = $1 AND kind = $2 AND item_id = $3")
        .bind(owner).bind(kind).bind(id).execute(at).await.map(drop))?;
    resize(&mut tx, before, -1, now).await?;
    let counts = counts(&mut tx, kind, id, -1).await?;
    tx.commit().await?;
    Ok(Saved { folder: None, counts })
}

/// Returns those of these items that are favourites of the account, with their folders.
pub async fn places(
    db: &Db,
    owner: UserId,
    kind: ItemKind,
    ids: &[i64],
) -> crate::Result<Vec<(i64, FavouriteFolderId)>> {
    let at = db.read();
    let sql = each!(
        at,
        "SELECT item_id, folder_id FROM favourite_item
         WHERE owner_id = $2 AND kind = $3 AND item_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY item_id"
    );
    let named = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    Ok(on!(at, at => sqlx::query_as(sql).bind(named).bind(owner).bind(kind).fetch_all(at).await)?)
}

/// Returns an error unless the item exists and its owner may see it.
async fn check(db: &Db, owner: UserId, kind: ItemKind, id: i64, now: Timestamp) -> Result<()> {
    let is_there = !subject::read(db, owner, &[(kind, id)], now).await?.is_empty();
    if is_there { Ok(()) } else { Err(Error::NotFound.into()) }
}

/// Locks the owner, whose folders change, after the reel.
async fn lock(tx: &mut Tx, owner: UserId, kind: ItemKind, id: i64) -> Result<()> {
    if kind == ItemKind::Reel {
        reaction::lock(tx, ReelId(id)).await?;
    }
    Ok(tx.lock_accounts(&[owner.0]).await?)
}

async fn folder_of(tx: &mut Tx, owner: UserId, kind: ItemKind, id: i64) -> Result<Option<FavouriteFolderId>> {
    let row: Option<(FavouriteFolderId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT folder_id FROM favourite_item WHERE owner_id = $1 AND kind = $2 AND item_id = $3")
        .bind(owner).bind(kind).bind(id).fetch_optional(at).await)?;
    Ok(row.map(|(folder,)| folder))
}

async fn resize(tx: &mut Tx, folder: FavouriteFolderId, change: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE favourite_folder SET items = items + $2, updated_at = $3 WHERE id = $1")
        .bind(folder).bind(change).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

async fn counts(tx: &mut Tx, kind: ItemKind, id: i64, saves: i64) -> Result<Option<ReelCounts>> {
    match kind {
        ItemKind::Offering | ItemKind::Company => Ok(None),
        ItemKind::Reel => Ok(Some(reaction::count(tx, ReelId(id), Counter { saves, ..Counter::default() }).await?)),
    }
}

/// Returns a page of the items of a folder, of one kind or all, the newest first, and their number.
pub async fn list(
    db: &Db,
    folder: &FavouriteFolder,
    owner: UserId,
    kind: Option<ItemKind>,
    limit: i64,
    offset: i64,
    now: Timestamp,
) -> Result<(Vec<FavouriteItem>, i64)> {
    let rows: Vec<(ItemKind, i64, Timestamp)> = on!(db.read(), at => sqlx::query_as(
        "SELECT kind, item_id, at FROM favourite_item WHERE folder_id = $1 AND ($2 IS NULL OR kind = $2)
         ORDER BY at DESC, item_id LIMIT $3 OFFSET $4")
        .bind(folder.folder_id).bind(kind).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM favourite_item WHERE folder_id = $1 AND ($2 IS NULL OR kind = $2)")
        .bind(folder.folder_id).bind(kind).fetch_one(at).await)?;
    let items: Vec<_> = rows.iter().map(|(kind, id, _)| (*kind, *id)).collect();
    let mut subjects = subject::read(db, owner, &items, now).await?;
    let shown = |(kind, id, saved_at): (ItemKind, i64, Timestamp)| {
        let subject::Subject { reel, offering, company } = subjects.remove(&(kind, id)).unwrap_or_default();
        FavouriteItem { kind, id, saved_at, reel, offering, company }
    };
    Ok((rows.into_iter().map(shown).collect(), total))
}
