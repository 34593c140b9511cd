//! Reviews of companies and offerings, and what they say in sum.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{filter::Window, rating::Rating},
    db::conditions::Conditions,
    on,
    types::{
        ids::{CompanyId, OfferingId, ReviewId, UserId},
        timestamp::Timestamp,
    },
};

/// Quality that a reviewer saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum ProductQuality {
    Good,
    Average,
    Poor,
}

/// Review as visitors see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Review {
    pub id: ReviewId,
    pub author: ReviewAuthor,
    /// Stars, from 1 to 5.
    pub rating: i64,
    pub service_fast: bool,
    pub as_described: bool,
    pub meets_expectations: bool,
    pub product_quality: ProductQuality,
    pub comments: String,
    /// Answer of the company.
    pub reply: Option<String>,
    pub replied_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Null for a review of the company.
    pub offering: Option<ReviewedOffering>,
}

/// Author of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewAuthor {
    pub id: UserId,
    pub name: String,
    /// URL of the profile picture.
    pub picture: Option<String>,
}

/// Offering of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewedOffering {
    pub id: OfferingId,
    pub name: String,
}

/// Reviews in sum.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReviewSummary {
    /// Mean of the stars, with one decimal. Null without reviews.
    pub average: Option<f64>,
    pub count: i64,
    /// Number of reviews with 1, 2, 3, 4 and 5 stars.
    #[schema(min_items = 5, max_items = 5)]
    pub by_rating: Vec<i64>,
    /// Percentage of reviews that found the service fast.
    pub service_fast: i64,
    pub as_described: i64,
    pub meets_expectations: i64,
    pub quality: QualityCounts,
}

/// Number of reviews by quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct QualityCounts {
    pub good: i64,
    pub average: i64,
    pub poor: i64,
}

/// Columns of a summary; see [`SUMMARY`].
#[derive(sqlx::FromRow)]
pub(super) struct SummaryRow {
    review_count: i64,
    star_sum: i64,
    one: i64,
    two: i64,
    three: i64,
    four: i64,
    five: i64,
    fast: i64,
    described: i64,
    met: i64,
    #[sqlx(flatten)]
    quality: QualityCounts,
}

/// Aggregates of the reviews `r`.
macro_rules! summary_columns {
    () => {
        "count(r.id) AS review_count, CAST(COALESCE(SUM(r.rating), 0) AS BIGINT) AS star_sum,
            count(r.id) FILTER (WHERE r.rating = 1) AS one, count(r.id) FILTER (WHERE r.rating = 2) AS two,
            count(r.id) FILTER (WHERE r.rating = 3) AS three, count(r.id) FILTER (WHERE r.rating = 4) AS four,
            count(r.id) FILTER (WHERE r.rating = 5) AS five, count(r.id) FILTER (WHERE r.service_fast) AS fast,
            count(r.id) FILTER (WHERE r.as_described) AS described, count(r.id) FILTER (WHERE r.meets_expectations) AS met,
            count(r.id) FILTER (WHERE r.product_quality = 'good') AS good,
            count(r.id) FILTER (WHERE r.product_quality = 'average') AS average,
            count(r.id) FILTER (WHERE r.product_quality = 'poor') AS poor"
    };
}
pub(super) use summary_columns;

impl SummaryRow {
    pub fn summary(&self) -> ReviewSummary {
        let percent = |part: i64| {
            if self.review_count == 0 { 0 } else { (part * 100 + self.review_count / 2) / self.review_count }
        };
        ReviewSummary {
            average: Rating::new(self.star_sum, self.review_count).rating,
            count: self.review_count,
            by_rating: vec![self.one, self.two, self.three, self.four, self.five],
            service_fast: percent(self.fast),
            as_described: percent(self.described),
            meets_expectations: percent(self.met),
            quality: self.quality,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ReviewId,
    author_id: UserId,
    first_name: String,
    last_name: String,
    picture: Option<String>,
    rating: i64,
    service_fast: bool,
    as_described: bool,
    meets_expectations: bool,
    product_quality: ProductQuality,
    comments: String,
    reply: Option<String>,
    replied_at: Option<Timestamp>,
    created_at: Timestamp,
    offering_id: Option<OfferingId>,
    offering_name: Option<String>,
}

/// Selection of a company's reviews.
#[derive(Clone, Copy, Debug)]
pub struct ReviewFilter {
    pub company: CompanyId,
    /// Only reviews of this offering.
    pub offering: Option<OfferingId>,
    /// Only reviews with this many stars.
    pub rating: Option<i64>,
    /// Only reviews without an answer of the company.
    pub is_unanswered: bool,
}

impl ReviewFilter {
    pub(crate) fn query(&self) -> Conditions {
        let mut query = Conditions::new(
            "SELECT r.id, r.author_id, a.first_name, a.last_name, a.picture, r.rating, r.service_fast, r.as_described,
                r.meets_expectations, r.product_quality, r.comments, r.reply, r.replied_at, r.created_at, r.offering_id,
                o.name AS offering_name
             FROM review r JOIN account a ON a.id = r.author_id LEFT JOIN offering o ON o.id = r.offering_id
             WHERE ",
            Vec::new(),
        );
        self.add_conditions(&mut query);
        query.push(" ORDER BY r.created_at DESC, r.id DESC");
        query
    }

    fn add_conditions(&self, query: &mut Conditions) {
        query.bind("r.company_id = ?", self.company.0);
        if let Some(offering) = self.offering {
            query.bind(" AND r.offering_id = ?", offering.0);
        }
        if let Some(rating) = self.rating {
            query.bind(" AND r.rating = ?", rating);
        }
        if self.is_unanswered {
            query.push(" AND r.reply IS NULL");
        }
    }
}

/// Returns a page of reviews, newest first, and their total.
pub async fn list(db: &Db, filter: ReviewFilter, window: Window) -> Result<(Vec<Review>, i64)> {
    let mut count = Conditions::new("SELECT count(*) FROM review r WHERE ", Vec::new());
    filter.add_conditions(&mut count);
    let total = count.fetch::<(i64,)>(db).await?.first().map_or(0, |(count,)| *count);
    let rows: Vec<Row> =
        filter.query().bind(" LIMIT ?", window.limit).bind(" OFFSET ?", window.offset).fetch(db).await?;
    Ok((rows.into_iter().map(Row::review).collect(), total))
}

impl Row {
    fn review(self) -> Review {
        let name = format!("{} {}", self.first_name, self.last_name).trim().to_owned();
        Review {
            id: self.id,
            author: ReviewAuthor { id: self.author_id, name, picture: self.picture },
            rating: self.rating,
            service_fast: self.service_fast,
            as_described: self.as_described,
            meets_expectations: self.meets_expectations,
            product_quality: self.product_quality,
            comments: self.comments,
            reply: self.reply,
            replied_at: self.replied_at,
            created_at: self.created_at,
            offering: self.offering_id.zip(self.offering_name).map(|(id, name)| ReviewedOffering { id, name }),
        }
    }
}

/// Returns the reviews of a company in sum, those of its offerings included.
pub async fn summary(db: &Db, company: CompanyId, offering: Option<OfferingId>) -> Result<ReviewSummary> {
    let row: SummaryRow = on!(db.read(), at => sqlx::query_as(
        concat!("SELECT ", summary_columns!(), " FROM review r WHERE r.company_id = $1 AND ($2 = 0 OR r.offering_id = $2)"))
        .bind(company).bind(offering.map_or(0, |offering| offering.0)).fetch_one(at).await)?;
    Ok(row.summary())
}
