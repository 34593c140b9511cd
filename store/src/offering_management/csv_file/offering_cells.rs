//! Cells of an offering: what its lines share.

use std::collections::HashMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    super::offering_form::Draft,
    cell::{amount, flag, integer, percent, percent_text},
    column::Column,
};
use crate::{
    catalogue::{category, detail::FieldKind},
    types::{currency::Currency, ids::FolderId},
};

/// Separates the elements of a cell with several values.
const SEPARATOR: char = '|';

/// Returns the text of a cell.
pub(super) fn text(column: Column, draft: &Draft, currency: Currency, folders: &HashMap<FolderId, String>) -> String {
    match column {
        Column::Kind => key_text(draft.kind),
        Column::Category => draft.category.clone(),
        Column::Subcategory => draft.subcategory.clone().unwrap_or_default(),
        Column::Availability => key_text(draft.availability),
        Column::State => key_text(draft.state),
        Column::Name => draft.name.clone(),
        Column::Description => draft.description.clone(),
        Column::Folder => draft.folder_id.and_then(|id| folders.get(&id).cloned()).unwrap_or_default(),
        Column::VatRate => percent_text(draft.vat_rate),
        Column::DeliveryPrice => draft.delivery_price.map(|price| currency.plain(price)).unwrap_or_default(),
        Column::DurationMinutes => draft.duration_minutes.to_string(),
        Column::StepMinutes => draft.step_minutes.to_string(),
        Column::BufferMinutes => draft.buffer_minutes.to_string(),
        Column::MembersMin => draft.members_min.to_string(),
        Column::MembersMax => draft.members_max.to_string(),
        Column::Detail(key) => draft.details.get(key).map(detail_text).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the stored key of an enumeration.
fn key_text(key: impl Serialize) -> String {
    serde_json::to_value(key).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn detail_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            let all: Vec<_> = all.iter().filter_map(Value::as_str).collect();
            all.join(&SEPARATOR.to_string())
        }
        other => other.to_string(),
    }
}

/// Sets the value of a cell, except the folder. An empty cell clears a value that may be absent; another stays. The
/// error tells the expected content.
pub(super) fn set(column: Column, text: &str, draft: &mut Draft, currency: Currency) -> Result<(), String> {
    let optional = (!text.is_empty()).then(|| text.to_owned());
    match column {
        Column::Subcategory => draft.subcategory = optional,
        Column::Description => text.clone_into(&mut draft.description),
        Column::DeliveryPrice => draft.delivery_price = optional.map(|text| amount(&text, currency)).transpose()?,
        Column::Detail(key) if text.is_empty() => drop(draft.details.remove(key)),
        _ if text.is_empty() => {}
        Column::Kind => draft.kind = key(text, "product, service, ticket")?,
        Column::Category => text.clone_into(&mut draft.category),
        Column::Availability => {
            let all = "appointment, table, timed_entry, nights, occurrence, stock, unlimited";
            draft.availability = key(text, all)?;
        }
        Column::State => draft.state = key(text, "draft, active, archived")?,
        Column::Name => text.clone_into(&mut draft.name),
        Column::VatRate => draft.vat_rate = percent(text)?,
        Column::DurationMinutes => draft.duration_minutes = integer(text)?,
        Column::StepMinutes => draft.step_minutes = integer(text)?,
        Column::BufferMinutes => draft.buffer_minutes = integer(text)?,
        Column::MembersMin => draft.members_min = integer(text)?,
        Column::MembersMax => draft.members_max = integer(text)?,
        Column::Detail(key) => drop(draft.details.insert(key.to_owned(), detail(key, text, &draft.category)?)),
        _ => {}
    }
    Ok(())
}

fn key<T: DeserializeOwned>(text: &str, all: &str) -> Result<T, String> {
    let value = Value::String(text.to_ascii_lowercase());
    serde_json::from_value(value).map_err(|_| format!("Choose one of: {all}."))
}

/// Parses a detail by the type of its field. The category's own check follows.
fn detail(key: &str, text: &str, category: &str) -> Result<Value, String> {
    let fields = category::find(category).map(|category| category.fields).unwrap_or_default();
    let Some(field) = fields.iter().find(|field| field.key == key) else {
        return Err("This category has no such field.".to_owned());
    };
    Ok(match field.kind {
        FieldKind::Number { .. } => integer(text)?.into(),
        FieldKind::Flag => flag(text)?.into(),
        FieldKind::Many { .. } | FieldKind::Languages | FieldKind::Ports | FieldKind::Decks => {
            text.split(SEPARATOR).map(str::trim).filter(|one| !one.is_empty()).collect()
        }
        FieldKind::Text { .. } | FieldKind::Choice { .. } | FieldKind::Port => text.into(),
    })
}
