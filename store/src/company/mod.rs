//! Companies: legal entities of business accounts, and what visitors see of them.

pub mod about;
pub(crate) mod actor;
pub mod employee;
pub mod events;
pub mod follower;
mod handle;
pub mod invitation;
pub mod list;
pub mod onsite;
pub mod plan;
pub mod public;
mod role;
pub mod team;
pub mod workplace;

pub use actor::account_of;
pub use handle::{Handle, slug};
pub use role::{Permission, TeamRole};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    account::{
        self, Email, NewAccount, Phone, ShortText,
        document::{self, Document, NewDocument},
    },
    catalogue::category::{self, Category},
    db::{Aggregate, Tx},
    each, on,
    types::{
        country::Country,
        currency::Currency,
        fold::fold,
        ids::{CompanyId, UserId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Company as returned to those who work there.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub registration_number: Option<String>,
    pub vat_number: Option<String>,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub website: Option<String>,
    /// Keys of the categories of the company's offers.
    pub categories: Vec<String>,
    /// Documents of the account that asks, newest first.
    pub documents: Vec<Document>,
    pub created_at: Timestamp,
}

/// URL of a web site: `https://casa-azul.example/menu`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Website(String);

impl Website {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for Website {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "Enter an address such as https://www.example.com.";
        let text = text.trim();
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or(EXPECTED)?;
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let labels_fit = host.split('.').all(|label| {
            !label.is_empty() && !label.starts_with('-') && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        });
        let plain = !text.chars().any(|c| c.is_whitespace() || c.is_control() || r#"<>"'\"#.contains(c));
        if text.len() <= 200 && host.contains('.') && labels_fit && plain {
            Ok(Self(text.to_owned()))
        } else {
            Err(EXPECTED)
        }
    }
}

/// Company to create. All values are validated.
#[derive(Clone, Debug)]
pub struct NewCompany {
    pub id: CompanyId,
    pub name: ShortText,
    pub email: Email,
    pub phone: Phone,
    pub registration_number: Option<ShortText>,
    pub vat_number: Option<ShortText>,
    pub address: ShortText,
    pub city: ShortText,
    pub postal_code: ShortText,
    pub country: Country,
    pub website: Option<Website>,
    pub categories: Vec<&'static Category>,
}

/// Creates an owner, a company and its documents atomically. The owner is the company's first member. Returns [`Error::Taken`] as
/// [`account::create`] does.
pub async fn create(db: &Db, owner: &NewAccount, new: &NewCompany, papers: &[NewDocument]) -> Result<()> {
    match create_once(db, owner, new, papers).await {
        Err(Error::Taken) => create_once(db, owner, new, papers).await,
        done => done,
    }
}

async fn create_once(db: &Db, owner: &NewAccount, new: &NewCompany, papers: &[NewDocument]) -> Result<()> {
    let mut tx = db.begin().await?;
    account::insert(&mut tx, owner).await?;
    insert(&mut tx, owner.id, new, owner.created_at).await?;
    document::insert(&mut tx, papers, Some(new.id)).await?;
    tx.commit().await
}

/// Maximum companies that an account owns.
pub const MAX_OWNED: i64 = 20;

/// Result of adding a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// The company is the active one. `before` was so far; `None` if the account worked for none.
    Active { before: Option<CompanyId> },
    /// The account owns as many as it may.
    TooMany,
}

/// Creates a further company of an account with its documents atomically, and makes it the active one. Returns
/// [`Error::NotFound`] for a deleted account.
pub async fn add(db: &Db, owner: UserId, new: &NewCompany, papers: &[NewDocument], now: Timestamp) -> Result<Added> {
    match add_once(db, owner, new, papers, now).await {
        // Another company took the handle meanwhile.
        Err(Error::Taken) => add_once(db, owner, new, papers, now).await,
        done => done,
    }
}

async fn add_once(db: &Db, owner: UserId, new: &NewCompany, papers: &[NewDocument], now: Timestamp) -> Result<Added> {
    let mut tx = db.begin().await?;
    // Two at once do not exceed the maximum. A deletion closes the companies that exist when it has locked the account.
    tx.lock_accounts(&[owner.0]).await?;
    on!(tx.at(), at => sqlx::query("SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL")
        .bind(owner).fetch_one(at).await.map(drop))?;
    let (owned,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM company WHERE owner_id = $1 AND closed_at IS NULL").bind(owner).fetch_one(at).await)?;
    if owned >= MAX_OWNED {
        return Ok(Added::TooMany);
    }
    let before = team::active(&mut tx, owner).await?;
    insert(&mut tx, owner, new, now).await?;
    document::insert(&mut tx, papers, Some(new.id)).await?;
    tx.commit().await?;
    Ok(Added::Active { before })
}

async fn insert(tx: &mut Tx, owner: UserId, new: &NewCompany, now: Timestamp) -> Result<()> {
    let handle = handle::free(tx, new.name.as_str(), new.id).await?;
    let account = actor::id_for(new.id);
    actor::insert(tx, account, new.name.as_str(), &handle, now).await?;
    tx.changes(Aggregate::Company(new.id));
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company (id, owner_id, name, email, phone, registration, vat_number, address, city, postal_code,
            country, website, created_at, handle, search_key, time_zone, currency, account_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)")
        .bind(new.id).bind(owner).bind(new.name.as_str()).bind(new.email.as_str()).bind(new.phone.as_str())
        .bind(new.registration_number.as_ref().map(ShortText::as_str)).bind(new.vat_number.as_ref().map(ShortText::as_str))
        .bind(new.address.as_str()).bind(new.city.as_str()).bind(new.postal_code.as_str()).bind(new.country.code())
        .bind(new.website.as_ref().map(|website| website.0.as_str())).bind(now)
        .bind(handle).bind(search_key(new.name.as_str(), new.city.as_str(), &new.categories))
        .bind(new.country.time_zone()).bind(Currency::of(new.country).code()).bind(account)
        .execute(at).await.map(drop))?;
    team::insert(tx, new.id, owner, TeamRole::Owner, now).await?;
    offer(tx, new.id, &new.categories).await?;
    mark_changed(tx, new.id).await
}

/// Returns the words that a company is found by: its name, its town and the labels of its categories.
pub(crate) fn search_key(name: &str, city: &str, categories: &[&'static Category]) -> String {
    let mut words = format!("{name} {city}");
    for label in categories.iter().flat_map(|category| category.labels()) {
        words.push(' ');
        words.push_str(label);
    }
    fold(&words)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!(" {word}"))
        .collect()
}

/// Returns [`Error::NotFound`] unless the company exists.
pub async fn exists(db: &Db, id: CompanyId) -> Result<()> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM company WHERE id = $1 AND closed_at IS NULL").bind(id).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Returns the accounts that work for a company, also those that act for another one now.
pub async fn members(db: &Db, id: CompanyId) -> Result<Vec<UserId>> {
    let members: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM company_member WHERE company_id = $1").bind(id).fetch_all(at).await)?;
    Ok(members.into_iter().map(|(member,)| member).collect())
}

/// Returns those of the [`members`] whose role has a permission.
pub async fn members_with(db: &Db, id: CompanyId, permission: Permission) -> Result<Vec<UserId>> {
    let members: Vec<(UserId, TeamRole)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id, role FROM company_member WHERE company_id = $1").bind(id).fetch_all(at).await)?;
    Ok(members.into_iter().filter(|(_, role)| role.may(permission)).map(|(member, _)| member).collect())
}

/// Returns the currency of a company's prices.
pub async fn currency(db: &Db, id: CompanyId) -> Result<String> {
    let (currency,): (String,) = on!(db.read(), at => sqlx::query_as("SELECT currency FROM company WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    Ok(currency)
}

/// Returns the time zone of a company.
pub async fn time_zone(db: &Db, id: CompanyId) -> Result<TimeZone> {
    let zone = db.cached(Aggregate::Company(id), 0, async {
        let (zone,): (TimeZone,) = on!(db.read(), at => sqlx::query_as("SELECT time_zone FROM company WHERE id = $1")
            .bind(id).fetch_one(at).await)?;
        Result::Ok(zone)
    });
    Ok(TimeZone::clone(&*zone.await?))
}

/// Returns the company that the account acts for. Returns [`Error::NotFound`] if there is none.
pub async fn of_member(db: &Db, member: UserId) -> Result<CompanyId> {
    let (id,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM active_member WHERE account_id = $1").bind(member).fetch_one(at).await)?;
    Ok(id)
}

/// Fields of a company to change. `None` leaves a field unchanged; `Some(None)` clears it. All values are validated.
#[derive(Clone, Debug, Default)]
pub struct CompanyChange {
    pub name: Option<ShortText>,
    pub email: Option<Email>,
    pub phone: Option<Phone>,
    pub registration_number: Option<Option<ShortText>>,
    pub vat_number: Option<Option<ShortText>>,
    pub address: Option<ShortText>,
    pub city: Option<ShortText>,
    pub postal_code: Option<ShortText>,
    pub country: Option<Country>,
    pub website: Option<Option<Website>>,
    pub categories: Option<Vec<&'static Category>>,
}

/// Message of a category that cannot be given up.
pub const CATEGORY_IN_USE: &str = "Active offerings use a category that you removed. Archive them first.";

/// Result of a change of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The account of the company shows its name.
    Done { account: UserId },
    /// Active offerings are of a category that was given up. Nothing changed.
    CategoryInUse,
}

/// Updates a company atomically. Returns [`Error::NotFound`] for an unknown or closed company.
pub async fn change(db: &Db, id: CompanyId, change: &CompanyChange) -> Result<Changed> {
    let text = |text: &Option<Option<ShortText>>| text.clone().flatten().map(|text| text.as_str().to_owned());
    let website = change.website.clone().flatten().map(|website| website.0);
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE company SET name = coalesce($2, name), email = coalesce($3, email), phone = coalesce($4, phone),
            address = coalesce($5, address), city = coalesce($6, city), postal_code = coalesce($7, postal_code),
            country = coalesce($8, country),
            registration = CASE WHEN $9 THEN $10 ELSE registration END,
            vat_number = CASE WHEN $11 THEN $12 ELSE vat_number END,
            website = CASE WHEN $13 THEN $14 ELSE website END
         WHERE id = $1 AND closed_at IS NULL RETURNING id")
        .bind(id).bind(change.name.as_ref().map(ShortText::as_str)).bind(change.email.as_ref().map(Email::as_str))
        .bind(change.phone.as_ref().map(Phone::as_str)).bind(change.address.as_ref().map(ShortText::as_str))
        .bind(change.city.as_ref().map(ShortText::as_str)).bind(change.postal_code.as_ref().map(ShortText::as_str))
        .bind(change.country.map(Country::code))
        .bind(change.registration_number.is_some()).bind(text(&change.registration_number))
        .bind(change.vat_number.is_some()).bind(text(&change.vat_number))
        .bind(change.website.is_some()).bind(website)
        .fetch_one(at).await.map(drop))?;
    tx.changes(Aggregate::Company(id));
    if let Some(categories) = &change.categories {
        if sells_other_than(&mut tx, id, categories).await? {
            return Ok(Changed::CategoryInUse);
        }
        on!(tx.at(), at => sqlx::query("DELETE FROM company_category WHERE company_id = $1")
            .bind(id).execute(at).await.map(drop))?;
        offer(&mut tx, id, categories).await?;
    }
    update_search_key(&mut tx, id).await?;
    let account = actor::refresh(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Changed::Done { account })
}

/// Returns true if an active offering is of none of these categories. It could not be edited any more.
pub(crate) async fn sells_other_than(tx: &mut Tx, id: CompanyId, categories: &[&'static Category]) -> Result<bool> {
    let keys = serde_json::to_string(&categories.iter().map(|category| [category.key]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "SELECT id FROM offering WHERE company_id = $2 AND state = 'active' AND category NOT IN (SELECT value->>0 FROM ",
        ") LIMIT 1"
    );
    let other: Option<(i64,)> = on!(at, at => sqlx::query_as(sql).bind(keys).bind(id).fetch_optional(at).await)?;
    Ok(other.is_some())
}

/// Notes that a company changed, for the search index of each node.
pub(crate) async fn mark_changed(tx: &mut Tx, id: CompanyId) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE company SET changed_at = $2 WHERE id = $1")
        .bind(id).bind(Timestamp::now()).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Recomputes the search words after a change of name, town or categories.
pub(crate) async fn update_search_key(tx: &mut Tx, id: CompanyId) -> Result<()> {
    let (name, city): (String, String) = on!(tx.at(), at => sqlx::query_as(
        "SELECT name, city FROM company WHERE id = $1").bind(id).fetch_one(at).await)?;
    let keys: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT category FROM company_category WHERE company_id = $1").bind(id).fetch_all(at).await)?;
    let categories: Vec<_> = keys.iter().filter_map(|(key,)| category::find(key)).collect();
    on!(tx.at(), at => sqlx::query("UPDATE company SET search_key = $2, changed_at = $3 WHERE id = $1")
        .bind(id).bind(search_key(&name, &city, &categories)).bind(Timestamp::now()).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Inserts the categories of a company.
pub(crate) async fn offer(tx: &mut Tx, id: CompanyId, categories: &[&'static Category]) -> Result<()> {
    let at = tx.at();
    let sql = each!(at, "INSERT INTO company_category (company_id, category) SELECT $2, value->>0 FROM ", "");
    let keys = serde_json::to_string(&categories.iter().map(|category| [category.key]).collect::<Vec<_>>())?;
    on!(at, at => sqlx::query(sql).bind(keys).bind(id).execute(at).await.map(drop))?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    name: String,
    email: String,
    phone: String,
    registration: Option<String>,
    vat_number: Option<String>,
    address: String,
    city: String,
    postal_code: String,
    country: String,
    website: Option<String>,
    created_at: Timestamp,
}

/// Returns the company that a business account works for.
pub async fn of(db: &Db, member: UserId) -> Result<Option<Company>> {
    let Some((row, categories)) = find(db, member).await? else { return Ok(None) };
    Ok(Some(Company {
        documents: document::of(db, member).await?,
        categories,
        id: row.id,
        name: row.name,
        email: row.email,
        phone: row.phone,
        registration_number: row.registration,
        vat_number: row.vat_number,
        address: row.address,
        city: row.city,
        postal_code: row.postal_code,
        country: row.country,
        website: row.website,
        created_at: row.created_at,
    }))
}

/// Finds the row of a company and its categories in catalogue order.
async fn find(db: &Db, member: UserId) -> Result<Option<(Row, Vec<String>)>> {
    let row: Option<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, name, email, phone, registration, vat_number, address, city, postal_code, country, website, created_at
         FROM company WHERE id = (SELECT company_id FROM active_member WHERE account_id = $1)")
        .bind(member).fetch_optional(at).await)?;
    let Some(row) = row else { return Ok(None) };
    let categories = categories(db, row.id).await?;
    Ok(Some((row, categories)))
}

/// Returns the keys of a company's categories in catalogue order.
pub async fn categories(db: &Db, id: CompanyId) -> Result<Vec<String>> {
    let stored: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT category FROM company_category WHERE company_id = $1").bind(id).fetch_all(at).await)?;
    Ok(category::in_catalogue_order(&stored))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn website_accepts_http_urls_and_rejects_other_text() {
        for text in ["https://casa-azul.example", "http://www.caf\u{e9}.fr:8080/a?b=c#d", " https://a.b/ "] {
            assert!(text.parse::<Website>().is_ok(), "{text}");
        }
        let long = format!("https://a.example/{}", "x".repeat(200));
        for text in [
            "",
            "casa.example",
            "javascript:alert(1)//a.b",
            "https://",
            "https://a",
            "https://a b.c",
            "https://a.b/\0",
            "https://.b",
            "https://a.b/\"><script>",
            &long,
        ] {
            assert!(text.parse::<Website>().is_err(), "{text}");
        }
    }
}
