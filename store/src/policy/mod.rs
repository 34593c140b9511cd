//! Policies of a company: terms of its bookings, rules and facilities of its place, directions.

use std::ops::RangeInclusive;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{category::Category, facility::Facility},
    db::{Aggregate, Tx},
    each, on,
    types::{
        ids::{CompanyId, PolicyId},
        timestamp::Timestamp,
        validation::{line, lines},
    },
};

/// Maximum entries of a kind per company.
pub const MAX_PER_KIND: usize = 50;
/// Hours before the start until which a company may let customers cancel for free: at most 30 days.
pub const FREE_CANCEL_HOURS: RangeInclusive<i64> = 0..=720;
/// Share of the total that a late cancellation may cost.
pub const CANCEL_FEE_PERCENT: RangeInclusive<i64> = 0..=100;

/// Subject of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum PolicyKind {
    Cancellation,
    Rule,
    Refund,
    Privacy,
    Facility,
    /// Directions to the company.
    Directions,
}

impl PolicyKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cancellation => "cancellation",
            Self::Rule => "rule",
            Self::Refund => "refund",
            Self::Privacy => "privacy",
            Self::Facility => "facility",
            Self::Directions => "directions",
        }
    }
}

/// Entry of a company's policies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Policy {
    pub id: PolicyId,
    pub kind: PolicyKind,
    /// Key of the category that it applies to. Null: all.
    pub category: Option<String>,
    /// Empty for a facility of the list, which has a label of its own.
    pub title: String,
    /// Plain text with line breaks.
    pub text: String,
    /// Key of a facility of the list.
    pub facility: Option<String>,
    /// Index among the entries of its kind, from 0.
    pub position: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Terms of cancellation that the server applies to bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CancellationTerms {
    /// A booking is cancelled for free until this many hours before its start.
    pub free_cancel_hours: i64,
    /// Share of the total that a later cancellation costs.
    pub cancel_fee_percent: i64,
}

/// Terms to change. `None` leaves a value unchanged. All values are validated.
#[derive(Clone, Copy, Debug, Default)]
pub struct TermsChange {
    pub free_cancel_hours: Option<i64>,
    pub cancel_fee_percent: Option<i64>,
}

/// Title of 1 to 120 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title(String);

impl std::str::FromStr for Title {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        line(text, 120).map(Self).ok_or("Enter 1 to 120 characters.")
    }
}

/// Text of at most 5,000 characters on any number of lines. May be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyText(String);

impl std::str::FromStr for PolicyText {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Texts pasted from a document contain tabs.
        lines(&text.replace('\t', " "), 5_000).map(Self).ok_or("Enter at most 5,000 characters.")
    }
}

/// Name of an entry.
#[derive(Clone, Debug)]
pub enum PolicyName {
    Title(Title),
    Facility(&'static Facility),
}

impl PolicyName {
    fn title(&self) -> &str {
        match self {
            Self::Title(title) => &title.0,
            Self::Facility(_) => "",
        }
    }

    fn facility(&self) -> Option<&'static str> {
        match self {
            Self::Title(_) => None,
            Self::Facility(facility) => Some(facility.key),
        }
    }
}

/// Entry to add. All values are validated.
#[derive(Clone, Debug)]
pub struct NewPolicy {
    pub id: PolicyId,
    pub kind: PolicyKind,
    pub category: Option<&'static Category>,
    pub name: PolicyName,
    pub text: Option<PolicyText>,
    /// Index among the entries of its kind. The last by default.
    pub position: Option<i64>,
    pub created_at: Timestamp,
}

/// Fields of an entry to change. `None` leaves a field unchanged; `Some(None)` clears it. All values are validated.
#[derive(Clone, Debug, Default)]
pub struct PolicyChange {
    pub category: Option<Option<&'static Category>>,
    pub name: Option<PolicyName>,
    pub text: Option<PolicyText>,
    pub position: Option<i64>,
}

/// Reason for which an entry is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyError {
    /// The company has the maximum of entries of this kind.
    TooMany,
    /// The company has this facility already.
    FacilityListed,
}

/// Entries to list.
#[derive(Clone, Copy, Debug)]
pub struct PolicyQuery {
    pub kind: PolicyKind,
    /// Only entries that apply to this category, including those for all categories.
    pub category: Option<&'static Category>,
    pub limit: i64,
    pub offset: i64,
}

