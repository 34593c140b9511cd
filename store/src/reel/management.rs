//! Reels of a company as its team manages them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Reel, ReelState, Refusal, Result, upload, view};
use crate::{
    Db,
    db::{Aggregate, Tx},
    each, on,
    types::{
        ids::{CompanyId, OfferingId, ReelId, UploadId},
        language::Language,
        text,
        timestamp::Timestamp,
    },
};

/// Maximum reels of a company that are not removed.
pub const MAX_REELS: i64 = 2_000;
/// Maximum offerings that a reel links.
pub const MAX_OFFERINGS: usize = 10;
/// Maximum characters of a caption.
pub const CAPTION_MAX: usize = 1_000;
/// Maximum reels in an order.
pub const MAX_ORDER: usize = 500;

/// Reel with its figures, for its company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OwnReel {
    #[serde(flatten)]
    pub reel: Reel,
    /// States that the company may choose next.
    pub next_states: Vec<ReelState>,
    /// Mean of the longest time that each account watched.
    pub mean_watched_ms: i64,
    pub results: ReelResults,
    /// Reports since the last review.
    pub reports: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Views of a reel and what they led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ReelResults {
    /// Accounts that have watched it.
    #[sqlx(rename = "views")]
    pub account_views: i64,
    /// Visitors without an account that have watched it: an estimate by network, with a standard error of 3 %.
    pub visitor_views: i64,
    /// Times that accounts began it.
    pub plays: i64,
    /// Accounts that watched it to the end.
    pub finished: i64,
    /// Accounts that opened an offering from it, each offering by itself.
    #[sqlx(rename = "opens")]
    pub account_opens: i64,
    /// The same of visitors: an estimate.
    pub visitor_opens: i64,
    /// Bookings that were not cancelled, of accounts that opened the offering from this reel at most seven days before,
    /// and from no other reel since.
    pub bookings: i64,
    /// Orders with such an offering that were not cancelled.
    pub orders: i64,
    /// Minor units of `currency`: these bookings and lines of orders, without what was paid back, delivery and tips.
    pub income: i64,
    /// ISO 4217 code.
    #[schema(example = "EUR")]
    pub currency: String,
}

#[derive(sqlx::FromRow)]
struct Figures {
    id: ReelId,
    watched_ms: i64,
    #[sqlx(flatten)]
    results: ReelResults,
    reports: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Columns of [`Figures`].
macro_rules! figures {
    () => {
        "SELECT id, watched_ms, views, visitor_views, plays, finished, opens, visitor_opens, bookings, orders, income,
            (SELECT c.currency FROM company c WHERE c.id = reel.company_id) AS currency, reports, created_at, updated_at
         FROM reel"
    };
}

/// Returns a page of a company's reels in one state, or in all but removed, and their number. The newest first.
pub async fn list(
    db: &Db,
    company: CompanyId,
    state: Option<ReelState>,
    limit: i64,
    offset: i64,
    now: Timestamp,
) -> Result<(Vec<OwnReel>, i64)> {
    const CONDITION: &str = "company_id = $1 AND (state = $2 OR ($2 IS NULL AND state <> 'removed'))";
    let rows = format!(
        "{} WHERE {CONDITION}
         ORDER BY position, COALESCE(number, 9007199254740991) DESC, id DESC LIMIT $3 OFFSET $4",
        figures!()
    );
    let count = format!("SELECT count(*) FROM reel WHERE {CONDITION}");
    let rows: Vec<Figures> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(company).bind(state).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(company).bind(state).fetch_one(at).await)?;
    Ok((with_figures(db, company, rows, now).await?, total))
}

/// Returns a reel of a company.
pub async fn find(db: &Db, id: ReelId, company: CompanyId, now: Timestamp) -> Result<OwnReel> {
    let row: Figures = on!(db.read(), at => sqlx::query_as(concat!(figures!(), " WHERE id = $1 AND company_id = $2"))
        .bind(id).bind(company).fetch_one(at).await)?;
    let found = with_figures(db, company, vec![row], now).await?.pop();
    Ok(found.ok_or(crate::Error::NotFound)?)
}

async fn with_figures(db: &Db, company: CompanyId, rows: Vec<Figures>, now: Timestamp) -> crate::Result<Vec<OwnReel>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let reels = view::own(db, &ids, company, now).await?;
    let own = |(reel, row): (Reel, Figures)| OwnReel {
        next_states: reel.state.next().to_vec(),
        reel,
        mean_watched_ms: row.watched_ms / row.results.account_views.max(1),
        results: row.results,
        reports: row.reports,
        created_at: row.created_at,
        updated_at: row.updated_at,
    };
    Ok(reels.into_iter().zip(rows).map(own).collect())
}

/// Content of a reel. `None` leaves a field unchanged.
#[derive(Clone, Debug, Default)]
pub struct ReelChange {
    pub caption: Option<String>,
    pub language: Option<Language>,
    /// Offerings in order.
    pub offerings: Option<Vec<OfferingId>>,
}

impl ReelChange {
    /// Returns the caption without outer blanks.
    fn caption(&self) -> Result<Option<&str>, Refusal> {
        let caption = self.caption.as_deref().map(str::trim);
        match caption {
            Some(caption) if caption.chars().count() > CAPTION_MAX => {
                Err(Refusal::Field("caption", "A caption has at most 1,000 characters."))
            }
            Some(caption) if text::turns_direction(caption) => {
                Err(Refusal::Field("caption", "A caption must not contain characters that turn its direction."))
            }
            caption => Ok(caption),
        }
    }
}

