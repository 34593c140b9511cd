//! Reels of the index: found by caption with its tags, company, and the offerings that they link.

use super::{
    company_table::CompanyEntry,
    documents::{Attributes, Document, Key, PLACE_LAST, category_term, topic_term},
    lexicon::lexicon,
    text::indexed,
};
use crate::{
    Db, Result,
    catalogue::{category::CATEGORIES, detail_filter::DetailValues},
    each, on,
    types::{
        currency::ComparablePrice,
        ids::{CompanyId, OfferingId, ReelId, UserId},
    },
};

/// Row of a published reel.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ReelRow {
    id: ReelId,
    pub company_id: CompanyId,
    caption: String,
    /// Names of the linked offerings that are for sale.
    offerings: Option<String>,
    /// Newer reels of the company, counted up to [`PLACE_LAST`].
    place: i64,
}

macro_rules! rows {
    ($at:expr, $column:literal) => {
        each!(
            $at,
            concat!(
                "SELECT r.id, r.company_id, r.caption,
                    (SELECT string_agg(o.name, ' ') FROM reel_offering l JOIN offering o ON o.id = l.offering_id
                     WHERE l.reel_id = r.id AND o.state = 'active') AS offerings,
                    (SELECT count(*) FROM (
                        SELECT 1 FROM reel n WHERE n.company_id = r.company_id AND n.state = 'published'
                            AND n.number > r.number LIMIT $2) AS newer) AS place
                 FROM reel r WHERE r.state = 'published' AND r.",
                $column,
                " IN (SELECT CAST(value->>0 AS BIGINT) FROM "
            ),
            ")"
        )
    };
}

/// Reads the published reels of companies.
pub(super) async fn of(db: &Db, companies: &[CompanyId]) -> Result<Vec<ReelRow>> {
    let ids = serde_json::to_string(&companies.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = rows!(at, "company_id");
    Ok(on!(at, at => sqlx::query_as(sql).bind(&ids).bind(PLACE_LAST).fetch_all(at).await)?)
}

/// Reads those of these reels that are published.
pub(super) async fn rows(db: &Db, reels: &[ReelId]) -> Result<Vec<ReelRow>> {
    let ids = serde_json::to_string(&reels.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = rows!(at, "id");
    Ok(on!(at, at => sqlx::query_as(sql).bind(&ids).bind(PLACE_LAST).fetch_all(at).await)?)
}

/// Returns the reels that link one of these offerings.
pub(super) async fn linking(db: &Db, offerings: &[OfferingId]) -> Result<Vec<ReelId>> {
    let ids = serde_json::to_string(&offerings.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT DISTINCT reel_id FROM reel_offering WHERE offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<(ReelId,)> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the published reels of the companies of these reels: a reel that comes or goes changes the places of the others.
pub(super) async fn beside(db: &Db, reels: &[ReelId]) -> Result<Vec<ReelId>> {
    let ids = serde_json::to_string(&reels.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id FROM reel WHERE state = 'published' AND company_id IN (
            SELECT company_id FROM reel WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        "))"
    );
    let rows: Vec<(ReelId,)> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the companies whose reels an account does not want to see: those that it muted or blocked, and those whose
/// account blocks it.
pub(super) async fn unwanted(db: &Db, viewer: Option<UserId>) -> Result<Vec<CompanyId>> {
    let Some(viewer) = viewer else { return Ok(Vec::new()) };
    let rows: Vec<(CompanyId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM reel_taste WHERE account_id = $1 AND muted_at IS NOT NULL
         UNION SELECT c.id FROM block b JOIN company c ON c.account_id = b.blocked_id WHERE b.blocker_id = $1
         UNION SELECT c.id FROM block b JOIN company c ON c.account_id = b.blocker_id WHERE b.blocked_id = $1")
        .bind(viewer).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

impl ReelRow {
    /// Makes the document. Category, rating, price and place of a reel are those of its company.
    pub fn document(&self, company: &CompanyEntry) -> Document {
        let offerings = self.offerings.as_deref().unwrap_or_default();
        let categories = || (0..).zip(CATEGORIES).filter(|(number, _)| company.categories >> number & 1 == 1);
        let mut topics: Vec<_> = categories()
            .flat_map(|(_, category)| lexicon().topics_of(&[&self.caption, offerings], category.key))
            .map(topic_term)
            .collect();
        topics.sort_unstable();
        topics.dedup();
        topics.extend(categories().map(|(_, category)| category_term(category.key)));
        Document {
            key: Key::reel(self.id),
            company: self.company_id,
            attributes: Attributes::default()
                .with_tenths(company.rating.tenths)
                .with_prior(company.rating.prior)
                .with_place(self.place.clamp(0, PLACE_LAST).unsigned_abs()),
            price: company.comparable.map_or_else(ComparablePrice::default, |(low, _)| low),
            details: DetailValues::default(),
            name: indexed(&self.caption),
            place: indexed(&format!("{} {}", company.name, company.city)),
            about: indexed(offerings),
            topics,
        }
    }
}
