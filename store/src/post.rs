//! Posts of a person: reviews of companies and offerings, and comments on reels.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::review::ReviewedOffering,
    media::picture::{self, Picture},
    on,
    reel::visible,
    social,
    types::{
        ids::{MediaId, OfferingId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Kind of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum PostKind {
    Review,
    /// Comment on a reel.
    Comment,
}

/// Review or comment of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Post {
    pub kind: PostKind,
    /// Id of the review or comment.
    pub id: i64,
    pub at: Timestamp,
    pub text: String,
    /// Reviewed company, or that of the reel.
    pub company: PostCompany,
    /// Stars of a review, 1 to 5.
    pub rating: Option<i64>,
    /// Set if a review is about an offering.
    pub offering: Option<ReviewedOffering>,
    /// Reel of a comment.
    pub reel: Option<PostReel>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PostCompany {
    pub handle: String,
    pub name: String,
    pub logo: Option<Picture>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PostReel {
    pub id: ReelId,
    pub poster: Option<Picture>,
}

#[derive(sqlx::FromRow)]
struct Row {
    kind: PostKind,
    id: i64,
    at: Timestamp,
    text: String,
    rating: Option<i64>,
    offering_id: Option<OfferingId>,
    offering_name: Option<String>,
    reel_id: Option<ReelId>,
    poster_id: Option<MediaId>,
    handle: String,
    company_name: String,
    logo_id: Option<MediaId>,
    total: i64,
}

/// `$1` is the author, `$2` the viewer. What a member wrote for the company is the company's.
const SQL: &str = concat!(
    "WITH post AS (
        SELECT 'review' AS kind, r.id, r.created_at AS at, r.comments AS text, r.rating, r.offering_id, r.company_id,
            CAST(NULL AS BIGINT) AS reel_id
        FROM review r JOIN company c ON c.id = r.company_id WHERE r.author_id = $1 AND c.closed_at IS NULL
        UNION ALL
        SELECT 'comment', k.id, k.at, k.text, NULL, NULL, r.company_id, r.id
        FROM reel_comment k JOIN reel r ON r.id = k.reel_id JOIN company c ON c.id = r.company_id
        WHERE k.author_id = $1 AND NOT k.by_company AND (k.reports < 5 OR k.author_id = $2) AND ",
    visible!(),
    ")
     SELECT p.kind, p.id, p.at, p.text, p.rating, p.offering_id, o.name AS offering_name, p.reel_id, r.poster_id,
        c.handle, c.name AS company_name, c.logo_id, count(*) OVER () AS total
     FROM post p JOIN company c ON c.id = p.company_id LEFT JOIN offering o ON o.id = p.offering_id
        LEFT JOIN reel r ON r.id = p.reel_id
     ORDER BY p.at DESC, p.id DESC LIMIT $3 OFFSET $4"
);

/// Returns a page of the posts of `author` as `viewer` may see them, the newest first, and their total. Empty if the author
/// shows no activity to the viewer. Returns [`NotFound`](crate::Error::NotFound) for guests, companies, deleted
/// accounts and accounts that block the viewer.
pub async fn list(db: &Db, viewer: UserId, author: UserId, limit: i64, offset: i64) -> Result<(Vec<Post>, i64)> {
    if !social::shows_activity(db, viewer, author).await? {
        return Ok((Vec::new(), 0));
    }
    let page = async |limit: i64, offset: i64| -> Result<Vec<Row>> {
        Ok(on!(db.read(), at => sqlx::query_as(SQL)
            .bind(author).bind(viewer).bind(limit).bind(offset).fetch_all(at).await)?)
    };
    let rows = page(limit, offset).await?;
    let mut total = rows.first().map_or(0, |row| row.total);
    if rows.is_empty() && offset > 0 {
        // A page past the end has no row that carries the total.
        total = page(1, 0).await?.first().map_or(0, |row| row.total);
    }
    let pictures: Vec<MediaId> = rows.iter().flat_map(|row| row.poster_id.into_iter().chain(row.logo_id)).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    Ok((rows.into_iter().map(|row| row.post(&pictures)).collect(), total))
}

impl Row {
    fn post(self, pictures: &HashMap<MediaId, Picture>) -> Post {
        let picture = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
        Post {
            kind: self.kind,
            id: self.id,
            at: self.at,
            text: self.text,
            rating: self.rating,
            company: PostCompany { handle: self.handle, name: self.company_name, logo: picture(self.logo_id) },
            offering: self.offering_id.zip(self.offering_name).map(|(id, name)| ReviewedOffering { id, name }),
            reel: self.reel_id.map(|id| PostReel { id, poster: picture(self.poster_id) }),
        }
    }
}
