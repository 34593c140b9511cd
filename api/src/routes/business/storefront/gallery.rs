//! Pictures and videos of the caller's company.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    storefront::gallery::{self, GalleryForm, GalleryItem},
    types::ids::MediaId,
};
use utoipa::ToSchema;

use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
    routes::business::catalogue::{OrderForm, editor},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_gallery)
        .service(add_to_gallery)
        .service(order_gallery)
        .service(set_caption)
        .service(remove_from_gallery);
}

/// List your pictures and videos
#[utoipa::path(
    tag = "business", operation_id = "business_list_gallery", responses((status = 200, body = Envelope<Vec<GalleryItem>>)), security(("bearer" = []))
)]
#[get("/userprofessional/store/gallery/")]
async fn list_gallery(app: App, user: Pro) -> Result<Envelope<Vec<GalleryItem>>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    Ok(Envelope::ok(gallery::list(&app.db, editor.company).await?))
}

/// Add an uploaded picture or video
///
/// A company has at most 100.
#[utoipa::path(
    tag = "business", operation_id = "business_add_to_gallery", request_body = GalleryForm,
    responses((status = 201, body = Envelope<Vec<GalleryItem>>)), security(("bearer" = []))
)]
#[post("/userprofessional/store/gallery/")]
async fn add_to_gallery(app: App, user: Pro, form: Body<GalleryForm>) -> Result<Envelope<Vec<GalleryItem>>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    editor.add_to_gallery(&form.0).await?;
    Ok(Envelope::created(gallery::list(&app.db, editor.company).await?))
}

/// Order your pictures and videos
#[utoipa::path(
    tag = "business", operation_id = "business_order_gallery", request_body = OrderForm<MediaId>,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/store/gallery/order/")]
async fn order_gallery(app: App, user: Pro, form: Body<OrderForm<MediaId>>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Store).await?.reorder_gallery(form.0.checked()?).await?;
    Ok(Confirmation::new("Saved"))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptionForm {
    #[schema(max_length = 200)]
    caption: String,
}

/// Change the caption of a picture or video
///
/// Also its text for people who do not see it.
#[utoipa::path(
    tag = "business", operation_id = "business_set_caption",
    params(("media_id" = MediaId, Path)),
    request_body = CaptionForm,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/userprofessional/store/gallery/{media_id}/")]
async fn set_caption(app: App, user: Pro, id: web::Path<MediaId>, form: Body<CaptionForm>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Store).await?.set_caption(id.into_inner(), &form.0.caption).await?;
    Ok(Confirmation::new("Saved"))
}

/// Remove a picture or video
#[utoipa::path(
    tag = "business", operation_id = "business_remove_from_gallery",
    params(("media_id" = MediaId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/userprofessional/store/gallery/{media_id}/")]
async fn remove_from_gallery(app: App, user: Pro, id: web::Path<MediaId>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Store).await?.remove_from_gallery(id.into_inner()).await?;
    Ok(Confirmation::new("Deleted"))
}
