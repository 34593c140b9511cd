//! Forms of policies, and their validation. A field that a kind does not have is rejected by name.

use std::ops::RangeInclusive;

use serde::Deserialize;
use store::{
    catalogue::{
        category::{self, Category},
        facility::{self, FACILITIES},
    },
    policy::{
        CANCEL_FEE_PERCENT, FREE_CANCEL_HOURS, MAX_PER_KIND, NewPolicy, PolicyChange, PolicyKind, PolicyName,
        PolicyText, TermsChange, Title,
    },
    types::{ids::PolicyId, timestamp::Timestamp},
};
use utoipa::{
    ToSchema,
    openapi::{Object, ObjectBuilder, schema::Type},
};

use crate::{
    error::{Error, FieldErrors, Result},
    http::extract::sent,
};

/// Entry of a company's policies. A new entry requires a title.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PolicyForm {
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 120)]
    title: Option<String>,
    /// Plain text with line breaks.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 5000)]
    text: Option<String>,
    /// Key of a category of the company. Empty or null: all.
    #[serde(deserialize_with = "sent")]
    category: Option<String>,
    /// Index among the entries of this kind. A new entry is the last by default.
    #[schema(minimum = 0, maximum = 49)]
    position: Option<i64>,
}

/// Cancellation policy, and the terms that the server applies to bookings. A new entry requires a title.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CancellationPolicyForm {
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 120)]
    title: Option<String>,
    /// Plain text with line breaks.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 5000)]
    text: Option<String>,
    /// Key of a category of the company. Empty or null: all.
    #[serde(deserialize_with = "sent")]
    category: Option<String>,
    /// Index among the entries of this kind. A new entry is the last by default.
    #[schema(minimum = 0, maximum = 49)]
    position: Option<i64>,
    /// A booking is cancelled for free until this many hours before its start.
    #[schema(minimum = 0, maximum = 720)]
    free_cancel_hours: Option<i64>,
    /// Share of the total that a later cancellation costs.
    #[schema(minimum = 0, maximum = 100)]
    cancel_fee_percent: Option<i64>,
}

/// Facility of the list, or one with a title of its own. A new entry requires either.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FacilityForm {
    /// Key of a facility of the list. Replaces the title.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = facility_key)]
    facility: Option<String>,
    /// Title of an own facility. Replaces the facility of the list.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 120)]
    title: Option<String>,
    /// Plain text with line breaks.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 5000)]
    text: Option<String>,
    /// Key of a category of the company. Empty or null: all.
    #[serde(deserialize_with = "sent")]
    category: Option<String>,
    /// Index among the facilities. A new one is the last by default.
    #[schema(minimum = 0, maximum = 49)]
    position: Option<i64>,
}

/// Terms of cancellation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TermsForm {
    /// A booking is cancelled for free until this many hours before its start.
    #[schema(minimum = 0, maximum = 720)]
    free_cancel_hours: Option<i64>,
    /// Share of the total that a later cancellation costs.
    #[schema(minimum = 0, maximum = 100)]
    cancel_fee_percent: Option<i64>,
}

fn facility_key() -> Object {
    let keys = FACILITIES.iter().map(|facility| facility.key);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(keys)).build()
}

impl TermsForm {
    pub fn parse(self) -> Result<TermsChange> {
        let mut checks = FieldErrors::default();
        let terms = self.checked(&mut checks);
        checks.finish()?;
        Ok(terms)
    }

    fn checked(&self, checks: &mut FieldErrors) -> TermsChange {
        TermsChange {
            free_cancel_hours: within(checks, "free_cancel_hours", self.free_cancel_hours, &FREE_CANCEL_HOURS),
            cancel_fee_percent: within(checks, "cancel_fee_percent", self.cancel_fee_percent, &CANCEL_FEE_PERCENT),
        }
    }
}

fn within(checks: &mut FieldErrors, field: &str, value: Option<i64>, range: &RangeInclusive<i64>) -> Option<i64> {
    let value = value?;
    let expected = || format!("Enter a whole number from {} to {}.", range.start(), range.end());
    checks.check(field, if range.contains(&value) { Ok(value) } else { Err(expected()) })
}

