//! Removal of what an order bought from the cart that it came from.

use super::{Result, transition::Current};
use crate::{
    cart::{ChosenOption, LineOption},
    db::Tx,
    on,
    types::ids::{CartLineId, VariantId},
};

/// Line of an order: variant, options, note, units that were not taken from the cart yet.
type Units = (VariantId, Vec<ChosenOption>, String, i64);

/// Removes the units of an order from the cart of its customer. What was put into the cart after the checkout stays.
pub(super) async fn remove_ordered(tx: &mut Tx, order: &Current) -> Result<()> {
    // The cart that was ordered, with no change since.
    let deleted = on!(tx.at(), at => sqlx::query(
        "DELETE FROM cart WHERE account_id = $1 AND company_id = $2
            AND updated_at <= (SELECT o.created_at FROM customer_order o WHERE o.id = $3)
            AND NOT EXISTS (SELECT 1 FROM cart_booking k WHERE k.cart_id = cart.id)")
        .bind(order.customer_id).bind(order.company_id).bind(order.id)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if deleted > 0 {
        return Ok(());
    }
    let in_cart: Vec<(CartLineId, VariantId, String, String, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT l.id, l.variant_id, l.options, l.note, l.quantity FROM cart c JOIN cart_line l ON l.cart_id = c.id
         WHERE c.account_id = $1 AND c.company_id = $2 ORDER BY l.id")
        .bind(order.customer_id).bind(order.company_id).fetch_all(at).await)?;
    let mut bought = bought(tx, order).await?;
    for (id, variant, options, note, quantity) in in_cart {
        let chosen: Vec<ChosenOption> = serde_json::from_str(&options)?;
        let is_same = |units: &&mut Units| units.0 == variant && units.1 == chosen && units.2 == note;
        let Some((.., left)) = bought.iter_mut().find(is_same) else { continue };
        let taken = quantity.min(*left);
        *left -= taken;
        let sql = if taken == quantity {
            "DELETE FROM cart_line WHERE id = $1 AND quantity = $2"
        } else {
            "UPDATE cart_line SET quantity = quantity - $2 WHERE id = $1"
        };
        on!(tx.at(), at => sqlx::query(sql).bind(id).bind(taken).execute(at).await.map(drop))?;
    }
    // A checkout that has read the cart before is refused.
    on!(tx.at(), at => sqlx::query("UPDATE cart SET updated_at = updated_at + 1 WHERE account_id = $1 AND company_id = $2")
        .bind(order.customer_id).bind(order.company_id).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM cart WHERE account_id = $1 AND company_id = $2
            AND NOT EXISTS (SELECT 1 FROM cart_line WHERE cart_id = cart.id)
            AND NOT EXISTS (SELECT 1 FROM cart_booking WHERE cart_id = cart.id)")
        .bind(order.customer_id).bind(order.company_id).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the lines of an order. A cart has no equal lines, so the order has none either.
async fn bought(tx: &mut Tx, order: &Current) -> Result<Vec<Units>> {
    let rows: Vec<(VariantId, String, String, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT variant_id, options, note, quantity FROM order_line WHERE order_id = $1 AND variant_id IS NOT NULL")
        .bind(order.id).fetch_all(at).await)?;
    let mut all: Vec<Units> = Vec::with_capacity(rows.len());
    for (variant, options, note, quantity) in rows {
        let options: Vec<LineOption> = serde_json::from_str(&options)?;
        let chosen = options.into_iter().map(|LineOption { group, choice, .. }| ChosenOption { group, choice });
        all.push((variant, chosen.collect(), note, quantity));
    }
    Ok(all)
}
