//! Page of a company with everything that its members can change.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    UPLOAD_AGAIN,
    profile_form::{Checks, ChosenKeys, StoreProfileForm},
};
use crate::{
    Db, Result,
    catalogue::{
        category::{self, CATEGORIES},
        feature::FEATURES,
    },
    company::{self, Permission, TeamRole, actor, public::SocialLinks},
    db::Tx,
    each,
    media::{
        self, MediaKind,
        picture::{self, Picture},
    },
    offering_management::{self, CatalogueError, Editor},
    on,
    reel::publication,
    types::{
        ids::{CompanyId, MediaId, UserId},
        local_time::{MinuteOfDay, TimeZone},
        position::Position,
    },
};

/// Page of the caller's company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StoreProfile {
    pub id: CompanyId,
    #[serde(flatten)]
    row: StoreColumns,
    pub logo: Option<Picture>,
    pub cover: Option<Picture>,
    /// Keys of the categories of its offerings.
    pub categories: Vec<String>,
    pub subcategories: Vec<String>,
    /// Keys of the filter features that it states.
    pub features: Vec<String>,
}

/// Columns of a company that its members change.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub(super) struct StoreColumns {
    pub name: String,
    /// Name in the URL of the public page.
    #[schema(example = "casa-azul")]
    pub handle: String,
    pub description: String,
    pub email: String,
    pub phone: String,
    pub website: Option<String>,
    /// URLs of its pages on social networks.
    #[sqlx(try_from = "String")]
    pub social_links: SocialLinks,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub time_zone: TimeZone,
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    #[serde(skip)]
    pub logo_id: Option<MediaId>,
    #[serde(skip)]
    pub cover_id: Option<MediaId>,
    /// From 1, cheap, to 4.
    pub price_level: Option<i64>,
    /// Minor units.
    pub minimum_order: i64,
    pub takes_orders_in_store: bool,
    /// Length of a table reservation.
    pub table_minutes: i64,
    /// Minimum time between a booking and its start.
    pub notice_minutes: i64,
    /// Maximum days ahead.
    pub horizon_days: i64,
    /// Local time from which guests of a stay arrive.
    pub check_in_from: MinuteOfDay,
    /// Local time until which guests of a stay leave.
    pub check_out_until: MinuteOfDay,
    /// Each booking waits for the answer of the company.
    pub approves_bookings: bool,
    /// Customers may pay at the company. If not, they pay when they book or order.
    pub takes_payment_on_site: bool,
}

impl StoreColumns {
    /// Returns the fields that invoices print about the seller.
    fn legal(&self) -> [(&'static str, &str); 6] {
        [
            ("name", &self.name),
            ("email", &self.email),
            ("address", &self.address),
            ("city", &self.city),
            ("postal_code", &self.postal_code),
            ("country", &self.country),
        ]
    }
}

/// Columns of [`StoreColumns`].
macro_rules! columns {
    () => {
        "name, handle, description, email, phone, website, social_links, address, city, postal_code, country, latitude,
         longitude, time_zone, currency, logo_id, cover_id, price_level, minimum_order, takes_orders_in_store,
         table_minutes, notice_minutes, horizon_days, approves_bookings, takes_payment_on_site, check_in_from, check_out_until"
    };
}

/// Returns the page of a company with everything that its members can change.
pub async fn show(db: &Db, company: CompanyId) -> Result<StoreProfile> {
    let row: StoreColumns = on!(db.read(), at => sqlx::query_as(concat!("SELECT ", columns!(), " FROM company WHERE id = $1"))
        .bind(company).fetch_one(at).await)?;
    let (subcategories, features): (Option<String>, Option<String>) = on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT string_agg(s.subcategory, ',') FROM company_subcategory s WHERE s.company_id = c.id),
            (SELECT string_agg(f.feature, ',') FROM company_feature f WHERE f.company_id = c.id)
         FROM company c WHERE c.id = $1").bind(company).fetch_one(at).await)?;
    let ids: Vec<_> = row.logo_id.into_iter().chain(row.cover_id).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let of = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
    Ok(StoreProfile {
        id: company,
        logo: of(row.logo_id),
        cover: of(row.cover_id),
        row,
        categories: company::categories(db, company).await?,
        subcategories: category::split_keys(subcategories.as_deref(), category::subcategory_keys()),
        features: category::split_keys(features.as_deref(), FEATURES.iter().map(|feature| feature.key)),
    })
}