/// Makes a draft of a video that was uploaded. An upload makes one reel.
pub async fn create(
    db: &Db,
    id: ReelId,
    company: CompanyId,
    video: UploadId,
    content: &ReelChange,
    now: Timestamp,
) -> Result<()> {
    let caption = content.caption()?.unwrap_or_default();
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT count(*) FROM reel WHERE company_id = $1 AND state <> 'removed'")
        .bind(company).fetch_one(at).await)?;
    if count >= MAX_REELS {
        return Err(Refusal::Conflict("reel.too_many", "Remove a reel first: there are too many.").into());
    }
    let files = upload::consume(&mut tx, video, company, now).await?;
    tx.changes(Aggregate::Reel(id));
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel (id, company_id, state, video_id, small_video_id, poster_id, caption, language, created_at,
            updated_at)
         VALUES ($1, $2, 'draft', $3, $4, $5, $6, $7, $8, $8)")
        .bind(id).bind(company).bind(files.video).bind(files.small_video).bind(files.poster).bind(caption)
        .bind(content.language.unwrap_or(Language::FALLBACK).code()).bind(now).execute(at).await.map(drop))?;
    if let Some(offerings) = &content.offerings {
        link(&mut tx, id, company, offerings).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Changes the content of a reel that is not removed.
pub async fn change(db: &Db, id: ReelId, company: CompanyId, change: &ReelChange, now: Timestamp) -> Result<()> {
    let caption = change.caption()?;
    changeable(db, id, company).await?;
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(id));
    tx.changes(Aggregate::Market);
    on!(tx.at(), at => sqlx::query(
        "UPDATE reel SET caption = coalesce($3, caption), language = coalesce($4, language), updated_at = $5
         WHERE id = $1 AND company_id = $2 AND state <> 'removed' RETURNING id")
        .bind(id).bind(company).bind(caption).bind(change.language.map(Language::code)).bind(now)
        .fetch_one(at).await.map(drop))?;
    if let Some(offerings) = &change.offerings {
        link(&mut tx, id, company, offerings).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Returns an error unless the reel belongs to the company and is not removed.
pub(super) async fn changeable(db: &Db, id: ReelId, company: CompanyId) -> Result<()> {
    let (state,): (ReelState,) = on!(db.read(), at => sqlx::query_as(
        "SELECT state FROM reel WHERE id = $1 AND company_id = $2").bind(id).bind(company).fetch_one(at).await)?;
    if state == ReelState::Removed { Err(Refusal::STATE.into()) } else { Ok(()) }
}

/// Links offerings of the company in this order, in place of the earlier ones.
async fn link(tx: &mut Tx, id: ReelId, company: CompanyId, offerings: &[OfferingId]) -> Result<()> {
    const UNKNOWN: Refusal = Refusal::Field("offerings", "Choose offerings of your own that are on sale.");
    if offerings.len() > MAX_OFFERINGS {
        return Err(Refusal::Field("offerings", "A reel links at most 10 offerings.").into());
    }
    on!(tx.at(), at => sqlx::query("DELETE FROM reel_offering WHERE reel_id = $1")
        .bind(id).execute(at).await.map(drop))?;
    if offerings.is_empty() {
        return Ok(());
    }
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO reel_offering (reel_id, offering_id, position)
         SELECT $2, o.id, CAST(value->>1 AS BIGINT) FROM ",
        " JOIN offering o ON o.id = CAST(value->>0 AS BIGINT)
         WHERE o.company_id = $3 AND o.state = 'active' ON CONFLICT DO NOTHING"
    );
    let places = serde_json::to_string(&offerings.iter().zip(0_i64..).collect::<Vec<_>>())?;
    let linked = on!(at, at => sqlx::query(sql).bind(places).bind(id).bind(company)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if usize::try_from(linked).unwrap_or(0) == offerings.len() { Ok(()) } else { Err(UNKNOWN.into()) }
}

/// Sorts the reels of a company's page. Reels that are not named come behind.
pub async fn reorder(db: &Db, company: CompanyId, ids: &[ReelId]) -> Result<()> {
    if ids.len() > MAX_ORDER {
        return Err(Refusal::Field("ids", "Name at most 500 reels.").into());
    }
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    on!(tx.at(), at => sqlx::query("UPDATE reel SET position = $2 WHERE company_id = $1 AND position <> $2")
        .bind(company).bind(i64::try_from(ids.len()).unwrap_or(i64::MAX)).execute(at).await.map(drop))?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE reel SET position = p.place
         FROM (SELECT CAST(value->>0 AS BIGINT) AS id, CAST(value->>1 AS BIGINT) AS place FROM ",
        ") AS p WHERE reel.id = p.id AND reel.company_id = $2"
    );
    let places = serde_json::to_string(&ids.iter().zip(0_i64..).collect::<Vec<_>>())?;
    let known = on!(at, at => sqlx::query(sql).bind(places).bind(company)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if usize::try_from(known).unwrap_or(0) != ids.len() {
        return Err(Refusal::Field("ids", "Name your own reels, each once.").into());
    }
    ids.iter().for_each(|id| tx.changes(Aggregate::Reel(*id)));
    tx.commit().await?;
    Ok(())
}
