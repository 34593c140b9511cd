//! A line of a cart: what the product costs now, and whether it can be ordered.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::{ChosenOption, broken_rule};
use crate::{
    Result,
    catalogue::offering_details::OptionGroup,
    media::picture::Picture,
    types::ids::{CartLineId, MediaId, OfferingId, VariantId},
};

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CartLine {
    pub id: CartLineId,
    pub product_id: OfferingId,
    pub variant_id: VariantId,
    pub name: String,
    /// Empty for the only variant.
    pub variant_name: String,
    pub category: String,
    pub picture: Option<Picture>,
    pub options: Vec<LineOption>,
    pub note: String,
    pub quantity: i64,
    /// Options included.
    pub unit_price: i64,
    pub discount: i64,
    /// After the discount, VAT included.
    pub amount: i64,
    pub vat_rate: i64,
    pub vat: i64,
    /// Units left in stock, those of the own unpaid order included. Null: not counted.
    pub left: Option<i64>,
    pub problem: Option<LineProblem>,
    /// Capacity of the variant's stock.
    #[serde(skip)]
    pub(crate) capacity: Option<i64>,
}

/// Chosen option with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineOption {
    pub group: String,
    pub choice: String,
    pub price: i64,
}

/// Reason why a line cannot be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineProblem {
    /// The company does not sell it any more.
    NotForSale,
    SoldOut,
    /// Fewer units are left than wanted.
    TooFewLeft,
    /// A chosen option does not exist any more.
    OptionGone,
    /// The company asks for other options now: one more, or fewer.
    OptionMissing,
}

#[derive(sqlx::FromRow)]
pub(super) struct LineRow {
    pub(super) cart_id: i64,
    id: CartLineId,
    offering_id: OfferingId,
    variant_id: VariantId,
    name: String,
    variant_name: String,
    category: String,
    is_active: bool,
    sold_out: bool,
    pub(super) picture_id: Option<MediaId>,
    offered_options: String,
    chosen_options: String,
    note: String,
    quantity: i64,
    price: i64,
    lowest_price: i64,
    delivery_price: Option<i64>,
    vat_rate: i64,
    capacity: Option<i64>,
    taken: Option<i64>,
}

/// Reads the [`LineRow`]s of carts `c`. Units of the account's own unpaid order at the company count as free: ordering
/// again replaces that order. Its lines are found by the order, not by the variant, which many orders have.
pub(super) const SELECT_LINES: &str =
    "SELECT l.cart_id, l.id, o.id AS offering_id, v.id AS variant_id, o.name, v.name AS variant_name,
        o.category, o.state = 'active' AS is_active, (o.sold_out OR v.sold_out) AS sold_out,
        (SELECT p.media_id FROM offering_picture p WHERE p.offering_id = o.id ORDER BY p.position, p.media_id LIMIT 1)
            AS picture_id,
        o.options AS offered_options, l.options AS chosen_options, l.note, l.quantity, v.price, o.price AS lowest_price,
        o.delivery_price, o.vat_rate, CASE WHEN v.capacity IS NOT NULL THEN COALESCE(b.capacity, v.capacity) END AS capacity, b.held + b.sold - (
            SELECT CAST(COALESCE(SUM(own.quantity), 0) AS BIGINT) FROM customer_order p JOIN order_line own ON own.order_id = p.id
            WHERE p.state = 'pending_payment' AND p.company_id = c.company_id AND p.customer_id = c.account_id
                AND own.variant_id + 0 = v.id AND own.counted = TRUE) AS taken
    FROM cart c JOIN cart_line l ON l.cart_id = c.id JOIN offering_variant v ON v.id = l.variant_id
        JOIN offering o ON o.id = v.offering_id LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0";

impl LineRow {
    /// Prices a line. The discount is not known yet.
    pub(super) fn line(self, is_delivered: bool, pictures: &HashMap<MediaId, Picture>) -> Result<CartLine> {
        let groups: Vec<OptionGroup> = serde_json::from_str(&self.offered_options)?;
        let chosen: Vec<ChosenOption> = serde_json::from_str(&self.chosen_options)?;
        let price_of = |option: &ChosenOption| {
            let group = groups.iter().find(|group| group.name == option.group)?;
            group.choices.iter().find(|choice| choice.name == option.choice).map(|choice| choice.price)
        };
        let option_gone = chosen.iter().any(|option| price_of(option).is_none());
        let option_missing = broken_rule(&groups, &chosen).is_some();
        let options: Vec<_> = chosen
            .into_iter()
            .map(|option| LineOption {
                price: price_of(&option).unwrap_or(0),
                group: option.group,
                choice: option.choice,
            })
            .collect();
        // The delivery price replaces the lowest price; the other variants keep their distance to it.
        let delivered = self.delivery_price.filter(|_| is_delivered).map_or(0, |price| price - self.lowest_price);
        let unit_price = (self.price + delivered).max(0) + options.iter().map(|option| option.price).sum::<i64>();
        let left = self.capacity.map(|capacity| (capacity - self.taken.unwrap_or(0)).max(0));
        let problem = match left {
            _ if !self.is_active => Some(LineProblem::NotForSale),
            _ if self.sold_out => Some(LineProblem::SoldOut),
            Some(0) => Some(LineProblem::SoldOut),
            Some(left) if left < self.quantity => Some(LineProblem::TooFewLeft),
            _ if option_gone => Some(LineProblem::OptionGone),
            _ if option_missing => Some(LineProblem::OptionMissing),
            _ => None,
        };
        Ok(CartLine {
            id: self.id,
            product_id: self.offering_id,
            variant_id: self.variant_id,
            name: self.name,
            variant_name: self.variant_name,
            category: self.category,
            picture: self.picture_id.and_then(|id| pictures.get(&id)).cloned(),
            options,
            note: self.note,
            quantity: self.quantity,
            unit_price,
            discount: 0,
            amount: 0,
            vat_rate: self.vat_rate,
            vat: 0,
            left,
            problem,
            capacity: self.capacity,
        })
    }
}
