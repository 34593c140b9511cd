//! Held bookings of a cart: they are ordered and paid with the rest of it.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    CARTS_MAX, LINES_MAX,
    change::{CartError, CartRefusal},
};
use crate::{
    Db, Error, Result,
    booking::BookingState,
    media::picture::Picture,
    on,
    types::{
        ids::{BookingId, CompanyId, MediaId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CartBooking {
    pub booking_id: BookingId,
    pub product_id: OfferingId,
    pub name: String,
    pub category: String,
    pub picture: Option<Picture>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Persons, children included.
    pub members: i64,
    pub children: i64,
    /// Minor units, VAT included in every country. Not a part of the total once the hold has ended.
    pub amount: i64,
    pub vat: i64,
    /// End of the hold. Null: it has ended.
    pub hold_expires_at: Option<Timestamp>,
    /// Terms: cancelling is free until then, and costs the fee later.
    pub free_cancel_until: Timestamp,
    pub cancel_fee: i64,
}

#[derive(sqlx::FromRow)]
pub(super) struct BookingRow {
    pub(super) cart_id: i64,
    id: BookingId,
    offering_id: OfferingId,
    name: String,
    category: String,
    pub(super) picture_id: Option<MediaId>,
    starts_at: Timestamp,
    ends_at: Timestamp,
    members: i64,
    children: i64,
    total: i64,
    vat: i64,
    hold_expires_at: Option<Timestamp>,
    free_cancel_until: Timestamp,
    cancel_fee: i64,
}

/// Reads the [`BookingRow`]s of carts `c`.
pub(super) const SELECT_BOOKINGS: &str = "SELECT k.cart_id, b.id, b.offering_id, o.name, o.category,
        (SELECT p.media_id FROM offering_picture p WHERE p.offering_id = o.id ORDER BY p.position, p.media_id LIMIT 1)
            AS picture_id,
        b.starts_at, b.ends_at, b.members, b.children, b.total, b.vat, b.hold_expires_at, b.free_cancel_until, b.cancel_fee
    FROM cart c JOIN cart_booking k ON k.cart_id = c.id JOIN booking b ON b.id = k.booking_id
        JOIN offering o ON o.id = b.offering_id";

impl BookingRow {
    pub(super) fn booking(self, pictures: &HashMap<MediaId, Picture>, now: Timestamp) -> CartBooking {
        CartBooking {
            booking_id: self.id,
            product_id: self.offering_id,
            name: self.name,
            category: self.category,
            picture: self.picture_id.and_then(|id| pictures.get(&id)).cloned(),
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            members: self.members,
            children: self.children,
            amount: self.total,
            vat: self.vat,
            hold_expires_at: self.hold_expires_at.filter(|at| *at > now),
            free_cancel_until: self.free_cancel_until,
            cancel_fee: self.cancel_fee,
        }
    }
}

/// Puts a held booking of the account into its cart of the company. `cart` is the id of the cart if it is the first
/// line. Returns the company. A repeat has no effect.
pub async fn add(db: &Db, account: UserId, id: BookingId, cart: i64, now: Timestamp) -> Result<CompanyId, CartError> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let held: Option<(CompanyId, BookingState, Option<Timestamp>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id, state, hold_expires_at FROM booking WHERE id = $1 AND customer_id = $2")
        .bind(id).bind(account).fetch_optional(at).await)?;
    let (company, state, ends) = held.ok_or(Error::NotFound)?;
    if state != BookingState::Held || ends.is_none_or(|at| at <= now) {
        return Err(CartError::Refused(CartRefusal::HoldEnded));
    }
    let known: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE cart SET updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE updated_at + 1 END
         WHERE account_id = $1 AND company_id = $2 RETURNING id")
        .bind(account).bind(company).bind(now).fetch_optional(at).await)?;
    let (carts, bookings): (i64, i64) = on!(tx.at(), at => sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM cart WHERE account_id = $1),
            (SELECT COUNT(*) FROM cart_booking k JOIN cart c ON c.id = k.cart_id
             WHERE c.account_id = $1 AND c.company_id = $2 AND k.booking_id <> $3)")
        .bind(account).bind(company).bind(id).fetch_one(at).await)?;
    if bookings >= LINES_MAX || (known.is_none() && carts >= CARTS_MAX) {
        return Err(CartError::Refused(CartRefusal::Full));
    }
    let of_company = known.map_or(cart, |(id,)| id);
    if known.is_none() {
        on!(tx.at(), at => sqlx::query("INSERT INTO cart (id, account_id, company_id, updated_at) VALUES ($1, $2, $3, $4)")
            .bind(cart).bind(account).bind(company).bind(now).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO cart_booking (booking_id, cart_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(id).bind(of_company).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(company)
}

/// Returns the bookings in the account's cart of a company.
pub async fn of_company(db: &Db, account: UserId, company: CompanyId) -> Result<Vec<BookingId>> {
    let rows: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT k.booking_id FROM cart_booking k JOIN cart c ON c.id = k.cart_id
         WHERE c.account_id = $1 AND c.company_id = $2 ORDER BY k.booking_id")
        .bind(account).bind(company).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
