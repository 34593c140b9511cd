//! Commands of a company on its own catalogue. Each one is a transaction and reaches rows of that company only.

pub mod block;
pub mod bulk_commands;
pub mod csv_file;
pub mod folder;
pub mod listing;
pub mod night_rate;
pub mod occurrence;
pub mod offering_commands;
pub mod offering_form;
mod offering_rows;
pub mod offering_view;
pub mod resource;
pub mod schedule;
mod validation;
pub mod variant_commands;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Error,
    catalogue::category,
    company,
    db::{Aggregate, Tx},
    each, on,
    types::{
        ids::{CompanyId, Ids, OfferingId, UserId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
        vat::VatMode,
    },
};

/// Member of a company who edits its catalogue.
#[derive(Clone, Copy)]
pub struct Editor<'a> {
    pub db: &'a Db,
    pub ids: &'a Ids,
    pub company: CompanyId,
    pub user: UserId,
    pub now: Timestamp,
}

/// Visibility of an offering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum OfferingState {
    /// Only the company sees it.
    Draft,
    #[default]
    Active,
    Archived,
}

impl OfferingState {
    /// Returns the stored key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Active => "active",
            Self::Archived => "archived",
        }
    }
}

/// Messages by field.
pub type FieldMessages = Vec<(String, String)>;

/// Reason why a command has no effect.
#[derive(Debug)]
pub enum CatalogueError {
    /// Fields are invalid.
    Fields(FieldMessages),
    /// Open bookings depend on the row.
    HasBookings,
    /// Bookings, orders or reviews show the row.
    HasHistory,
    Store(Error),
}

pub type Result<T, E = CatalogueError> = std::result::Result<T, E>;

impl<E: Into<Error>> From<E> for CatalogueError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}

impl CatalogueError {
    /// Returns an error of one field.
    pub fn field(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Fields(vec![(name.into(), message.into())])
    }

    /// Returns an error if any field is invalid.
    pub(crate) fn check(errors: FieldMessages) -> Result<()> {
        if errors.is_empty() { Ok(()) } else { Err(Self::Fields(errors)) }
    }
}

/// Facts about a company that its catalogue's forms need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CatalogueTerms {
    /// ISO 4217 code of all prices.
    #[schema(example = "EUR")]
    pub currency: String,
    /// Relation of all prices to the VAT.
    pub vat_mode: VatMode,
    pub time_zone: TimeZone,
    /// Keys of the company's categories.
    pub categories: Vec<String>,
}

/// Returns currency, country, time zone and categories of a company.
pub async fn terms(db: &Db, company: CompanyId) -> Result<CatalogueTerms> {
    let (currency, country, time_zone): (String, String, TimeZone) = on!(db.read(), at => sqlx::query_as(
        "SELECT currency, country, time_zone FROM company WHERE id = $1").bind(company).fetch_one(at).await)?;
    let categories: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT category FROM company_category WHERE company_id = $1").bind(company).fetch_all(at).await)?;
    let vat_mode = VatMode::of(&country);
    Ok(CatalogueTerms { currency, vat_mode, time_zone, categories: category::in_catalogue_order(&categories) })
}

impl Editor<'_> {
    /// Begins a transaction that waits for the bookings of the company.
    pub(crate) async fn begin(&self) -> Result<Tx> {
        let mut tx = self.db.begin().await?;
        tx.lock_company(self.company).await?;
        tx.changes(Aggregate::Company(self.company));
        Ok(tx)
    }

    /// Returns [`Error::NotFound`] unless the company owns the offering.
    async fn own_offering(&self, tx: &mut Tx, id: OfferingId) -> Result<()> {
        on!(tx.at(), at => sqlx::query("SELECT 1 FROM offering WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).fetch_one(at).await.map(drop))?;
        Ok(())
    }

    /// Returns the first local date that still matters: times past midnight belong to the day before.
    async fn first_date(&self) -> Result<Date> {
        let zone = company::time_zone(self.db, self.company).await?;
        Ok(zone.date_at(self.now).plus_days(-1))
    }

    pub(crate) fn next_id(&self) -> i64 {
        self.ids.next(self.now)
    }

    /// Sets the positions of rows to their order here. Returns [`Error::NotFound`] if one is not the company's.
    async fn reorder<I: Serialize>(&self, table: Ordered, ids: &[I]) -> Result<()> {
        macro_rules! order {
            ($at:expr, $table:literal) => {
                each!(
                    $at,
                    concat!(
                        "UPDATE ",
                        $table,
                        " SET position = moved.place FROM (SELECT CAST(value->>0 AS BIGINT) AS id,
                            CAST(value->>1 AS BIGINT) AS place FROM "
                    ),
                    concat!(") AS moved WHERE ", $table, ".id = moved.id AND ", $table, ".company_id = $2")
                )
            };
        }
        let rows = serde_json::to_string(&ids.iter().zip(0_i64..).collect::<Vec<_>>())?;
        let mut tx = self.begin().await?;
        let at = tx.at();
        let sql = match table {
            Ordered::Offerings => order!(at, "offering"),
            Ordered::Folders => order!(at, "offering_folder"),
            Ordered::Resources => order!(at, "resource"),
        };
        let moved = on!(at, at => sqlx::query(sql).bind(rows).bind(self.company)
            .execute(at).await.map(|done| done.rows_affected()))?;
        if usize::try_from(moved).ok() != Some(ids.len()) {
            return Err(Error::NotFound.into());
        }
        Ok(tx.commit().await?)
    }
}

/// Tables whose rows a company orders.
#[derive(Clone, Copy, Debug)]
enum Ordered {
    Offerings,
    Folders,
    Resources,
}

/// Returns the ids as JSON array of arrays, for `each!`.
pub(crate) fn id_rows<I: Serialize>(ids: &[I]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())
}
