//! Demo orders over a year, in every state and by every way, with payments, timelines, addresses, promo codes, invoices,
//! loyalty coins and returns. Figures follow from the rows.

mod booked;
mod delivery;
mod loyalty;
mod returns;
mod rows;
mod script;

use crate::{
    Db, Result,
    cart::{promo_code::PromoCode, promo_management, quote::Discount},
    db::{Aggregate, Tx},
    fulfilment::{self, FulfilmentOption},
    on,
    types::{
        ids::{CompanyId, Ids, OfferingId, PromoCodeId, UserId, VariantId},
        local_time::TimeZone,
        position::Position,
        timestamp::Timestamp,
        vat::VatMode,
    },
};

use super::{Size, random::SeededRng};

/// Maximum promo codes of a shop.
const PROMO_CODES: i64 = 20;

/// Orders of the demo.
fn count(size: Size) -> usize {
    match size {
        Size::Small => 60,
        Size::Full => 20_000,
    }
}

/// People who order.
fn customer_count(size: Size) -> i64 {
    match size {
        Size::Small => 60,
        Size::Full => 1_000,
    }
}

/// Company that sells from carts.
struct Shop {
    id: CompanyId,
    currency: String,
    zone: TimeZone,
    /// At least one.
    ways: Vec<FulfilmentOption>,
    seller: String,
    vat_mode: VatMode,
    place: Place,
    promo_codes: Vec<Promo>,
    /// Business that visitors of the demo sign in as.
    is_shown: bool,
    goods: Vec<Good>,
}

/// Town of a shop, where its customers live.
struct Place {
    city: String,
    postal_code: String,
    country: String,
    position: Option<Position>,
}

/// Promo code of a shop.
struct Promo {
    id: PromoCodeId,
    code: String,
    discount: Discount,
    minimum_order: i64,
    limit_each: Option<i64>,
    limit_total: Option<i64>,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// Variant for sale.
#[derive(sqlx::FromRow)]
struct Good {
    company_id: CompanyId,
    offering_id: OfferingId,
    variant_id: VariantId,
    name: String,
    variant_name: String,
    price: i64,
    vat_rate: i64,
}

#[derive(sqlx::FromRow)]
pub(super) struct Customer {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

/// Returns the people who order and book.
pub(super) async fn customers(db: &Db, limit: i64) -> Result<Vec<Customer>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, first_name, last_name, email FROM account WHERE kind = 'regular' AND email IS NOT NULL
         ORDER BY id LIMIT $1").bind(limit).fetch_all(at).await)?)
}

/// Adds the orders to a filled database.
pub(super) async fn add(db: &Db, ids: &Ids, size: Size, now: Timestamp) -> Result<()> {
    let shops = shops(db, now).await?;
    let customers = customers(db, customer_count(size)).await?;
    if shops.is_empty() || customers.is_empty() {
        return Ok(());
    }
    let mut random = SeededRng(super::SEED);
    let streets = delivery::streets(db).await?;
    let orders = script::orders(&shops, &customers, &streets, size, count(size), &mut random, now);
    let rows = rows::Rows::of(&shops, &customers, &orders, ids, now)?;
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::All);
    rows.insert(&mut tx).await?;
    sum(&mut tx).await?;
    loyalty::add(&mut tx, &shops, now).await?;
    returns::add(&mut tx, &shops, ids, now).await?;
    tx.commit().await?;
    booked::add(db, ids, size, now).await
}

