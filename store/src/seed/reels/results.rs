//! Results of the demo's reels: openings of their offerings, visitors, and some of the demo's orders and bookings.
//! Sales are counted by the code that counts those of customers.

use crate::{
    Db, Result,
    db::{Aggregate, Tx},
    on,
    reel::sale,
    seed::random::SeededRng,
    types::{
        distinct_sketch::DistinctSketch,
        ids::{BookingId, OrderId, ReelId},
        timestamp::Timestamp,
    },
};

const SEED: u64 = 37;
/// Orders, and bookings, that follow an opening from a reel, at most.
const SALES: i64 = 300;

/// Adds the results of all published reels.
pub async fn add(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::All);
    // A fifth of those who watched on opened what is sold.
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_open (account_id, offering_id, reel_id, at)
         SELECT w.account_id, l.offering_id, w.reel_id, w.at + $1
         FROM reel_view w JOIN reel_offering l ON l.reel_id = w.reel_id
         WHERE w.skipped = FALSE AND (w.watched_ms + l.position) % 5 = 0")
        .bind(Timestamp::MINUTE).execute(at).await.map(drop))?;
    attribute_orders(&mut tx).await?;
    attribute_bookings(&mut tx).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE reel SET opens = (SELECT COUNT(*) FROM reel_open o WHERE o.reel_id = reel.id)")
        .execute(at).await.map(drop))?;
    add_visitors(&mut tx).await?;
    tx.commit().await
}

/// Opens what was bought from the newest reel that was published before, an hour before the purchase.
async fn attribute_orders(tx: &mut Tx) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_sale (reel_id, order_id, position)
         SELECT n.id, s.order_id, s.position FROM (
            SELECT MAX(r.number) AS number, o.id AS order_id, l.position, o.created_at
            FROM customer_order o JOIN order_line l ON l.order_id = o.id
                JOIN reel_offering k ON k.offering_id = l.offering_id JOIN reel r ON r.id = k.reel_id
            WHERE o.placed_on IS NOT NULL AND o.customer_id IS NOT NULL
                AND r.state = 'published' AND r.published_at < o.created_at - $1
            GROUP BY o.id, l.position, o.created_at) AS s
         JOIN reel n ON n.number = s.number ORDER BY s.created_at DESC, s.order_id, s.position LIMIT $2")
        .bind(Timestamp::HOUR).bind(SALES).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_open (account_id, offering_id, reel_id, at)
         SELECT o.customer_id, l.offering_id, s.reel_id, MAX(o.created_at) - $1
         FROM reel_sale s JOIN customer_order o ON o.id = s.order_id
            JOIN order_line l ON l.order_id = s.order_id AND l.position = s.position
         WHERE TRUE GROUP BY o.customer_id, l.offering_id, s.reel_id ON CONFLICT DO NOTHING")
        .bind(Timestamp::HOUR).execute(at).await.map(drop))?;
    let orders: Vec<(OrderId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT DISTINCT order_id FROM reel_sale WHERE order_id IS NOT NULL ORDER BY order_id").fetch_all(at).await)?;
    for (order,) in orders {
        sale::count_order(tx, order).await?;
    }
    Ok(())
}

async fn attribute_bookings(tx: &mut Tx) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_sale (reel_id, booking_id)
         SELECT n.id, s.id FROM (
            SELECT MAX(r.number) AS number, b.id, b.created_at
            FROM booking b JOIN reel_offering k ON k.offering_id = b.offering_id JOIN reel r ON r.id = k.reel_id
            WHERE b.placed_on IS NOT NULL AND b.customer_id IS NOT NULL
                AND r.state = 'published' AND r.published_at < b.created_at - $1
            GROUP BY b.id, b.created_at) AS s
         JOIN reel n ON n.number = s.number ORDER BY s.created_at DESC, s.id LIMIT $2")
        .bind(Timestamp::HOUR).bind(SALES).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_open (account_id, offering_id, reel_id, at)
         SELECT b.customer_id, b.offering_id, s.reel_id, MAX(b.created_at) - $1
         FROM reel_sale s JOIN booking b ON b.id = s.booking_id
         WHERE TRUE GROUP BY b.customer_id, b.offering_id, s.reel_id ON CONFLICT DO NOTHING")
        .bind(Timestamp::HOUR).execute(at).await.map(drop))?;
    let bookings: Vec<(BookingId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT booking_id FROM reel_sale WHERE booking_id IS NOT NULL ORDER BY booking_id").fetch_all(at).await)?;
    for (booking,) in bookings {
        sale::count_booking(tx, booking).await?;
    }
    Ok(())
}

/// Adds visitors without an account: up to twice as many as accounts that watched, and a tenth of them opened an offering.
async fn add_visitors(tx: &mut Tx) -> Result<()> {
    let mut random = SeededRng(SEED);
    let reels: Vec<(ReelId, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, views FROM reel WHERE state = 'published' ORDER BY number").fetch_all(at).await)?;
    for (reel, views) in reels {
        let most = u32::try_from(2 * views).unwrap_or(0);
        let seen = random.upto(most);
        let (views, opens) = (sketch(&mut random, seen), sketch(&mut random, seen / 10));
        for (event, sketch) in [("view", &views), ("open", &opens)] {
            on!(tx.at(), at => sqlx::query("INSERT INTO reel_visitors (reel_id, event, sketch) VALUES ($1, $2, $3)")
                .bind(reel).bind(event).bind(sketch.text()).execute(at).await.map(drop))?;
        }
        on!(tx.at(), at => sqlx::query("UPDATE reel SET visitor_views = $2, visitor_opens = $3 WHERE id = $1")
            .bind(reel).bind(views.count()).bind(opens.count()).execute(at).await.map(drop))?;
    }
    Ok(())
}

fn sketch(random: &mut SeededRng, values: u32) -> DistinctSketch {
    let mut sketch = DistinctSketch::default();
    for _ in 0..values {
        sketch.add(random.next());
    }
    sketch
}
