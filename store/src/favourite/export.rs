//! Export of what an account does with reels, for its owner.

use serde::Serialize;
use utoipa::ToSchema;

use super::ItemKind;
use crate::{
    Db, Result, on,
    types::{
        ids::{CommentId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Reels that an account commented on or liked, and its favourites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExportedReels {
    pub comments: Vec<ExportedComment>,
    pub likes: Vec<ExportedLike>,
    pub favourites: Vec<ExportedFavourite>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedComment {
    pub id: CommentId,
    pub reel_id: ReelId,
    pub company: String,
    pub text: String,
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedLike {
    pub reel_id: ReelId,
    pub company: String,
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedFavourite {
    pub folder: String,
    pub kind: ItemKind,
    pub item_id: i64,
    pub at: Timestamp,
}

/// Reads what an account does with reels.
pub async fn of_account(db: &Db, id: UserId) -> Result<ExportedReels> {
    let comments = on!(db.read(), at => sqlx::query_as(
        "SELECT k.id, k.reel_id, c.name AS company, k.text, k.at FROM reel_comment k JOIN reel r ON r.id = k.reel_id
            JOIN company c ON c.id = r.company_id WHERE k.author_id = $1 ORDER BY k.id")
        .bind(id).fetch_all(at).await)?;
    let likes = on!(db.read(), at => sqlx::query_as(
        "SELECT l.reel_id, c.name AS company, l.at FROM reel_like l JOIN reel r ON r.id = l.reel_id
            JOIN company c ON c.id = r.company_id WHERE l.account_id = $1 ORDER BY l.at, l.reel_id")
        .bind(id).fetch_all(at).await)?;
    let favourites = on!(db.read(), at => sqlx::query_as(
        "SELECT f.name AS folder, i.kind, i.item_id, i.at FROM favourite_item i
            JOIN favourite_folder f ON f.id = i.folder_id WHERE i.owner_id = $1 ORDER BY i.at, i.item_id")
        .bind(id).fetch_all(at).await)?;
    Ok(ExportedReels { comments, likes, favourites })
}
