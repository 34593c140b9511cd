//! Pictures and videos on the page of a company, in its order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::UPLOAD_AGAIN;
use crate::{
    Db, Error,
    company::events::{CompanyPicture, PictureOfCompany},
    each,
    media::{self, MediaKind},
    offering_management::{CatalogueError, Editor, Result},
    on,
    types::{
        ids::{CompanyId, MediaId},
        validation::lines,
    },
};

/// Maximum pictures and videos of a company.
pub const GALLERY_MAX: i64 = 100;
/// Maximum characters of a caption.
const CAPTION_MAX: usize = 200;

/// Picture or video of the caller's company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GalleryItem {
    #[serde(flatten)]
    pub item: CompanyPicture,
    /// The company shows it at the head of its page and in lists.
    pub is_cover: bool,
}

/// Uploaded file to add.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GalleryForm {
    pub media_id: MediaId,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub caption: String,
    /// Index among the pictures. The last by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99)]
    pub position: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    item: PictureOfCompany,
    is_cover: bool,
}

/// Returns the pictures and videos of a company in their order.
pub async fn list(db: &Db, company: CompanyId) -> crate::Result<Vec<GalleryItem>> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.id, m.key, m.width, m.height, m.placeholder, m.kind, m.poster, m.duration_ms, p.caption,
            COALESCE(c.cover_id = m.id, FALSE) AS is_cover
         FROM company_picture p JOIN media m ON m.id = p.media_id JOIN company c ON c.id = p.company_id
         WHERE p.company_id = $1 ORDER BY p.position, p.media_id LIMIT $2")
        .bind(company).bind(GALLERY_MAX).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|row| GalleryItem { item: row.item.shown(), is_cover: row.is_cover }).collect())
}

/// Returns the trimmed caption.
fn checked(caption: &str) -> Result<String> {
    let fits = lines(caption, CAPTION_MAX).filter(|text| !text.contains('\n'));
    fits.ok_or_else(|| CatalogueError::field("caption", format!("Enter at most {CAPTION_MAX} characters.")))
}

impl Editor<'_> {
    /// Adds an uploaded picture or video.
    pub async fn add_to_gallery(&self, form: &GalleryForm) -> Result<()> {
        let caption = checked(&form.caption)?;
        let mut tx = self.begin().await?;
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT count(*) FROM company_picture WHERE company_id = $1").bind(self.company).fetch_one(at).await)?;
        if count >= GALLERY_MAX {
            let message = format!("A company has at most {GALLERY_MAX} pictures and videos.");
            return Err(CatalogueError::field("media_id", message));
        }
        let kind = self.own_file(&mut tx, form.media_id).await?;
        if !matches!(kind, Some(MediaKind::Image | MediaKind::Video)) {
            return Err(CatalogueError::field("media_id", UPLOAD_AGAIN));
        }
        let position = form.position.unwrap_or(count).clamp(0, count);
        // Positions have gaps after a removal.
        on!(tx.at(), at => sqlx::query(
            "UPDATE company_picture SET position = ranked.place + CASE WHEN ranked.place >= $2 THEN 1 ELSE 0 END
             FROM (SELECT media_id AS id, row_number() OVER (ORDER BY position, media_id) - 1 AS place
                FROM company_picture WHERE company_id = $1) AS ranked
             WHERE company_picture.media_id = ranked.id AND company_picture.company_id = $1")
            .bind(self.company).bind(position).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO company_picture (company_id, media_id, caption, position) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, media_id) DO UPDATE SET caption = excluded.caption")
            .bind(self.company).bind(form.media_id).bind(caption).bind(position).execute(at).await.map(drop))?;
        Ok(tx.commit().await?)
    }

    pub async fn set_caption(&self, id: MediaId, caption: &str) -> Result<()> {
        let caption = checked(caption)?;
        let mut tx = self.begin().await?;
        let changed = on!(tx.at(), at => sqlx::query(
            "UPDATE company_picture SET caption = $3 WHERE company_id = $1 AND media_id = $2")
            .bind(self.company).bind(id).bind(caption).execute(at).await.map(|done| done.rows_affected()))?;
        if changed == 0 { Err(Error::NotFound.into()) } else { Ok(tx.commit().await?) }
    }

    /// Sets the order of the pictures. Returns [`Error::NotFound`] if one is not the company's.
    pub async fn reorder_gallery(&self, ids: &[MediaId]) -> Result<()> {
        let rows = serde_json::to_string(&ids.iter().zip(0_i64..).collect::<Vec<_>>())?;
        let mut tx = self.begin().await?;
        let at = tx.at();
        let sql = each!(
            at,
            "UPDATE company_picture SET position = moved.place
             FROM (SELECT CAST(value->>0 AS BIGINT) AS id, CAST(value->>1 AS BIGINT) AS place FROM ",
            ") AS moved WHERE company_picture.media_id = moved.id AND company_picture.company_id = $2"
        );
        let moved = on!(at, at => sqlx::query(sql).bind(rows).bind(self.company)
            .execute(at).await.map(|done| done.rows_affected()))?;
        if usize::try_from(moved).ok() != Some(ids.len()) {
            return Err(Error::NotFound.into());
        }
        Ok(tx.commit().await?)
    }

    /// Removes a picture or video, also as cover. The file stays for a while, so that it can be added again.
    pub async fn remove_from_gallery(&self, id: MediaId) -> Result<()> {
        let mut tx = self.begin().await?;
        on!(tx.at(), at => sqlx::query(
            "DELETE FROM company_picture WHERE company_id = $1 AND media_id = $2 RETURNING media_id")
            .bind(self.company).bind(id).fetch_one(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("UPDATE company SET cover_id = NULL WHERE id = $1 AND cover_id = $2")
            .bind(self.company).bind(id).execute(at).await.map(drop))?;
        media::release(&mut tx, &[id]).await?;
        Ok(tx.commit().await?)
    }
}