async fn shops(db: &Db, now: Timestamp) -> Result<Vec<Shop>> {
    type Row = (CompanyId, String, TimeZone, String, bool, Option<f64>, Option<f64>);
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.currency, c.time_zone, c.name, a.user_name = 'chef', c.latitude, c.longitude
         FROM company c JOIN account a ON a.id = c.owner_id
         WHERE EXISTS (SELECT 1 FROM fulfilment f WHERE f.company_id = c.id) ORDER BY c.id").fetch_all(at).await)?;
    let goods: Vec<Good> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.company_id, o.id AS offering_id, v.id AS variant_id, o.name, v.name AS variant_name, v.price, o.vat_rate
         FROM offering o JOIN offering_variant v ON v.offering_id = o.id
         WHERE o.state = 'active' AND o.availability IN ('unlimited', 'stock') AND v.price > 0 ORDER BY v.id")
        .fetch_all(at).await)?;
    let mut shops = Vec::new();
    for (id, currency, zone, name, is_shown, latitude, longitude) in rows {
        let (address, postal_code, city, country, registration, vat_number, email): (
            String,
            String,
            String,
            String,
            Option<String>,
            Option<String>,
            String,
        ) = on!(db.read(), at => sqlx::query_as(
            "SELECT address, postal_code, city, country, registration, vat_number, email FROM company WHERE id = $1")
            .bind(id).fetch_one(at).await)?;
        let vat_mode = VatMode::of(&country);
        let position = latitude.zip(longitude).and_then(|(latitude, longitude)| Position::new(latitude, longitude));
        let place = Place { city: city.clone(), postal_code: postal_code.clone(), country: country.clone(), position };
        let seller =
            crate::invoice::Seller { name, address, postal_code, city, country, registration, vat_number, email };
        shops.push(Shop {
            id,
            currency,
            zone,
            ways: fulfilment::offered(db, id).await?,
            seller: serde_json::to_string(&seller)?,
            vat_mode,
            place,
            promo_codes: promo_codes(db, id, now).await?,
            is_shown,
            goods: Vec::new(),
        });
    }
    for good in goods {
        if let Some(shop) = shops.iter_mut().find(|shop| shop.id == good.company_id) {
            shop.goods.push(good);
        }
    }
    shops.retain(|shop| !shop.goods.is_empty() && !shop.ways.is_empty());
    Ok(shops)
}

async fn promo_codes(db: &Db, company: CompanyId, now: Timestamp) -> Result<Vec<Promo>> {
    let (codes, _) = promo_management::list(db, company, PROMO_CODES, 0, now).await?;
    let of_code = |code: PromoCode| Promo {
        id: code.id,
        discount: code.discount(),
        minimum_order: code.minimum_order,
        limit_each: code.limit_each,
        limit_total: code.limit_total,
        starts_at: code.starts_at,
        ends_at: code.ends_at,
        code: code.code,
    };
    Ok(codes.into_iter().map(of_code).collect())
}

/// Adds the orders to the figures and to the uses of promo codes. Those of the bookings are there.
async fn sum(tx: &mut Tx) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE promo_code SET used = (SELECT COUNT(*) FROM customer_order o
            WHERE o.promo_id = promo_code.id AND o.state <> 'cancelled')").execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, income)
         SELECT company_id, placed_on, SUM(CASE WHEN state = 'cancelled' THEN 0 ELSE 1 END),
            SUM(CASE WHEN state = 'fulfilled' THEN 1 ELSE 0 END), SUM(CASE WHEN state = 'cancelled' THEN 1 ELSE 0 END),
            SUM(CASE WHEN state = 'cancelled' THEN 0 ELSE total - refunded END)
         FROM customer_order WHERE placed_on IS NOT NULL GROUP BY company_id, placed_on
         ON CONFLICT (company_id, day) DO UPDATE SET orders = excluded.orders, fulfilled = excluded.fulfilled,
            cancelled = excluded.cancelled, income = company_day.income + excluded.income").execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_customer (company_id, account_id, name, email, orders, spent, first_at, last_at)
         SELECT company_id, customer_id, MAX(customer_name), MAX(email),
            SUM(CASE WHEN state = 'cancelled' THEN 0 ELSE 1 END),
            SUM(CASE WHEN state = 'cancelled' THEN 0 ELSE total - refunded END), MIN(created_at), MAX(created_at)
         FROM customer_order WHERE placed_on IS NOT NULL GROUP BY company_id, customer_id
         ON CONFLICT (company_id, account_id) DO UPDATE SET orders = excluded.orders,
            spent = company_customer.spent + excluded.spent,
            first_at = CASE WHEN excluded.first_at < company_customer.first_at THEN excluded.first_at
                ELSE company_customer.first_at END,
            last_at = CASE WHEN excluded.last_at > company_customer.last_at THEN excluded.last_at
                ELSE company_customer.last_at END").execute(at).await.map(drop))?;
    Ok(())
}