/// Fields of any of the forms.
pub struct Sent {
    form: PolicyForm,
    facility: Option<String>,
    terms: TermsForm,
}

impl From<PolicyForm> for Sent {
    fn from(form: PolicyForm) -> Self {
        Self { form, facility: None, terms: TermsForm::default() }
    }
}

impl From<CancellationPolicyForm> for Sent {
    fn from(form: CancellationPolicyForm) -> Self {
        let CancellationPolicyForm { title, text, category, position, free_cancel_hours, cancel_fee_percent } = form;
        let terms = TermsForm { free_cancel_hours, cancel_fee_percent };
        Self { form: PolicyForm { title, text, category, position }, facility: None, terms }
    }
}

impl From<FacilityForm> for Sent {
    fn from(form: FacilityForm) -> Self {
        let FacilityForm { facility, title, text, category, position } = form;
        // Browsers send every field of a form, and an entry needs only one of the two.
        let is_filled = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        let title = title.filter(|title| !title.trim().is_empty() || !is_filled(&facility));
        let facility = facility.filter(|facility| !facility.trim().is_empty());
        Self { form: PolicyForm { title, text, category, position }, facility, terms: TermsForm::default() }
    }
}

impl Sent {
    /// Validates a new entry. Errors of all fields are reported at once.
    pub fn addition(
        self,
        kind: PolicyKind,
        categories: &[String],
        id: PolicyId,
        created_at: Timestamp,
    ) -> Result<(NewPolicy, TermsChange)> {
        let mut checks = FieldErrors::default();
        if self.form.title.is_none() && self.facility.is_none() {
            checks.add("title", "This is required.");
        }
        let (change, terms) = self.checked(&mut checks, categories);
        checks.finish()?;
        let PolicyChange { category, name, text, position } = change;
        let name = name.ok_or_else(|| Error::internal("a checked field is missing"))?;
        Ok((NewPolicy { id, kind, category: category.flatten(), name, text, position, created_at }, terms))
    }

    /// Validates the fields to change. Errors of all fields are reported at once.
    pub fn change(self, categories: &[String]) -> Result<(PolicyChange, TermsChange)> {
        let mut checks = FieldErrors::default();
        let checked = self.checked(&mut checks, categories);
        checks.finish()?;
        Ok(checked)
    }

    fn checked(self, checks: &mut FieldErrors, categories: &[String]) -> (PolicyChange, TermsChange) {
        let positions = 0..=i64::try_from(MAX_PER_KIND).unwrap_or(i64::MAX) - 1;
        let change = PolicyChange {
            category: self.form.category.as_deref().and_then(|key| own_category(checks, key, categories)),
            name: self.name(checks),
            text: self.form.text.as_deref().and_then(|text| checks.check("text", text.parse::<PolicyText>())),
            position: within(checks, "position", self.form.position, &positions),
        };
        (change, self.terms.checked(checks))
    }

    fn name(&self, checks: &mut FieldErrors) -> Option<PolicyName> {
        match &self.facility {
            None => checks.if_present::<Title>("title", self.form.title.as_ref()).map(PolicyName::Title),
            Some(_) if self.form.title.is_some() => {
                checks.add("facility", "Send a facility of the list or a title, not both.");
                None
            }
            Some(key) => {
                let facility = facility::find(key.trim()).ok_or("Choose a facility from the list.");
                checks.check("facility", facility).map(PolicyName::Facility)
            }
        }
    }
}

/// Returns the category with this key if the company has it, or `Some(None)` for an empty key.
fn own_category(checks: &mut FieldErrors, key: &str, own: &[String]) -> Option<Option<&'static Category>> {
    let key = key.trim();
    if key.is_empty() {
        return Some(None);
    }
    let found = category::find(key).filter(|category| own.iter().any(|own| own == category.key));
    checks.check("category", found.ok_or_else(|| format!("Choose one of: {}.", own.join(", ")))).map(Some)
}
