//! Carts of an account, with all that their prices depend on.

use std::collections::HashMap;

pub use super::pricing::{Cart, CartCompany, Problem};
use super::{
    booking::{BookingRow, CartBooking, SELECT_BOOKINGS},
    line::{LineRow, SELECT_LINES},
    pricing::{Known, Row, SELECT},
    promo_code::{self, PromoCode, PromoProblem},
    terms::CompanyTerms,
};
use crate::{
    Db, Error, Result,
    account::delivery_address,
    loyalty::card,
    media::picture,
    on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Returns the carts of an account, the last changed first.
pub async fn list(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<Cart>> {
    let sql = format!("{SELECT} WHERE c.account_id = $1 ORDER BY c.updated_at DESC, c.id DESC");
    let rows: Vec<Row> =
        on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).fetch_all(at).await)?;
    let sql = format!("{SELECT_LINES} WHERE c.account_id = $1 ORDER BY l.id");
    let lines = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).fetch_all(at).await)?;
    let bookings = if rows.iter().any(|row| row.has_bookings) {
        let sql = format!(
            "{SELECT_BOOKINGS} WHERE c.account_id = $1 AND b.state IN ('held', 'expired') ORDER BY b.starts_at, b.id"
        );
        on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).fetch_all(at).await)?
    } else {
        Vec::new()
    };
    carts(db, account, rows, (lines, bookings), now).await
}

/// Returns the cart of a company. Returns [`Error::NotFound`] if it is empty.
pub async fn of_company(db: &Db, account: UserId, company: CompanyId, now: Timestamp) -> Result<Cart> {
    let sql = format!("{SELECT} WHERE c.account_id = $1 AND c.company_id = $2");
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(company)
        .fetch_all(at).await)?;
    let sql = format!("{SELECT_LINES} WHERE c.account_id = $1 AND c.company_id = $2 ORDER BY l.id");
    let lines = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(company)
        .fetch_all(at).await)?;
    let bookings = if rows.iter().any(|row| row.has_bookings) {
        let sql = format!(
            "{SELECT_BOOKINGS} WHERE c.account_id = $1 AND c.company_id = $2 AND b.state IN ('held', 'expired')
             ORDER BY b.starts_at, b.id"
        );
        on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(company).fetch_all(at).await)?
    } else {
        Vec::new()
    };
    carts(db, account, rows, (lines, bookings), now).await?.pop().ok_or(Error::NotFound)
}

async fn carts(
    db: &Db,
    account: UserId,
    rows: Vec<Row>,
    (lines, bookings): (Vec<LineRow>, Vec<BookingRow>),
    now: Timestamp,
) -> Result<Vec<Cart>> {
    let of_bookings = bookings.iter().filter_map(|booking| booking.picture_id);
    let pictures: Vec<_> = lines.iter().filter_map(|line| line.picture_id).chain(of_bookings).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    let has_address = rows.iter().any(|row| row.address_id.is_some());
    let addresses = if has_address { delivery_address::list(db, account).await? } else { Vec::new() };
    let mut of_cart: HashMap<i64, Vec<LineRow>> = HashMap::new();
    for line in lines {
        of_cart.entry(line.cart_id).or_default().push(line);
    }
    let mut booked: HashMap<i64, Vec<CartBooking>> = HashMap::new();
    for booking in bookings {
        booked.entry(booking.cart_id).or_default().push(booking.booking(&pictures, now));
    }
    let mut carts = Vec::with_capacity(rows.len());
    for row in rows {
        let bookings = booked.remove(&row.id).unwrap_or_default();
        let lines = of_cart.remove(&row.id).unwrap_or_default();
        let terms = CompanyTerms::of(db, row.company_id, now).await?;
        let promo = match &row.promo_code {
            Some(code) => Some(usable(db, (row.company_id, code), account, now).await?),
            None => None,
        };
        let loyalty = match terms.programme {
            Some(programme) => Some((programme, card::available(db, account, row.company_id).await?)),
            None => None,
        };
        let address = row.address_id.and_then(|id| addresses.iter().find(|address| address.id == id)).cloned();
        let of_cart = Known { lines, bookings, terms, promo, loyalty, address };
        carts.push(row.priced(of_cart, &pictures, now)?);
    }
    Ok(carts)
}

/// Returns a promo code that the customer may use now, or the reason against it.
async fn usable(
    db: &Db,
    (company, code): (CompanyId, &str),
    account: UserId,
    now: Timestamp,
) -> Result<Result<PromoCode, PromoProblem>> {
    let Some(promo) = promo_code::find(db, company, code).await? else { return Ok(Err(PromoProblem::Unknown)) };
    if is_used_up(db, &promo, account).await? {
        return Ok(Err(PromoProblem::UsedUp));
    }
    let used = promo.used - promo_code::held_by(db, promo.id, account).await?;
    Ok(PromoCode { used, ..promo }.open(now))
}

async fn is_used_up(db: &Db, promo: &PromoCode, account: UserId) -> Result<bool> {
    match promo.limit_each {
        Some(limit) => Ok(promo_code::uses_of(db, promo.id, account).await? >= limit),
        None => Ok(false),
    }
}
