//! Cells of a variant.

use super::{
    super::offering_form::VariantForm,
    cell::{amount, flag, integer},
    column::Column,
};
use crate::types::currency::Currency;

/// Returns the text of a cell.
pub(super) fn text(column: Column, variant: &VariantForm, currency: Currency) -> String {
    match column {
        Column::VariantId => variant.id.map(|id| id.to_string()).unwrap_or_default(),
        Column::Sku => variant.sku.clone().unwrap_or_default(),
        Column::Variant => variant.name.clone(),
        Column::Color => variant.attributes.color.clone().unwrap_or_default(),
        Column::Size => variant.attributes.size.clone().unwrap_or_default(),
        Column::Price => currency.plain(variant.price),
        Column::Stock => variant.capacity.map(|units| units.to_string()).unwrap_or_default(),
        Column::SoldOut => variant.sold_out.to_string(),
        _ => String::new(),
    }
}

/// Sets the value of a cell. An empty cell clears a value that may be absent; another stays. The error tells the
/// expected content.
pub(super) fn set(column: Column, text: &str, variant: &mut VariantForm, currency: Currency) -> Result<(), String> {
    let optional = (!text.is_empty()).then(|| text.to_owned());
    match column {
        Column::Sku => variant.sku = optional.or(variant.sku.take()),
        Column::Variant => text.clone_into(&mut variant.name),
        Column::Color => variant.attributes.color = optional,
        Column::Size => variant.attributes.size = optional,
        Column::Stock => variant.capacity = optional.map(|text| integer(&text)).transpose()?,
        Column::Price if optional.is_some() => variant.price = amount(text, currency)?,
        Column::SoldOut if optional.is_some() => variant.sold_out = flag(text)?,
        _ => {}
    }
    Ok(())
}
