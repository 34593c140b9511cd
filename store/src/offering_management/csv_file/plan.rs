//! The effect of the lines of an offering, as pure functions.

use std::collections::HashSet;

use super::{
    super::{
        FieldMessages,
        offering_form::{Draft, VariantForm},
        validation,
    },
    CellError,
    batch::{Booked, Matches},
    column::Column,
    offering_cells,
    reader::Line,
    variant_cells,
};
use crate::{
    catalogue::category,
    types::{
        currency::Currency,
        ids::{OfferingId, VariantId},
    },
};

/// Maximum variants of an offering.
const VARIANTS_MAX: usize = 100;
const REQUIRED: &str = "This is required.";

/// Consecutive lines of an offering. `None`: a new offering.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub offering: Option<OfferingId>,
    pub lines: Vec<Line>,
}

/// Offering after the import.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub offering: Option<OfferingId>,
    pub line: u64,
    pub draft: Draft,
    /// Folded name of a folder that does not exist yet.
    pub folder: Option<String>,
    /// Columns with other values than before. Empty: unchanged.
    pub columns: Vec<Column>,
}

/// Facts about the company.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub currency: Currency,
    pub categories: Vec<String>,
}

/// Returns the offering that a line names. `None`: a new one.
fn offering(line: &Line, matches: &Matches) -> Result<Option<OfferingId>, CellError> {
    let error = |column, expected: &str| CellError::new(line.number, column, expected);
    let by_id = match line.filled(Column::Id).map(str::parse) {
        None => None,
        Some(Ok(id)) if matches.offerings.contains(&id) => Some(id),
        Some(_) => return Err(error(Column::Id, "Enter the id of one of your offerings, or leave it empty.")),
    };
    let by_variant = match line.filled(Column::VariantId).map(|text| text.parse::<VariantId>()) {
        None => None,
        Some(parsed) => match parsed.ok().and_then(|id| matches.variants.get(&id)) {
            Some(offering) if by_id.is_none_or(|id| id == *offering) => Some(*offering),
            _ => {
                return Err(error(Column::VariantId, "Enter the id of a variant of this offering, or leave it empty."));
            }
        },
    };
    if let Some(known) = by_id.or(by_variant) {
        return Ok(Some(known));
    }
    let Some(sku) = line.filled(Column::Sku) else {
        return Err(error(Column::Sku, "Enter a SKU, or the id of an offering."));
    };
    match matches.skus.get(sku).map(Vec::as_slice) {
        None => Ok(None),
        Some([(offering, _)]) => Ok(Some(*offering)),
        Some(_) => Err(error(Column::Sku, "Several of your variants have this SKU. Enter the variant_id.")),
    }
}

