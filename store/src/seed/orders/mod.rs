//! Demo orders over a year, in every state, with payments, timelines, invoices, loyalty coins and
//! returns. Figures follow from the rows.

mod loyalty;
mod returns;
mod rows;
mod script;

use crate::{
    Db, Result,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{CompanyId, Ids, OfferingId, UserId, VariantId},
        local_time::TimeZone,
        timestamp::Timestamp,
        vat::VatMode,
    },
};

use super::{Size, random::SeededRng};

/// Orders of the demo.
fn count(size: Size) -> usize {
    match size {
        Size::Small => 60,
        Size::Full => 2_000,
    }
}

/// Company that sells from carts.
struct Shop {
    id: CompanyId,
    currency: String,
    zone: TimeZone,
    /// Ways without an address come first.
    kind: String,
    seller: String,
    vat_mode: VatMode,
    /// Business that visitors of the demo sign in as.
    is_shown: bool,
    goods: Vec<Good>,
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
pub(super) async fn customers(db: &Db) -> Result<Vec<Customer>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, first_name, last_name, email FROM account WHERE kind = 'regular' AND email IS NOT NULL
         ORDER BY id LIMIT 60").fetch_all(at).await)?)
}

/// Adds the orders to a filled database.
pub(super) async fn add(db: &Db, ids: &Ids, size: Size, now: Timestamp) -> Result<()> {
    let shops = shops(db).await?;
    let customers = customers(db).await?;
    if shops.is_empty() || customers.is_empty() {
        return Ok(());
    }
    let mut random = SeededRng(super::SEED);
    let orders = script::orders(&shops, &customers, size, count(size), &mut random, now);
    let rows = rows::Rows::of(&shops, &customers, &orders, ids, now)?;
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::All);
    rows.insert(&mut tx).await?;
    sum(&mut tx).await?;
    loyalty::add(&mut tx, &shops, now).await?;
    returns::add(&mut tx, &shops, ids, now).await?;
    tx.commit().await
}

async fn shops(db: &Db) -> Result<Vec<Shop>> {
    type Row = (CompanyId, String, TimeZone, String, String, bool);
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.currency, c.time_zone,
            (SELECT f.kind FROM fulfilment f WHERE f.company_id = c.id
             ORDER BY CASE f.kind WHEN 'collect' THEN 0 WHEN 'onsite' THEN 1 ELSE 2 END, f.kind LIMIT 1),
            c.name, a.user_name = 'chef'
         FROM company c JOIN account a ON a.id = c.owner_id
         WHERE EXISTS (SELECT 1 FROM fulfilment f WHERE f.company_id = c.id AND f.kind IN ('collect', 'onsite'))
         ORDER BY c.id").fetch_all(at).await)?;
    let goods: Vec<Good> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.company_id, o.id AS offering_id, v.id AS variant_id, o.name, v.name AS variant_name, v.price, o.vat_rate
         FROM offering o JOIN offering_variant v ON v.offering_id = o.id
         WHERE o.state = 'active' AND o.availability IN ('unlimited', 'stock') AND v.price > 0 ORDER BY v.id")
        .fetch_all(at).await)?;
    let mut shops = Vec::new();
    for (id, currency, zone, kind, name, is_shown) in rows {
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
        let seller =
            crate::invoice::Seller { name, address, postal_code, city, country, registration, vat_number, email };
        shops.push(Shop {
            id,
            currency,
            zone,
            kind,
            seller: serde_json::to_string(&seller)?,
            vat_mode,
            is_shown,
            goods: Vec::new(),
        });
    }
    for good in goods {
        if let Some(shop) = shops.iter_mut().find(|shop| shop.id == good.company_id) {
            shop.goods.push(good);
        }
    }
    shops.retain(|shop| !shop.goods.is_empty());
    Ok(shops)
}

/// Adds the orders to the figures. Those of the bookings are there.
async fn sum(tx: &mut Tx) -> Result<()> {
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
