//! Ways in which the companies of a category hand over orders.

use super::{
    kinds::Kind,
    places::Country,
    text::{self, unknown},
};
use crate::{
    Result,
    fulfilment::{DeliveryZone, Fulfilment, FulfilmentOption},
};

/// Returns the ways of a kind of company, with amounts in the currency of its country.
pub fn options(kind: &Kind, country: &Country) -> Result<Vec<FulfilmentOption>> {
    let money = |cents: i64| if cents == 0 { 0 } else { country.price(cents, 100) };
    let rows = text::rows(include_str!("text/fulfilment.tsv")).filter(|row| row.cell(0) == kind.category);
    rows.map(|row| {
        let zones = row.words(4, ',').into_iter().map(|zone| {
            let cells: Vec<i64> = zone.split(':').filter_map(|cell| cell.parse().ok()).collect();
            let &[up_to_metres, fee, free_from] = &cells[..] else { return Err(unknown(zone)) };
            let free_from = (free_from > 0).then(|| money(free_from));
            Ok(DeliveryZone { up_to_metres, fee: money(fee), free_from })
        });
        Ok(FulfilmentOption {
            kind: way(row.cell(1))?,
            minutes: row.number(2)?,
            minimum_order: money(row.number(3)?),
            zones: zones.collect::<Result<_>>()?,
        })
    })
    .collect()
}

fn way(key: &str) -> Result<Fulfilment> {
    serde_json::from_value(key.into()).map_err(|_| unknown(key))
}
