//! Folders of favourites.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Error,
    db::{Aggregate, Tx},
    each,
    favourite::ItemKind,
    media::picture::{self, Picture},
    on,
    reel::{
        Refusal, Result,
        reaction::{self, Counter},
    },
    types::{
        fold::fold,
        ids::{FavouriteFolderId, MediaId, ReelId, UserId},
        text,
        timestamp::Timestamp,
    },
};

/// Maximum folders of an account.
pub const MAX_FOLDERS: i64 = 200;
/// Maximum characters of a name.
const NAME_MAX: usize = 60;
/// Pictures in the preview of a folder.
const PREVIEWS: usize = 4;

/// Folder with its number of items and the pictures of its newest items.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FavouriteFolder)]
pub struct FavouriteFolder {
    pub folder_id: FavouriteFolderId,
    pub name: String,
    pub items: i64,
    /// At most 4.
    pub previews: Vec<Picture>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: FavouriteFolderId,
    name: String,
    items: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Returns a name without outer blanks and the key that makes it unique.
fn checked(name: &str) -> Result<(String, String), Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if !text::is_visible(&name) {
        return Err(Refusal::Field("name", "Favourite folder name required"));
    }
    if name.chars().count() > NAME_MAX || text::turns_direction(&name) || name.chars().any(char::is_control) {
        return Err(Refusal::Field("name", "A folder name has at most 60 characters."));
    }
    let key = fold(&name);
    Ok((name, key))
}

const TAKEN: Refusal = Refusal::Field("name", "You have a folder with this name already.");

/// Creates a folder.
pub async fn create(db: &Db, id: FavouriteFolderId, owner: UserId, name: &str, now: Timestamp) -> Result<()> {
    let (name, key) = checked(name)?;
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[owner.0]).await?;
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT count(*) FROM favourite_folder WHERE owner_id = $1").bind(owner).fetch_one(at).await)?;
    if count >= MAX_FOLDERS {
        return Err(Refusal::Conflict("favourites.too_many_folders", "You have too many folders.").into());
    }
    let created = on!(tx.at(), at => sqlx::query(
        "INSERT INTO favourite_folder (id, owner_id, name, name_key, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (owner_id, name_key) DO NOTHING")
        .bind(id).bind(owner).bind(name).bind(key).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if created == 0 {
        return Err(TAKEN.into());
    }
    tx.commit().await?;
    Ok(())
}

/// Renames a folder.
pub async fn rename(db: &Db, id: FavouriteFolderId, owner: UserId, name: &str, now: Timestamp) -> Result<()> {
    let (name, key) = checked(name)?;
    let renamed = on!(db.write(), at => sqlx::query(
        "UPDATE favourite_folder SET name = $3, name_key = $4, updated_at = $5 WHERE id = $1 AND owner_id = $2
         RETURNING id")
        .bind(id).bind(owner).bind(name).bind(key).bind(now).fetch_one(at).await.map(drop));
    match renamed.map_err(Error::from) {
        Err(Error::Taken) => Err(TAKEN.into()),
        other => Ok(other?),
    }
}

/// Deletes a folder with its items.
pub async fn delete(db: &Db, id: FavouriteFolderId, owner: UserId) -> Result<()> {
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query("UPDATE favourite_folder SET items = 0 WHERE id = $1 AND owner_id = $2 RETURNING id")
        .bind(id).bind(owner).fetch_one(at).await.map(drop))?;
    let reels: Vec<(ReelId,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET saves = saves - 1, revision = revision + 1
         WHERE id IN (SELECT item_id FROM favourite_item WHERE folder_id = $1 AND kind = 'reel') RETURNING id")
        .bind(id).fetch_all(at).await)?;
    reels.into_iter().for_each(|(reel,)| tx.changes(Aggregate::Reel(reel)));
    on!(tx.at(), at => sqlx::query("DELETE FROM favourite_folder WHERE id = $1")
        .bind(id).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(())
}

/// Moves the folders of `from` to `into`. Folders of the same name become one. An item that `into` has stays in its folder.
pub(crate) async fn merge(tx: &mut Tx, from: UserId, into: UserId, now: Timestamp) -> crate::Result<()> {
    let twice: Vec<(ItemKind, i64)> = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM favourite_item WHERE owner_id = $1 AND EXISTS (
            SELECT 1 FROM favourite_item o WHERE o.owner_id = $2 AND o.kind = favourite_item.kind
                AND o.item_id = favourite_item.item_id)
         RETURNING kind, item_id")
        .bind(from).bind(into).fetch_all(at).await)?;
    for id in twice.into_iter().filter(|(kind, _)| *kind == ItemKind::Reel).map(|(_, id)| ReelId(id)) {
        reaction::count(tx, id, Counter { saves: -1, ..Counter::default() }).await?;
    }
    let folders: Vec<(FavouriteFolderId, Option<FavouriteFolderId>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT f.id, o.id FROM favourite_folder f
         LEFT JOIN favourite_folder o ON o.owner_id = $2 AND o.name_key = f.name_key WHERE f.owner_id = $1")
        .bind(from).bind(into).fetch_all(at).await)?;
    for (folder, same) in folders {
        if same.is_none() {
            on!(tx.at(), at => sqlx::query("UPDATE favourite_folder SET owner_id = $2 WHERE id = $1")
                .bind(folder).bind(into).execute(at).await.map(drop))?;
        }
        let target = same.unwrap_or(folder);
        on!(tx.at(), at => sqlx::query("UPDATE favourite_item SET owner_id = $2, folder_id = $3 WHERE folder_id = $1")
            .bind(folder).bind(into).bind(target).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE favourite_folder SET updated_at = $2,
                items = (SELECT COUNT(*) FROM favourite_item WHERE folder_id = $1) WHERE id = $1")
            .bind(target).bind(now).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query("DELETE FROM favourite_folder WHERE owner_id = $1")
        .bind(from).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the number of items in all folders of an account.
pub async fn count_items(db: &Db, owner: UserId) -> crate::Result<i64> {
    let (items,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(sum(items), 0) AS BIGINT) FROM favourite_folder WHERE owner_id = $1")
        .bind(owner).fetch_one(at).await)?;
    Ok(items)
}

/// Returns a page of the folders of an account, the last changed first, and their number.
pub async fn list(db: &Db, owner: UserId, limit: i64, offset: i64) -> Result<(Vec<FavouriteFolder>, i64)> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, name, items, created_at, updated_at FROM favourite_folder WHERE owner_id = $1
         ORDER BY updated_at DESC, id DESC LIMIT $2 OFFSET $3")
        .bind(owner).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM favourite_folder WHERE owner_id = $1").bind(owner).fetch_one(at).await)?;
    Ok((shown(db, rows).await?, total))
}

/// Returns a folder of an account.
pub async fn find(db: &Db, id: FavouriteFolderId, owner: UserId) -> Result<FavouriteFolder> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT id, name, items, created_at, updated_at FROM favourite_folder WHERE id = $1 AND owner_id = $2")
        .bind(id).bind(owner).fetch_one(at).await)?;
    Ok(shown(db, vec![row]).await?.pop().ok_or(Error::NotFound)?)
}