impl Editor<'_> {
    /// Changes the fields that were sent, all or none. Legal data change only for a role with [`Permission::Company`].
    /// Returns the account of the company if its name or picture changed.
    pub async fn update_profile(
        &self,
        form: &StoreProfileForm,
        by: TeamRole,
    ) -> offering_management::Result<Option<UserId>> {
        let mut tx = self.begin().await?;
        let mut row: StoreColumns = on!(tx.at(), at => sqlx::query_as(concat!("SELECT ", columns!(), " FROM company WHERE id = $1"))
            .bind(self.company).fetch_one(at).await)?;
        let current: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT category FROM company_category WHERE company_id = $1").bind(self.company).fetch_all(at).await)?;
        let current = category::in_catalogue_order(&current);
        let mut checks = Checks::default();
        let before = row.clone();
        form.apply(&mut row, &mut checks);
        if !by.may(Permission::Company) {
            let changed = row.legal().into_iter().zip(before.legal()).filter(|(after, before)| after != before);
            for ((field, _), _) in changed {
                checks.add(field, "Only the owner can change this.");
            }
        }
        if row.time_zone != before.time_zone && self.has_open_bookings(&mut tx).await? {
            checks.add("time_zone", "Bookings are open. Change the time zone after they end.");
        }
        let keys = form.keys(&mut checks, &current);
        if let Some(categories) = &keys.categories
            && company::sells_other_than(&mut tx, self.company, categories).await?
        {
            checks.add("categories", company::CATEGORY_IN_USE);
        }
        self.check_handle(&mut tx, &row, &mut checks).await?;
        let replaced = self.check_pictures(&mut tx, form, &mut row, &mut checks).await?;
        CatalogueError::check(checks.0)?;
        self.write_profile(&mut tx, &row).await?;
        self.write_keys(&mut tx, &keys).await?;
        if row.time_zone != before.time_zone {
            self.move_occurrences(&mut tx, &before.time_zone, &row.time_zone).await?;
        }
        company::update_search_key(&mut tx, self.company).await?;
        let is_renamed = row.name != before.name || row.logo_id != before.logo_id;
        let account = if is_renamed { Some(actor::refresh(&mut tx, self.company).await?) } else { None };
        media::release(&mut tx, &replaced).await?;
        tx.commit().await?;
        Ok(account)
    }

    /// Returns true if bookings are open. The local dates of their inventory are those of the present time zone.
    async fn has_open_bookings(&self, tx: &mut Tx) -> Result<bool> {
        let open: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT id FROM booking WHERE company_id = $1
                AND state IN ('held', 'awaiting_company', 'confirmed', 'checked_in') LIMIT 1")
            .bind(self.company).fetch_optional(at).await)?;
        Ok(open.is_some())
    }

    async fn check_handle(&self, tx: &mut Tx, row: &StoreColumns, checks: &mut Checks) -> Result<()> {
        let taken: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT id FROM company WHERE handle = $1 AND id <> $2")
            .bind(&row.handle).bind(self.company).fetch_optional(at).await)?;
        if taken.is_some() {
            checks.add("handle", "Another company has this address.");
        }
        Ok(())
    }

    /// Sets logo and cover. Returns the pictures that they replace.
    async fn check_pictures(
        &self,
        tx: &mut Tx,
        form: &StoreProfileForm,
        row: &mut StoreColumns,
        checks: &mut Checks,
    ) -> Result<Vec<MediaId>> {
        let mut replaced = Vec::new();
        let slots = [("logo_id", form.logo_id, &mut row.logo_id), ("cover_id", form.cover_id, &mut row.cover_id)];
        for (field, sent, stored) in slots {
            let Some(picture) = sent.filter(|picture| picture != stored) else { continue };
            if let Some(id) = picture
                && !(self.is_gallery_picture(tx, id).await? || self.own_file(tx, id).await? == Some(MediaKind::Image))
            {
                checks.add(field, UPLOAD_AGAIN);
                continue;
            }
            if let Some(before) = std::mem::replace(stored, picture) {
                replaced.push(before);
            }
        }
        let shown = |id: &MediaId| row.logo_id == Some(*id) || row.cover_id == Some(*id);
        replaced.retain(|id| !shown(id));
        Ok(replaced)
    }

    async fn is_gallery_picture(&self, tx: &mut Tx, id: MediaId) -> Result<bool> {
        let found: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT m.id FROM company_picture p JOIN media m ON m.id = p.media_id
             WHERE p.company_id = $1 AND p.media_id = $2 AND m.kind = 'image'")
            .bind(self.company).bind(id).fetch_optional(at).await)?;
        Ok(found.is_some())
    }

    async fn write_profile(&self, tx: &mut Tx, row: &StoreColumns) -> offering_management::Result<()> {
        let links = serde_json::to_string(&row.social_links)?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE company SET name = $2, handle = $3, description = $4, email = $5, phone = $6, website = $7,
                social_links = $8, address = $9, city = $10, postal_code = $11, country = $12, latitude = $13,
                longitude = $14, time_zone = $15, logo_id = $16, cover_id = $17, price_level = $18, minimum_order = $19,
                takes_orders_in_store = $20, table_minutes = $21, notice_minutes = $22, horizon_days = $23,
                approves_bookings = $24, check_in_from = $25, check_out_until = $26, takes_payment_on_site = $27
             WHERE id = $1")
            .bind(self.company).bind(&row.name).bind(&row.handle).bind(&row.description).bind(&row.email)
            .bind(&row.phone).bind(&row.website).bind(links).bind(&row.address).bind(&row.city)
            .bind(&row.postal_code).bind(&row.country).bind(row.latitude).bind(row.longitude).bind(&row.time_zone)
            .bind(row.logo_id).bind(row.cover_id).bind(row.price_level).bind(row.minimum_order)
            .bind(row.takes_orders_in_store).bind(row.table_minutes).bind(row.notice_minutes).bind(row.horizon_days)
            .bind(row.approves_bookings).bind(row.check_in_from).bind(row.check_out_until)
            .bind(row.takes_payment_on_site)
            .execute(at).await.map(drop))?;
        let position = row.latitude.zip(row.longitude).and_then(|(north, east)| Position::new(north, east));
        publication::move_company(tx, self.company, position).await?;
        Ok(())
    }

    /// Replaces the keys that were sent. A category that is given up takes its subcategories along.
    async fn write_keys(&self, tx: &mut Tx, keys: &ChosenKeys) -> offering_management::Result<()> {
        if let Some(categories) = &keys.categories {
            on!(tx.at(), at => sqlx::query("DELETE FROM company_category WHERE company_id = $1")
                .bind(self.company).execute(at).await.map(drop))?;
            company::offer(tx, self.company, categories).await?;
        }
        if let Some(subcategories) = &keys.subcategories {
            on!(tx.at(), at => sqlx::query("DELETE FROM company_subcategory WHERE company_id = $1")
                .bind(self.company).execute(at).await.map(drop))?;
            let rows = key_rows(subcategories)?;
            let at = tx.at();
            let sql =
                each!(at, "INSERT INTO company_subcategory (company_id, subcategory) SELECT $2, value->>0 FROM ", "");
            on!(at, at => sqlx::query(sql).bind(rows).bind(self.company).execute(at).await.map(drop))?;
        }
        if let Some(categories) = &keys.categories {
            let is_given_up = |key: &&str| !categories.iter().any(|category| category.key == *key);
            let given_up = CATEGORIES.iter().filter(|category| is_given_up(&category.key));
            let orphans: Vec<_> = given_up.flat_map(|category| category.subcategories).map(|sub| sub.key).collect();
            let rows = key_rows(&orphans)?;
            let at = tx.at();
            let sql = each!(
                at,
                "DELETE FROM company_subcategory WHERE company_id = $2 AND subcategory IN (SELECT value->>0 FROM ",
                ")"
            );
            on!(at, at => sqlx::query(sql).bind(rows).bind(self.company).execute(at).await.map(drop))?;
        }
        let Some(features) = &keys.features else { return Ok(()) };
        on!(tx.at(), at => sqlx::query("DELETE FROM company_feature WHERE company_id = $1")
            .bind(self.company).execute(at).await.map(drop))?;
        let rows = key_rows(features)?;
        let at = tx.at();
        let sql = each!(at, "INSERT INTO company_feature (company_id, feature) SELECT $2, value->>0 FROM ", "");
        on!(at, at => sqlx::query(sql).bind(rows).bind(self.company).execute(at).await.map(drop))?;
        Ok(())
    }
}

/// Returns the keys as JSON array of arrays, for `each!`.
fn key_rows(keys: &[&str]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&keys.iter().map(|key| [key]).collect::<Vec<_>>())
}
