//! Catalogue of the caller's company: offerings, folders, times, staff and tables.

mod bulk;
mod csv_files;
mod folders;
mod occurrences;
mod offerings;
mod resources;
mod schedules;
mod terms;

use serde::Deserialize;
use store::{
    booking::InventoryChange,
    company::Permission,
    offering_management::{CatalogueError, Editor},
    types::{ids::OfferingId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{Conflict, Error, Fields, Result},
    http::{extract::Pro, openapi::ServiceConfig},
};

pub fn routes(api: &mut ServiceConfig) {
    // Before the paths with an id.
    api.configure(bulk::routes)
        .configure(csv_files::routes)
        .configure(offerings::routes)
        .configure(schedules::routes)
        .configure(occurrences::routes)
        .configure(folders::routes)
        .configure(resources::routes)
        .configure(terms::routes);
}

/// Maximum ids of one request.
const IDS_MAX: usize = 500;

/// Ids in their new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderForm<I> {
    #[schema(max_items = 500)]
    ids: Vec<I>,
}

impl<I> OrderForm<I> {
    pub(super) fn checked(&self) -> Result<&[I]> {
        checked_ids(&self.ids)
    }
}

fn checked_ids<I>(ids: &[I]) -> Result<&[I]> {
    if (1..=IDS_MAX).contains(&ids.len()) {
        Ok(ids)
    } else {
        Err(Error::field("ids", format!("Choose 1 to {IDS_MAX}.")))
    }
}

/// Returns the caller as editor of their company, if the caller's role has the permission.
pub(super) async fn editor<'a>(app: &'a AppState, user: &Pro, permission: Permission) -> Result<Editor<'a>> {
    let company = company_for(app, user.user, permission).await?;
    Ok(Editor { db: &app.db, ids: &app.ids, company, user: user.user, now: Timestamp::now() })
}

/// Notifies open pages that times or prices of an offering changed. `None`: of all offerings.
pub(super) fn publish_rules(app: &AppState, editor: &Editor<'_>, offering_id: Option<OfferingId>) {
    app.hub.inventory_changed(editor.company, &[InventoryChange::Rules { offering_id }]);
    app.waitlists.rules_changed(editor.company, offering_id);
}

impl From<CatalogueError> for Error {
    fn from(cause: CatalogueError) -> Self {
        match cause {
            CatalogueError::Store(cause) => cause.into(),
            CatalogueError::HasBookings => Self::Conflict(Conflict {
                code: "catalogue.has_bookings",
                message: "There are open bookings. Move or cancel them first.",
                amount: None,
            }),
            CatalogueError::HasHistory => Self::conflict(
                "catalogue.has_history",
                "Bookings, orders or reviews show this offering. Archive it instead of deleting it.",
            ),
            CatalogueError::Fields(errors) => {
                let mut fields = Fields::new();
                for (field, message) in errors {
                    fields.entry(field).or_default().push(message);
                }
                Self::Validation(fields)
            }
        }
    }
}
