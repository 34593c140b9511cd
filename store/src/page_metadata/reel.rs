//! Facts about the page of a reel.

use super::{PagePicture, PictureColumns};
use crate::{
    Db, Result, media, on,
    types::{ids::ReelId, language::Language, timestamp::Timestamp},
};

/// Facts about the page of a reel that everybody may see.
#[derive(Clone, Debug, PartialEq)]
pub struct ReelPage {
    pub id: ReelId,
    pub caption: String,
    /// Language of caption and speech.
    pub language: Language,
    pub published_at: Timestamp,
    pub views: i64,
    pub likes: i64,
    pub company_handle: String,
    pub company_name: String,
    pub city: String,
    pub poster: Option<PagePicture>,
    pub video: Option<PageVideo>,
}

/// Video of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageVideo {
    /// URL path of the file.
    pub url: String,
    pub mime: String,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub duration_ms: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ReelId,
    caption: String,
    language: String,
    published_at: Timestamp,
    views: i64,
    likes: i64,
    company_handle: String,
    company_name: String,
    city: String,
    #[sqlx(flatten)]
    poster: PictureColumns,
    video_key: Option<String>,
    video_mime: Option<String>,
    video_width: Option<i64>,
    video_height: Option<i64>,
    video_duration_ms: Option<i64>,
}

/// Returns the facts about a published reel of a company that is not closed, with one query.
pub async fn find(db: &Db, id: ReelId) -> Result<ReelPage> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.caption, r.language, r.published_at, r.views + r.visitor_views AS views, r.likes, c.handle AS company_handle,
            c.name AS company_name, c.city,
            p.key AS picture_key, p.width AS picture_width, p.height AS picture_height,
            v.key AS video_key, v.mime AS video_mime, v.width AS video_width, v.height AS video_height,
            v.duration_ms AS video_duration_ms
         FROM reel r JOIN company c ON c.id = r.company_id
            LEFT JOIN media p ON p.id = r.poster_id LEFT JOIN media v ON v.id = r.video_id
         WHERE r.id = $1 AND r.state = 'published' AND c.closed_at IS NULL")
        .bind(id).fetch_one(at).await)?;
    let video = row.video_key.zip(row.video_mime).map(|(key, mime)| PageVideo {
        url: media::url(&key),
        mime,
        width: row.video_width,
        height: row.video_height,
        duration_ms: row.video_duration_ms,
    });
    Ok(ReelPage {
        id: row.id,
        caption: row.caption,
        language: row.language.parse().unwrap_or(Language::FALLBACK),
        published_at: row.published_at,
        views: row.views,
        likes: row.likes,
        company_handle: row.company_handle,
        company_name: row.company_name,
        city: row.city,
        poster: row.poster.picture(),
        video,
    })
}