/// Groups consecutive lines by offering.
pub(super) fn group(lines: Vec<Line>, matches: &Matches, errors: &mut Vec<CellError>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for line in lines {
        let offering = match offering(&line, matches) {
            Ok(offering) => offering,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match groups.last_mut().filter(|group| group.takes(offering, &line)) {
            Some(group) if group.lines.len() == VARIANTS_MAX => {
                errors.push(CellError::new(
                    line.number,
                    "",
                    format!("An offering has at most {VARIANTS_MAX} variants."),
                ));
            }
            Some(group) => {
                group.offering = group.offering.or(offering);
                group.lines.push(line);
            }
            None => groups.push(Group { offering, lines: vec![line] }),
        }
    }
    groups
}

impl Group {
    /// Returns true if a line continues the group: by its offering, else by its name.
    fn takes(&self, offering: Option<OfferingId>, line: &Line) -> bool {
        if self.offering.is_some() && self.offering == offering {
            return true;
        }
        let first = self.lines.first().and_then(|first| first.filled(Column::Name));
        let is_named_alike = match (first, line.filled(Column::Name)) {
            (Some(first), Some(name)) => first == name,
            (Some(_), None) => offering.is_none(),
            _ => false,
        };
        is_named_alike && (self.offering.is_none() || offering.is_none())
    }

    /// Returns the offering after the import, or the errors of its lines.
    pub fn plan(
        self,
        known: Option<&Draft>,
        matches: &Matches,
        booked: &Booked,
        terms: &Terms,
    ) -> Result<Planned, Vec<CellError>> {
        let mut errors = Vec::new();
        let mut draft = known.cloned().unwrap_or_else(Draft::blank);
        self.set_offering(&mut draft, known.is_none(), terms, &mut errors);
        let places = self.set_variants(&mut draft, known, matches, terms, &mut errors);
        let columns = if errors.is_empty() { self.changed(&draft, known, &places, terms.currency) } else { Vec::new() };
        // An unchanged offering stays as it is, also if a rule came later.
        if !columns.is_empty() {
            let mut fields = validation::check(&draft, &terms.categories);
            fields.extend(booking_errors(&draft, known, self.offering, booked));
            errors.extend(fields.into_iter().map(|(field, text)| self.cell_error(&field, text, &places)));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Planned { offering: self.offering, line: self.first(), draft, folder: None, columns })
    }

    fn first(&self) -> u64 {
        self.lines.first().map_or(0, |line| line.number)
    }

    /// Sets what the lines share. The first line decides, the others repeat it or are empty.
    fn set_offering(&self, draft: &mut Draft, is_new: bool, terms: &Terms, errors: &mut Vec<CellError>) {
        let Some((first, rest)) = self.lines.split_first() else { return };
        let mut cells: Vec<_> = first.cells().filter(|(column, _)| !column.is_of_variant()).collect();
        // The type of a detail depends on the category.
        cells.sort_unstable_by_key(|(column, _)| *column);
        if is_new {
            for column in [Column::Kind, Column::Category, Column::Name] {
                if first.filled(column).is_none() {
                    errors.push(CellError::new(first.number, column, REQUIRED));
                }
            }
            let usual = first.filled(Column::Category).and_then(category::find);
            if let Some(availability) = usual.and_then(|category| category.availability.first()) {
                draft.availability = *availability;
            }
        }
        for (column, text) in cells {
            if let Err(expected) = offering_cells::set(column, text, draft, terms.currency) {
                errors.push(CellError::new(first.number, column, expected));
            }
            let other = rest.iter().find(|line| line.filled(column).is_some_and(|other| other != text));
            if let Some(other) = other.filter(|_| column != Column::Id) {
                let expected = format!("Repeat the value of line {}, or leave it empty.", first.number);
                errors.push(CellError::new(other.number, column, expected));
            }
        }
    }

    /// Sets the variants of the lines. Returns the place of each line's variant in the draft.
    fn set_variants(
        &self,
        draft: &mut Draft,
        known: Option<&Draft>,
        matches: &Matches,
        terms: &Terms,
        errors: &mut Vec<CellError>,
    ) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::new();
        let mut taken = HashSet::new();
        for line in &self.lines {
            let place = known.and_then(|known| self.place(line, known, matches)).unwrap_or_else(|| {
                draft.variants.push(VariantForm::default());
                if line.filled(Column::Price).is_none() {
                    errors.push(CellError::new(line.number, Column::Price, REQUIRED));
                }
                draft.variants.len() - 1
            });
            if !taken.insert(place) {
                errors.push(CellError::new(line.number, "", "This variant came twice."));
            }
            let variant = &mut draft.variants[place];
            let sku = line.filled(Column::Sku).and_then(|sku| matches.skus.get(sku));
            let is_changed = line.filled(Column::Sku) != variant.sku.as_deref();
            if is_changed && sku.is_some_and(|all| all.iter().any(|(_, id)| Some(*id) != variant.id)) {
                errors.push(CellError::new(line.number, Column::Sku, "Another variant has this SKU."));
            }
            for (column, text) in line.cells().filter(|(column, _)| column.is_of_variant()) {
                if let Err(expected) = variant_cells::set(column, text, variant, terms.currency) {
                    errors.push(CellError::new(line.number, column, expected));
                }
            }
            places.push(place);
        }
        places
    }

    /// Returns the place of a line's variant among the known ones: by id, by SKU, by name, or the only one.
    fn place(&self, line: &Line, known: &Draft, matches: &Matches) -> Option<usize> {
        let at = |id: VariantId| known.variants.iter().position(|variant| variant.id == Some(id));
        if let Some(id) = line.filled(Column::VariantId).and_then(|text| text.parse().ok()) {
            return at(id);
        }
        let sku = line.filled(Column::Sku);
        if let Some(place) = sku.and_then(|sku| matches.skus.get(sku)?.iter().find_map(|(_, id)| at(*id))) {
            return Some(place);
        }
        let text = |column| line.get(column).unwrap_or_default();
        let names = [text(Column::Variant), text(Column::Color), text(Column::Size)];
        let is_free = |variant: &VariantForm| sku.is_none() || variant.sku.is_none();
        let is_named = |variant: &VariantForm| {
            let attribute = |value: &Option<String>| value.clone().unwrap_or_default();
            names == [variant.name.clone(), attribute(&variant.attributes.color), attribute(&variant.attributes.size)]
        };
        let by_name = known.variants.iter().position(|variant| is_free(variant) && is_named(variant));
        let is_only = known.variants.len() == 1 && self.lines.len() == 1 && names.iter().all(|name| name.is_empty());
        by_name.or_else(|| known.variants.first().filter(|variant| is_only && is_free(variant)).map(|_| 0))
    }

    /// Returns the cell of an invalid field.
    fn cell_error(&self, field: &str, expected: String, places: &[usize]) -> CellError {
        let variant = field.strip_prefix("variants.").and_then(|rest| rest.split_once('.'));
        let Some((place, name)) = variant.and_then(|(at, name)| Some((at.parse::<usize>().ok()?, name))) else {
            let column = Column::find(field.strip_suffix("_id").unwrap_or(field)).map(|it| it.to_string());
            return CellError::new(self.first(), column.unwrap_or_default(), expected);
        };
        let line = places.iter().position(|known| *known == place).and_then(|at| self.lines.get(at));
        let column = match name {
            "name" => "variant",
            "capacity" => "stock",
            other => other,
        };
        CellError::new(line.map_or(self.first(), |line| line.number), column, expected)
    }

    /// Returns the columns whose values differ from before.
    fn changed(&self, draft: &Draft, known: Option<&Draft>, places: &[usize], currency: Currency) -> Vec<Column> {
        let Some(first) = self.lines.first() else { return Vec::new() };
        let all = first.cells().map(|(column, _)| column);
        let Some(known) = known else { return all.collect() };
        let none = std::collections::HashMap::new();
        let shared = |column| {
            offering_cells::text(column, draft, currency, &none) != offering_cells::text(column, known, currency, &none)
        };
        let of_variant = |column: Column| {
            places.iter().any(|place| match known.variants.get(*place) {
                None => true,
                Some(before) => {
                    let text = |variant| variant_cells::text(column, variant, currency);
                    column != Column::VariantId && text(before) != text(&draft.variants[*place])
                }
            })
        };
        all.filter(|column| if column.is_of_variant() { of_variant(*column) } else { shared(*column) }).collect()
    }
}

/// Checks that open bookings still fit.
fn booking_errors(draft: &Draft, known: Option<&Draft>, id: Option<OfferingId>, booked: &Booked) -> FieldMessages {
    let mut errors = FieldMessages::new();
    let (Some(known), Some(id)) = (known, id) else { return errors };
    for (at, variant) in draft.variants.iter().enumerate() {
        let taken = variant.id.and_then(|id| booked.units.get(&id)).copied().unwrap_or_default();
        if variant.capacity.is_some_and(|capacity| capacity < taken) {
            errors.push((format!("variants.{at}.capacity"), format!("Enter at least {taken}: so many are booked.")));
        }
    }
    if draft.availability != known.availability && booked.open.contains(&id) {
        let message = "This offering has open bookings. Their kind cannot change.";
        errors.push(("availability".to_owned(), message.to_owned()));
    }
    errors
}
