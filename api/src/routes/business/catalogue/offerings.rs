//! Offerings of the caller's company.

use actix_web::{get, post, put, web};
use serde::Deserialize;
use store::{
    booking::InventoryChange,
    catalogue::{detail::OfferingKind, filter::Window},
    company::Permission,
    offering_management::{
        OfferingState,
        listing::{self, OwnFilter, OwnOfferingRow},
        offering_form::OfferingForm,
        offering_view::{self, OwnOffering},
    },
    types::ids::{FolderId, OfferingId, VariantId},
};
use utoipa::{IntoParams, ToSchema};

use super::{OrderForm, checked_ids, editor, publish_rules};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_offerings)
        .service(create_offering)
        .service(order_offerings)
        .service(set_states)
        .service(show_offering)
        .service(update_offering)
        .service(duplicate_offering)
        .service(set_sold_out);
}

/// Default page size.
const OFFERINGS: i64 = 50;
/// Maximum characters of a search.
const QUERY_MAX: usize = 100;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnOfferingsQuery {
    kind: Option<OfferingKind>,
    /// All but archived offerings by default.
    state: Option<OfferingState>,
    folder_id: Option<FolderId>,
    sold_out: Option<bool>,
    /// Only active products with at most 3 units of a variant in stock.
    #[serde(default)]
    #[param(required = false)]
    low_stock: bool,
    /// Words of name or category.
    query: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the offerings of your company
///
/// In your order. Archived ones are listed on request.
#[utoipa::path(
    tag = "business", operation_id = "business_list_offerings", params(OwnOfferingsQuery), responses((status = 200, body = Page<OwnOfferingRow>)), security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/offerings/")]
async fn list_offerings(app: App, user: Pro, query: Query<OwnOfferingsQuery>) -> Result<Page<OwnOfferingRow>> {
    let OwnOfferingsQuery { kind, state, folder_id, sold_out, low_stock, query, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, OFFERINGS)?;
    let query = query.unwrap_or_default();
    if query.chars().count() > QUERY_MAX {
        return Err(Error::field("query", format!("Enter at most {QUERY_MAX} characters.")));
    }
    let filter = OwnFilter { kind, state, folder: folder_id, sold_out, is_low_stock: low_stock, query };
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let editor = editor(&app, &user, Permission::Orders).await?;
    let (rows, total) = listing::list(&app.db, editor.company, &filter, window, editor.now).await?;
    Ok(Page::new(rows, paging, total))
}

/// Create an offering
///
/// Errors of all fields are reported at once.
#[utoipa::path(
    tag = "business", operation_id = "business_create_offering", request_body = OfferingForm, responses((status = 201, body = Envelope<OwnOffering>)), security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/offerings/")]
async fn create_offering(app: App, user: Pro, form: Body<OfferingForm>) -> Result<Envelope<OwnOffering>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    let id = editor.create_offering(&form.0).await?;
    Ok(Envelope::created(offering_view::show(&app.db, editor.company, id, editor.now).await?))
}

/// Order your offerings
#[utoipa::path(
    tag = "business", operation_id = "business_order_offerings", request_body = OrderForm<OfferingId>, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/order/")]
async fn order_offerings(app: App, user: Pro, form: Body<OrderForm<OfferingId>>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Catalogue).await?.reorder_offerings(form.0.checked()?).await?;
    Ok(Confirmation::new("Saved"))
}

/// State for several offerings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferingStates {
    #[schema(max_items = 500)]
    ids: Vec<OfferingId>,
    state: OfferingState,
}

/// Archive, restore or publish offerings
///
/// Changes all of them or none.
#[utoipa::path(
    tag = "business", operation_id = "business_set_offering_states", request_body = OfferingStates, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/state/")]
async fn set_states(app: App, user: Pro, form: Body<OfferingStates>) -> Result<Confirmation> {
    let ids = checked_ids(&form.0.ids)?;
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.set_state(ids, form.0.state).await?;
    ids.iter().for_each(|id| publish_rules(&app, &editor, Some(*id)));
    Ok(Confirmation::new("Saved"))
}

/// Get an offering of your company
///
/// With everything that you can change.
#[utoipa::path(
    tag = "business", operation_id = "business_show_offering",
    params(("offering_id" = OfferingId, Path)),
    responses((status = 200, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/offerings/{offering_id}/")]
async fn show_offering(app: App, user: Pro, id: web::Path<OfferingId>) -> Result<Envelope<OwnOffering>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(offering_view::show(&app.db, editor.company, id.into_inner(), editor.now).await?))
}

/// Change an offering
///
/// Omitted fields stay unchanged. A capacity cannot fall below what is booked.
#[utoipa::path(
    tag = "business", operation_id = "business_update_offering",
    params(("offering_id" = OfferingId, Path)),
    request_body = OfferingForm,
    responses((status = 200, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/{offering_id}/")]
async fn update_offering(
    app: App,
    user: Pro,
    id: web::Path<OfferingId>,
    form: Body<OfferingForm>,
) -> Result<Envelope<OwnOffering>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.update_offering(id, &form.0).await?;
    publish_rules(&app, &editor, Some(id));
    Ok(Envelope::ok(offering_view::show(&app.db, editor.company, id, editor.now).await?))
}

/// Duplicate an offering
///
/// The copy is a draft with the same times and prices, without dates and bookings.
#[utoipa::path(
    tag = "business", operation_id = "business_duplicate_offering",
    params(("offering_id" = OfferingId, Path)),
    responses((status = 201, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/offerings/{offering_id}/duplicate/")]
async fn duplicate_offering(app: App, user: Pro, id: web::Path<OfferingId>) -> Result<Envelope<OwnOffering>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    let copy = editor.duplicate_offering(id.into_inner()).await?;
    Ok(Envelope::created(offering_view::show(&app.db, editor.company, copy, editor.now).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SoldOutForm {
    sold_out: bool,
    /// One variant. All by default.
    variant_id: Option<VariantId>,
}

/// Mark an offering as sold out
///
/// Or as available again. Open pages learn it at once.
#[utoipa::path(
    tag = "business", operation_id = "business_set_sold_out",
    params(("offering_id" = OfferingId, Path)),
    request_body = SoldOutForm,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/{offering_id}/sold-out/")]
async fn set_sold_out(app: App, user: Pro, id: web::Path<OfferingId>, form: Body<SoldOutForm>) -> Result<Confirmation> {
    let (offering_id, SoldOutForm { sold_out, variant_id }) = (id.into_inner(), form.0);
    let editor = editor(&app, &user, Permission::Orders).await?;
    editor.set_sold_out(offering_id, variant_id, sold_out).await?;
    match variant_id {
        Some(_) => publish_rules(&app, &editor, Some(offering_id)),
        None => app.hub.inventory_changed(editor.company, &[InventoryChange::SoldOut { offering_id, sold_out }]),
    }
    app.waitlists.rules_changed(editor.company, Some(offering_id));
    Ok(Confirmation::new("Saved"))
}
