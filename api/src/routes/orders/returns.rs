//! Returns of the caller's orders, and of the orders of a company.

use actix_web::{post, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    media::{Media, MediaKind},
    order::{
        Order,
        returns::{
            self, CompanyReturnStep, NewReturn, ReturnReason, ReturnState, ReturnedUnits,
            request::{DESCRIPTION_MAX, MEDIA_MAX},
        },
    },
    types::{
        ids::{MediaId, OrderId, ReturnId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::{checked_reason, checkout::checked_client_id, publish, publish_one};
use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Pro, Registered, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::media::{FileForm, receive_upload},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(upload_media).service(request_return).service(move_return).service(set_state);
}

/// Maximum lines of a request.
pub(super) const LINES_MAX: usize = 100;

/// Multipart form of a picture or video of a returned item.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form, which is read piece by piece")]
pub struct ReturnMediaUpload {
    /// A picture (JPEG, PNG, WebP, GIF; 15 MB and 40 megapixels) or a video (MP4, MOV, WebM; 50 MB, 3 minutes).
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Upload a picture or video of an item to return
///
/// Put the returned `id` into the `media` of a return. A file that is in no return after a day is deleted.
#[utoipa::path(
    tag = "orders", operation_id = "orders_upload_return_media",
    request_body(content = ReturnMediaUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<Media>)),
    security(("bearer" = []))
)]
#[post("/users/support/upload-return-item-media/")]
async fn upload_media(app: App, user: Registered, form: FileForm) -> Result<Envelope<Media>> {
    let media = receive_upload(&app, user.user, form).await?;
    match media.kind {
        MediaKind::Image | MediaKind::Video => Ok(Envelope::created(media)),
        // The file is in nothing, so it is deleted after a day.
        MediaKind::Voice | MediaKind::File => Err(Error::UnsupportedType("send a picture or a video")),
    }
}

/// Units of a line, to return or to pay back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnUnitsForm {
    /// Index of the line in the order, from 0.
    line: i64,
    #[schema(minimum = 1, maximum = 99)]
    quantity: i64,
}

impl ReturnUnitsForm {
    pub(super) fn units(&self) -> ReturnedUnits {
        ReturnedUnits { line: self.line, quantity: self.quantity }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnForm {
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<ReturnUnitsForm>,
    reason: ReturnReason,
    #[serde(default)]
    #[schema(max_length = 500)]
    description: String,
    /// Pictures and videos that were uploaded for it.
    #[serde(default)]
    #[schema(max_items = 6)]
    media: Vec<MediaId>,
    /// Idempotency key. A repeat has no effect.
    #[schema(max_length = 64)]
    client_id: Option<String>,
}

/// Ask for a return
///
/// Within the company's window after the handover, for units that are part of no other return.
#[utoipa::path(
    tag = "orders", operation_id = "orders_request_return",
    params(("order_id" = OrderId, Path)),
    request_body = ReturnForm,
    responses((status = 201, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[post("/users/orders/{order_id}/returns/")]
async fn request_return(
    app: App,
    user: User,
    order: web::Path<OrderId>,
    form: Body<ReturnForm>,
) -> Result<Envelope<Order>> {
    let form = form.0;
    let mut checks = FieldErrors::default();
    if !(1..=LINES_MAX).contains(&form.items.len()) {
        checks.add("items", "Choose what to return.");
    }
    let description = form.description.trim().to_owned();
    if description.chars().count() > DESCRIPTION_MAX {
        checks.add("description", format!("Enter at most {DESCRIPTION_MAX} characters."));
    }
    if form.media.len() > MEDIA_MAX {
        checks.add("media", format!("Add at most {MEDIA_MAX} pictures and videos."));
    }
    checks.finish()?;
    let now = Timestamp::now();
    let mut media = form.media;
    media.sort_unstable();
    media.dedup();
    let new = NewReturn {
        id: ReturnId(app.ids.next(now)),
        order: order.into_inner(),
        customer: user.user,
        units: form.items.iter().map(ReturnUnitsForm::units).collect(),
        reason: form.reason,
        description,
        media,
        client_id: checked_client_id(form.client_id.as_deref())?,
    };
    let outcome = returns::request(&app.db, &new, now).await?;
    Ok(Envelope::created(publish_one(&app, outcome).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnStepForm {
    /// `in_transit`: sent. `closed`: withdrawn.
    state: ReturnState,
}

/// Move your return on
///
/// Says that the units were sent, or withdraws the return. A repeat has no effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_move_return",
    params(("order_id" = OrderId, Path), ("return_id" = ReturnId, Path)),
    request_body = ReturnStepForm,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[put("/users/orders/{order_id}/returns/{return_id}/")]
async fn move_return(
    app: App,
    user: User,
    path: web::Path<(OrderId, ReturnId)>,
    form: Body<ReturnStepForm>,
) -> Result<Envelope<Order>> {
    let outcome = returns::customer_step(&app.db, user.user, path.into_inner(), form.0.state, Timestamp::now()).await?;
    Ok(Envelope::ok(publish_one(&app, outcome).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyReturnForm {
    state: ReturnState,
    /// Reason of a rejection, which the customer sees.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
    /// The units of a refund or replacement go back to the stock.
    #[serde(default)]
    restock: bool,
}

/// Move a return of your company on
///
/// A refund pays the units back with a credit note, never more than was paid. A repeat has no effect.
#[utoipa::path(
    tag = "business", operation_id = "business_set_return_state",
    params(("order_id" = OrderId, Path), ("return_id" = ReturnId, Path)),
    request_body = CompanyReturnForm,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/orders/{order_id}/returns/{return_id}/")]
async fn set_state(
    app: App,
    user: Pro,
    path: web::Path<(OrderId, ReturnId)>,
    form: Body<CompanyReturnForm>,
) -> Result<Envelope<Order>> {
    let note = checked_reason(&form.0.reason)?;
    if form.0.state == ReturnState::Rejected && note.is_empty() {
        return Err(Error::field("reason", "This is required."));
    }
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let step = CompanyReturnStep { to: form.0.state, note, restock: form.0.restock };
    let member = (company, user.user);
    let outcome = returns::company_step(&app.db, member, path.into_inner(), &step, Timestamp::now()).await?;
    publish(&app, outcome).await.pop().map(Envelope::ok).ok_or(Error::NotFound)
}