/// Returns a page of the company's entries and their total number.
pub async fn list(db: &Db, company: CompanyId, query: PolicyQuery) -> Result<(Vec<Policy>, i64)> {
    let category = query.category.map(|category| category.key);
    let entries = on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, category, title, text, facility, position, created_at, updated_at FROM policy
         WHERE company_id = $1 AND kind = $2 AND ($3 IS NULL OR category IS NULL OR category = $3)
         ORDER BY position, id LIMIT $4 OFFSET $5")
        .bind(company).bind(query.kind).bind(category).bind(query.limit).bind(query.offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM policy
         WHERE company_id = $1 AND kind = $2 AND ($3 IS NULL OR category IS NULL OR category = $3)")
        .bind(company).bind(query.kind).bind(category).fetch_one(at).await)?;
    Ok((entries, total))
}

/// Returns the company's terms of cancellation.
pub async fn terms(db: &Db, company: CompanyId) -> Result<CancellationTerms> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT free_cancel_hours, cancel_fee_percent FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?)
}

/// Changes the company's terms of cancellation.
pub async fn change_terms(db: &Db, company: CompanyId, terms: TermsChange) -> Result<CancellationTerms> {
    let mut tx = db.begin().await?;
    let now = lock_and_update_terms(&mut tx, company, terms).await?;
    tx.commit().await?;
    Ok(now)
}

/// Adds an entry and changes the terms atomically.
pub async fn add(
    db: &Db,
    company: CompanyId,
    new: &NewPolicy,
    terms: TermsChange,
) -> Result<Result<Policy, PolicyError>> {
    let mut tx = db.begin().await?;
    lock_and_update_terms(&mut tx, company, terms).await?;
    let count = order(&mut tx, company, new.kind).await?.len();
    if count >= MAX_PER_KIND {
        return Ok(Err(PolicyError::TooMany));
    }
    if is_listed(&mut tx, company, new.id, &new.name).await? {
        return Ok(Err(PolicyError::FacilityListed));
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO policy (id, company_id, kind, category, title, text, facility, position, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)")
        .bind(new.id).bind(company).bind(new.kind).bind(new.category.map(|category| category.key))
        .bind(new.name.title()).bind(new.text.as_ref().map_or("", |text| text.0.as_str()))
        .bind(new.name.facility()).bind(i64::try_from(count).unwrap_or(i64::MAX)).bind(new.created_at)
        .execute(at).await.map(drop))?;
    if let Some(index) = new.position {
        move_to(&mut tx, company, new.kind, new.id, index).await?;
    }
    let added = find(&mut tx, new.id).await?;
    tx.commit().await?;
    Ok(Ok(added))
}

/// Changes an entry and the terms atomically. Returns [`Error::NotFound`](crate::Error::NotFound) if the company has no
/// such entry of this kind.
pub async fn change(
    db: &Db,
    company: CompanyId,
    (kind, id): (PolicyKind, PolicyId),
    change: &PolicyChange,
    terms: TermsChange,
    now: Timestamp,
) -> Result<Result<Policy, PolicyError>> {
    let mut tx = db.begin().await?;
    lock_and_update_terms(&mut tx, company, terms).await?;
    let name = change.name.as_ref();
    on!(tx.at(), at => sqlx::query_as::<_, (PolicyId,)>(
        "UPDATE policy SET title = coalesce($4, title), text = coalesce($5, text), updated_at = $6,
            category = CASE WHEN $7 THEN $8 ELSE category END,
            facility = CASE WHEN $9 THEN $10 ELSE facility END
         WHERE id = $1 AND company_id = $2 AND kind = $3 RETURNING id")
        .bind(id).bind(company).bind(kind).bind(name.map(PolicyName::title))
        .bind(change.text.as_ref().map(|text| text.0.as_str())).bind(now)
        .bind(change.category.is_some()).bind(change.category.flatten().map(|category| category.key))
        .bind(name.is_some()).bind(name.and_then(PolicyName::facility))
        .fetch_one(at).await)?;
    if let Some(name) = name
        && is_listed(&mut tx, company, id, name).await?
    {
        return Ok(Err(PolicyError::FacilityListed));
    }
    if let Some(index) = change.position {
        move_to(&mut tx, company, kind, id, index).await?;
    }
    let changed = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Ok(changed))
}

