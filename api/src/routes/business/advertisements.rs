//! Advertisements of the caller's company.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    advertisement::{self, AdvertisementForm, OwnAdvertisement},
    catalogue::filter::Window,
    company::Permission,
    types::ids::AdvertisementId,
};
use utoipa::IntoParams;

use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
    routes::business::catalogue::editor,
};

/// Default page size.
const PER_PAGE: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_advertisements)
        .service(create_advertisement)
        .service(update_advertisement)
        .service(delete_advertisement);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnAdvertisementsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your advertisements
///
/// Newest first, with their views and clicks.
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_list", params(OwnAdvertisementsQuery),
    responses((status = 200, body = Page<OwnAdvertisement>)), security(("bearer" = []))
)]
#[get("/userprofessional/advertisements/")]
async fn list_advertisements(
    app: App,
    user: Pro,
    query: Query<OwnAdvertisementsQuery>,
) -> Result<Page<OwnAdvertisement>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, PER_PAGE)?;
    let editor = editor(&app, &user, Permission::Store).await?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (list, total) = advertisement::list(&app.db, editor.company, window, editor.now).await?;
    Ok(Page::new(list, paging, total))
}

/// Create an advertisement
///
/// It runs from its start to its end, unless it is paused. Your plan limits how many run at a time.
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_create", request_body = AdvertisementForm,
    responses((status = 201, body = Envelope<OwnAdvertisement>)), security(("bearer" = []))
)]
#[post("/userprofessional/advertisements/")]
async fn create_advertisement(
    app: App,
    user: Pro,
    form: Body<AdvertisementForm>,
) -> Result<Envelope<OwnAdvertisement>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    let id = editor.create_advertisement(&form.0).await?;
    Ok(Envelope::created(advertisement::show(&app.db, editor.company, id, editor.now).await?))
}

/// Change an advertisement
///
/// Omitted fields stay unchanged.
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_update",
    params(("advertisement_id" = AdvertisementId, Path)),
    request_body = AdvertisementForm,
    responses((status = 200, body = Envelope<OwnAdvertisement>)), security(("bearer" = []))
)]
#[put("/userprofessional/advertisements/{advertisement_id}/")]
async fn update_advertisement(
    app: App,
    user: Pro,
    id: web::Path<AdvertisementId>,
    form: Body<AdvertisementForm>,
) -> Result<Envelope<OwnAdvertisement>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Store).await?);
    editor.update_advertisement(id, &form.0).await?;
    Ok(Envelope::ok(advertisement::show(&app.db, editor.company, id, editor.now).await?))
}

/// Delete an advertisement
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_delete",
    params(("advertisement_id" = AdvertisementId, Path)),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/advertisements/{advertisement_id}/")]
async fn delete_advertisement(app: App, user: Pro, id: web::Path<AdvertisementId>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Store).await?.delete_advertisement(id.into_inner()).await?;
    Ok(Confirmation::new("Deleted"))
}
