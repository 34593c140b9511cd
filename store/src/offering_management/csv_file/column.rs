//! Columns of the file, and its header.

use crate::catalogue::category::CATEGORIES;

/// Column of the file. The order here is that of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Column {
    Id,
    VariantId,
    Sku,
    Kind,
    Category,
    Subcategory,
    Availability,
    State,
    Name,
    Description,
    Folder,
    VatRate,
    DeliveryPrice,
    DurationMinutes,
    StepMinutes,
    BufferMinutes,
    MembersMin,
    MembersMax,
    /// Detail field with this key.
    Detail(&'static str),
    Variant,
    Color,
    Size,
    Price,
    Stock,
    SoldOut,
}

const NAMES: [(Column, &str); 24] = [
    (Column::Id, "id"),
    (Column::VariantId, "variant_id"),
    (Column::Sku, "sku"),
    (Column::Kind, "kind"),
    (Column::Category, "category"),
    (Column::Subcategory, "subcategory"),
    (Column::Availability, "availability"),
    (Column::State, "state"),
    (Column::Name, "name"),
    (Column::Description, "description"),
    (Column::Folder, "folder"),
    (Column::VatRate, "vat_rate"),
    (Column::DeliveryPrice, "delivery_price"),
    (Column::DurationMinutes, "duration_minutes"),
    (Column::StepMinutes, "step_minutes"),
    (Column::BufferMinutes, "buffer_minutes"),
    (Column::MembersMin, "members_min"),
    (Column::MembersMax, "members_max"),
    (Column::Variant, "variant"),
    (Column::Color, "color"),
    (Column::Size, "size"),
    (Column::Price, "price"),
    (Column::Stock, "stock"),
    (Column::SoldOut, "sold_out"),
];

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Self::Detail(key) = self {
            return write!(f, "details.{key}");
        }
        f.write_str(NAMES.iter().find(|(column, _)| column == self).map_or("", |(_, name)| name))
    }
}

impl Column {
    /// Finds a column by its name in a header.
    pub fn find(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        match name.strip_prefix("details.") {
            Some(key) => detail_keys().find(|known| *known == key).map(Self::Detail),
            None => NAMES.iter().find(|(_, known)| *known == name).map(|(column, _)| *column),
        }
    }

    /// Returns true if each line of an offering has its own value.
    pub fn is_of_variant(self) -> bool {
        use Column::{Color, Price, Size, Sku, SoldOut, Stock, Variant, VariantId};
        matches!(self, VariantId | Sku | Variant | Color | Size | Price | Stock | SoldOut)
    }

    /// Returns all columns for a company of these categories.
    pub fn of_company(categories: &[String]) -> Vec<Self> {
        let fields = CATEGORIES.iter().filter(|category| categories.iter().any(|key| key == category.key));
        let details = fields.flat_map(|category| category.fields).map(|field| Self::Detail(field.key));
        let mut columns: Vec<_> = NAMES.iter().map(|(column, _)| *column).chain(details).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

fn detail_keys() -> impl Iterator<Item = &'static str> {
    CATEGORIES.iter().flat_map(|category| category.fields).map(|field| field.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_found_by_its_name() {
        let all: Vec<_> = CATEGORIES.iter().map(|category| category.key.to_owned()).collect();
        for column in Column::of_company(&all) {
            assert_eq!(Column::find(&column.to_string().to_uppercase()), Some(column));
        }
        assert_eq!((Column::find("details.wings"), Column::find("wings"), Column::find("")), (None, None, None));
    }
}