/// Deletes an entry. Returns [`Error::NotFound`](crate::Error::NotFound) if the company has no such entry of this kind.
pub async fn delete(db: &Db, company: CompanyId, kind: PolicyKind, id: PolicyId) -> Result<()> {
    let mut tx = db.begin().await?;
    lock_and_update_terms(&mut tx, company, TermsChange::default()).await?;
    on!(tx.at(), at => sqlx::query_as::<_, (PolicyId,)>(
        "DELETE FROM policy WHERE id = $1 AND company_id = $2 AND kind = $3 RETURNING id")
        .bind(id).bind(company).bind(kind).fetch_one(at).await)?;
    let rest = order(&mut tx, company, kind).await?;
    number(&mut tx, &rest).await?;
    tx.commit().await
}

/// Updates the terms. Also locks the company's row, so that concurrent changes keep limit and order of its policies.
async fn lock_and_update_terms(tx: &mut Tx, company: CompanyId, terms: TermsChange) -> Result<CancellationTerms> {
    tx.changes(Aggregate::Company(company));
    Ok(on!(tx.at(), at => sqlx::query_as(
        "UPDATE company SET free_cancel_hours = coalesce($2, free_cancel_hours),
            cancel_fee_percent = coalesce($3, cancel_fee_percent)
         WHERE id = $1 RETURNING free_cancel_hours, cancel_fee_percent")
        .bind(company).bind(terms.free_cancel_hours).bind(terms.cancel_fee_percent).fetch_one(at).await)?)
}

/// Returns true if an entry other than `id` names the same facility of the list.
async fn is_listed(tx: &mut Tx, company: CompanyId, id: PolicyId, name: &PolicyName) -> Result<bool> {
    let Some(facility) = name.facility() else { return Ok(false) };
    let found: Option<(PolicyId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id FROM policy WHERE company_id = $1 AND facility = $2 AND id <> $3")
        .bind(company).bind(facility).bind(id).fetch_optional(at).await)?;
    Ok(found.is_some())
}

async fn find(tx: &mut Tx, id: PolicyId) -> Result<Policy> {
    Ok(on!(tx.at(), at => sqlx::query_as(
        "SELECT id, kind, category, title, text, facility, position, created_at, updated_at FROM policy WHERE id = $1")
        .bind(id).fetch_one(at).await)?)
}

/// Returns the ids of a kind in their order.
async fn order(tx: &mut Tx, company: CompanyId, kind: PolicyKind) -> Result<Vec<PolicyId>> {
    let rows: Vec<(PolicyId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id FROM policy WHERE company_id = $1 AND kind = $2 ORDER BY position, id")
        .bind(company).bind(kind).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Moves an entry to an index among the entries of its kind, or to their end.
async fn move_to(tx: &mut Tx, company: CompanyId, kind: PolicyKind, id: PolicyId, index: i64) -> Result<()> {
    let mut ids = order(tx, company, kind).await?;
    ids.retain(|other| *other != id);
    let index = usize::try_from(index).unwrap_or(0).min(ids.len());
    ids.insert(index, id);
    number(tx, &ids).await
}

/// Stores the index of each entry as its position.
async fn number(tx: &mut Tx, ids: &[PolicyId]) -> Result<()> {
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE policy SET position = numbered.position
         FROM (SELECT CAST(value->>0 AS BIGINT) AS id, CAST(value->>1 AS BIGINT) AS position FROM ",
        ") AS numbered WHERE policy.id = numbered.id"
    );
    let rows = serde_json::to_string(&ids.iter().enumerate().map(|(index, id)| (id, index)).collect::<Vec<_>>())?;
    on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_text_reject_too_long_values() {
        assert_eq!(" Late arrival ".parse::<Title>(), Ok(Title("Late arrival".to_owned())));
        assert!("x".repeat(120).parse::<Title>().is_ok() && "é".repeat(5_000).parse::<PolicyText>().is_ok());
        for text in ["", "a\nb", &"x".repeat(121)] {
            assert!(text.parse::<Title>().is_err(), "{text:?}");
        }
        assert_eq!("a\r\n\tb\n".parse::<PolicyText>(), Ok(PolicyText("a\n b".to_owned())));
        assert!("".parse::<PolicyText>().is_ok() && "x".repeat(5_001).parse::<PolicyText>().is_err());
    }
}
