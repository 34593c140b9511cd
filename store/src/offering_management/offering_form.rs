//! Forms of an offering. An omitted field stays unchanged.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::OfferingState;
use crate::{
    catalogue::{
        detail::{Availability, OfferingKind},
        offering_details::OptionGroup,
    },
    types::ids::{FolderId, MediaId, ResourceId, VariantId},
};

/// Offering to create or change. To create one: category, kind, name and variants are required.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OfferingForm {
    /// Key of one of the company's categories.
    #[schema(example = "food")]
    pub category: Option<String>,
    #[serde(deserialize_with = "present")]
    pub subcategory: Option<Option<String>>,
    pub kind: Option<OfferingKind>,
    /// One of the category's. The usual one by default.
    pub availability: Option<Availability>,
    pub state: Option<OfferingState>,
    #[schema(max_length = 120)]
    pub name: Option<String>,
    #[schema(max_length = 4000)]
    pub description: Option<String>,
    /// Hundredths of a percent, included in the prices: 1000 is 10 %.
    #[schema(minimum = 0, maximum = 10000)]
    pub vat_rate: Option<i64>,
    /// Price when delivered, where it differs.
    #[serde(deserialize_with = "present")]
    pub delivery_price: Option<Option<i64>>,
    /// From 5 to 1440 for appointments and timed entries.
    pub duration_minutes: Option<i64>,
    /// Distance between two starts.
    pub step_minutes: Option<i64>,
    /// Time to clear after each.
    pub buffer_minutes: Option<i64>,
    /// Minimum persons of one booking.
    pub members_min: Option<i64>,
    /// Maximum persons of one booking: of a table (8 by default), an appointment (1) or a room (2). Without effect on tickets and
    /// timed entries, which are sold by unit.
    pub members_max: Option<i64>,
    /// Values of the category's detail fields.
    #[schema(value_type = Object)]
    pub details: Option<Map<String, Value>>,
    #[schema(max_items = 10)]
    pub options: Option<Vec<OptionGroup>>,
    #[serde(deserialize_with = "present")]
    pub folder_id: Option<Option<FolderId>>,
    /// At least one, in order. Replaces the current ones: a variant with an id stays, one without is added.
    #[schema(max_items = 100)]
    pub variants: Option<Vec<VariantForm>>,
    /// Uploaded pictures, the first one is the cover.
    #[schema(max_items = 12)]
    pub pictures: Option<Vec<MediaId>>,
    /// Staff, tables and equipment that serve it.
    #[schema(max_items = 200)]
    pub resources: Option<Vec<ResourceId>>,
}

/// Unit that is counted and priced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VariantForm {
    /// Id of a variant that stays.
    pub id: Option<VariantId>,
    /// Empty for the only variant.
    #[schema(max_length = 80)]
    pub name: String,
    pub attributes: Attributes,
    #[schema(max_length = 60)]
    pub sku: Option<String>,
    /// Minor units, VAT included.
    #[schema(required, example = 1250)]
    pub price: i64,
    /// Units of each night, start or occurrence, or in stock. Null: not counted.
    pub capacity: Option<i64>,
    pub sold_out: bool,
}

/// Attributes of a product's variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attributes {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40)]
    pub size: Option<String>,
}

/// Reads a present value, which may be null. Both differ from a missing field.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Offering with all its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub category: String,
    pub subcategory: Option<String>,
    pub kind: OfferingKind,
    pub availability: Availability,
    pub state: OfferingState,
    pub name: String,
    pub description: String,
    pub vat_rate: i64,
    pub delivery_price: Option<i64>,
    pub duration_minutes: i64,
    pub step_minutes: i64,
    pub buffer_minutes: i64,
    pub members_min: i64,
    pub members_max: i64,
    pub details: Map<String, Value>,
    pub options: Vec<OptionGroup>,
    pub folder_id: Option<FolderId>,
    pub variants: Vec<VariantForm>,
    pub pictures: Vec<MediaId>,
    pub resources: Vec<ResourceId>,
}

impl Draft {
    /// Returns an offering with the usual values, before its form is applied.
    pub fn blank() -> Self {
        Self {
            category: String::new(),
            subcategory: None,
            kind: OfferingKind::Product,
            availability: Availability::Unlimited,
            state: OfferingState::Active,
            name: String::new(),
            description: String::new(),
            vat_rate: 0,
            delivery_price: None,
            duration_minutes: 0,
            step_minutes: 30,
            buffer_minutes: 0,
            members_min: 1,
            members_max: 1,
            details: Map::new(),
            options: Vec::new(),
            folder_id: None,
            variants: Vec::new(),
            pictures: Vec::new(),
            resources: Vec::new(),
        }
    }

    /// Takes the fields that were sent.
    pub fn apply(&mut self, form: &OfferingForm) {
        macro_rules! take {
            ($($field:ident),*) => {
                $(if let Some(value) = &form.$field { self.$field.clone_from(value); })*
            };
        }
        take!(category, subcategory, kind, availability, state, name, description, vat_rate, delivery_price);
        take!(duration_minutes, step_minutes, buffer_minutes, members_min, members_max, details, options, folder_id);
        take!(variants, pictures, resources);
        let trim = |text: &mut String| *text = text.trim().to_owned();
        trim(&mut self.name);
        trim(&mut self.description);
        self.variants.iter_mut().for_each(|variant| trim(&mut variant.name));
    }

    /// Returns the lowest price of the variants that are for sale, else of all.
    pub fn price(&self) -> i64 {
        let lowest =
            |sold_out: bool| self.variants.iter().filter(|it| sold_out || !it.sold_out).map(|it| it.price).min();
        lowest(false).or_else(|| lowest(true)).unwrap_or_default()
    }
}