/// Adds the previews to folders, with two queries.
async fn shown(db: &Db, rows: Vec<Row>) -> Result<Vec<FavouriteFolder>> {
    let at = db.read();
    // The newest items of each folder that have a picture, whether they are still public or not.
    let sql = each!(
        at,
        "SELECT i.folder_id, COALESCE(r.poster_id, c.cover_id, c.logo_id, (SELECT p.media_id FROM offering_picture p
                WHERE i.kind = 'offering' AND p.offering_id = i.item_id ORDER BY p.position, p.media_id LIMIT 1))
         FROM (SELECT folder_id, kind, item_id, at, row_number() OVER (PARTITION BY folder_id ORDER BY at DESC) AS place
               FROM favourite_item WHERE folder_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS i LEFT JOIN reel r ON i.kind = 'reel' AND r.id = i.item_id
            LEFT JOIN company c ON i.kind = 'company' AND c.id = i.item_id
         WHERE i.place <= 8 ORDER BY i.at DESC, i.item_id"
    );
    let ids = serde_json::to_string(&rows.iter().map(|row| [row.id]).collect::<Vec<_>>())?;
    let found: Vec<(FavouriteFolderId, Option<MediaId>)> =
        on!(at, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?;
    let media: Vec<_> = found.iter().filter_map(|(_, media)| *media).collect();
    let pictures = picture::find_all(db, &media).await?;
    let mut previews: HashMap<_, Vec<Picture>> = HashMap::new();
    for (folder, media) in found {
        let shown = previews.entry(folder).or_default();
        if shown.len() < PREVIEWS {
            shown.extend(media.and_then(|media| pictures.get(&media).cloned()));
        }
    }
    let folder = |row: Row| FavouriteFolder {
        previews: previews.remove(&row.id).unwrap_or_default(),
        folder_id: row.id,
        name: row.name,
        items: row.items,
        created_at: row.created_at,
        updated_at: row.updated_at,
    };
    Ok(rows.into_iter().map(folder).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_name_is_visible_and_unique_without_case() {
        assert_eq!(checked("  Été  à  Nice "), Ok(("Été à Nice".to_owned(), "ete a nice".to_owned())));
        assert_eq!(checked(" "), Err(Refusal::Field("name", "Favourite folder name required")));
        for name in [&"x".repeat(61), "a\u{202e}b"] {
            assert!(checked(name).is_err(), "{name:?}");
        }
    }
}
