//! Delivery addresses of an account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    db::Tx,
    on,
    types::{
        ids::{AddressId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Maximum number of addresses per account.
pub const ADDRESSES_MAX: i64 = 20;

/// Type of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum AddressKind {
    Home,
    Work,
}

/// Delivery address (specification, section 3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
pub struct DeliveryAddress {
    pub id: AddressId,
    #[serde(rename = "type")]
    pub kind: AddressKind,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    /// House number or name of the building.
    pub house: String,
    /// Road, area or colony.
    pub road: String,
    pub pincode: String,
    pub city: String,
    pub state: String,
    /// ISO 3166-1 alpha-2.
    #[schema(example = "FR")]
    pub country: String,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// For the courier.
    pub instructions: String,
    pub is_default: bool,
}

impl DeliveryAddress {
    /// Position on the map, if it is known.
    pub fn position(&self) -> Option<Position> {
        Position::new(self.latitude?, self.longitude?)
    }
}

/// Outcome of adding an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    Added,
    /// The account has [`ADDRESSES_MAX`].
    TooMany,
}

const SELECT: &str = "SELECT id, kind, first_name, last_name, phone_number, house, road, pincode, city, state, country,
    latitude, longitude, instructions, is_default FROM delivery_address";

/// Returns the addresses of an account, the default first, then the newest.
pub async fn list(db: &Db, account: UserId) -> Result<Vec<DeliveryAddress>> {
    let sql = format!("{SELECT} WHERE account_id = $1 ORDER BY is_default DESC, created_at DESC, id DESC");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).fetch_all(at).await).map_err(Into::into)
}

/// Returns an address of the account.
pub async fn find(tx: &mut Tx, account: UserId, id: AddressId) -> Result<Option<DeliveryAddress>> {
    let sql = format!("{SELECT} WHERE id = $1 AND account_id = $2");
    on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(account).fetch_optional(at).await)
        .map_err(Into::into)
}

/// Adds an address. The first one becomes the default, which `address` then says.
pub async fn add(db: &Db, account: UserId, address: &mut DeliveryAddress, now: Timestamp) -> Result<Added> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as("SELECT COUNT(*) FROM delivery_address WHERE account_id = $1")
        .bind(account).fetch_one(at).await)?;
    if count >= ADDRESSES_MAX {
        return Ok(Added::TooMany);
    }
    address.is_default |= count == 0;
    if address.is_default {
        clear_default(&mut tx, account).await?;
    }
    let it = address;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO delivery_address (id, account_id, kind, first_name, last_name, phone_number, house, road, pincode,
            city, state, country, latitude, longitude, instructions, is_default, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
        .bind(it.id).bind(account).bind(it.kind).bind(&it.first_name).bind(&it.last_name).bind(&it.phone_number)
        .bind(&it.house).bind(&it.road).bind(&it.pincode).bind(&it.city).bind(&it.state).bind(&it.country)
        .bind(it.latitude).bind(it.longitude).bind(&it.instructions).bind(it.is_default).bind(now)
        .execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Added::Added)
}

/// Replaces an address of the account. The default stays the default, which `address` then says.
pub async fn update(db: &Db, account: UserId, address: &mut DeliveryAddress) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    if address.is_default {
        clear_default(&mut tx, account).await?;
    }
    let it = &*address;
    let updated: Option<(bool,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE delivery_address SET kind = $3, first_name = $4, last_name = $5, phone_number = $6, house = $7, road = $8,
            pincode = $9, city = $10, state = $11, country = $12, latitude = $13, longitude = $14, instructions = $15,
            is_default = (is_default OR $16)
         WHERE id = $1 AND account_id = $2 RETURNING is_default")
        .bind(it.id).bind(account).bind(it.kind).bind(&it.first_name).bind(&it.last_name).bind(&it.phone_number)
        .bind(&it.house).bind(&it.road).bind(&it.pincode).bind(&it.city).bind(&it.state).bind(&it.country)
        .bind(it.latitude).bind(it.longitude).bind(&it.instructions).bind(it.is_default)
        .fetch_optional(at).await)?;
    let (is_default,) = updated.ok_or(Error::NotFound)?;
    tx.commit().await?;
    address.is_default = is_default;
    Ok(())
}

/// Deletes an address of the account. The newest of the others becomes the default after the default is deleted.
pub async fn delete(db: &Db, account: UserId, id: AddressId) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let deleted: Option<(bool,)> = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM delivery_address WHERE id = $1 AND account_id = $2 RETURNING is_default")
        .bind(id).bind(account).fetch_optional(at).await)?;
    let (was_default,) = deleted.ok_or(Error::NotFound)?;
    if was_default {
        on!(tx.at(), at => sqlx::query(
            "UPDATE delivery_address SET is_default = TRUE WHERE id =
                (SELECT id FROM delivery_address WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)")
            .bind(account).execute(at).await.map(drop))?;
    }
    tx.commit().await
}

async fn clear_default(tx: &mut Tx, account: UserId) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE delivery_address SET is_default = FALSE WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))
    .map_err(Into::into)
}
