//! Staff, tables and equipment of the caller's company.

use actix_web::{delete, get, post, put, web};
use store::{
    company::Permission,
    offering_management::{
        resource::{self, OwnResource, ResourceForm},
        schedule::{Schedule, ScheduleOwner},
    },
    types::ids::ResourceId,
};

use super::{OrderForm, editor, publish_rules};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_resources)
        .service(create_resource)
        .service(order_resources)
        .service(update_resource)
        .service(delete_resource)
        .service(show_schedule)
        .service(set_schedule);
}

/// List your staff, tables and equipment
#[utoipa::path(
    tag = "business", operation_id = "business_list_resources", responses((status = 200, body = Envelope<Vec<OwnResource>>)), security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/resources/")]
async fn list_resources(app: App, user: Pro) -> Result<Envelope<Vec<OwnResource>>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(resource::list(&app.db, editor.company).await?))
}

/// Add a member of staff, a table or equipment
#[utoipa::path(
    tag = "business", operation_id = "business_create_resource", request_body = ResourceForm, responses((status = 201, body = Envelope<Vec<OwnResource>>)), security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/resources/")]
async fn create_resource(app: App, user: Pro, form: Body<ResourceForm>) -> Result<Envelope<Vec<OwnResource>>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.create_resource(&form.0).await?;
    publish_rules(&app, &editor, None);
    Ok(Envelope::created(resource::list(&app.db, editor.company).await?))
}

/// Order your staff, tables and equipment
///
/// Those of a kind are listed together.
#[utoipa::path(
    tag = "business", operation_id = "business_order_resources", request_body = OrderForm<ResourceId>, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/resources/order/")]
async fn order_resources(app: App, user: Pro, form: Body<OrderForm<ResourceId>>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Catalogue).await?.reorder_resources(form.0.checked()?).await?;
    Ok(Confirmation::new("Saved"))
}

/// Change a member of staff, a table or equipment
#[utoipa::path(
    tag = "business", operation_id = "business_update_resource",
    params(("resource_id" = ResourceId, Path)),
    request_body = ResourceForm,
    responses((status = 200, body = Envelope<Vec<OwnResource>>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/resources/{resource_id}/")]
async fn update_resource(
    app: App,
    user: Pro,
    id: web::Path<ResourceId>,
    form: Body<ResourceForm>,
) -> Result<Envelope<Vec<OwnResource>>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.update_resource(id.into_inner(), &form.0).await?;
    publish_rules(&app, &editor, None);
    Ok(Envelope::ok(resource::list(&app.db, editor.company).await?))
}

/// Delete a member of staff, a table or equipment
///
/// Bookings to come that need it are a conflict.
#[utoipa::path(
    tag = "business", operation_id = "business_delete_resource",
    params(("resource_id" = ResourceId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/userprofessional/catalogue/resources/{resource_id}/")]
async fn delete_resource(app: App, user: Pro, id: web::Path<ResourceId>) -> Result<Confirmation> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.delete_resource(id.into_inner()).await?;
    publish_rules(&app, &editor, None);
    Ok(Confirmation::new("Deleted"))
}

/// Get the working time of staff or equipment
#[utoipa::path(
    tag = "business", operation_id = "business_show_resource_schedule",
    params(("resource_id" = ResourceId, Path)),
    responses((status = 200, body = Envelope<Schedule>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/resources/{resource_id}/schedule/")]
async fn show_schedule(app: App, user: Pro, id: web::Path<ResourceId>) -> Result<Envelope<Schedule>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(resource::times(&app.db, editor.company, id.into_inner()).await?))
}

/// Change the working time of staff or equipment
///
/// Without weekly times, those of the offering apply.
#[utoipa::path(
    tag = "business", operation_id = "business_set_resource_schedule",
    params(("resource_id" = ResourceId, Path)),
    request_body = Schedule,
    responses((status = 200, body = Envelope<Schedule>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/resources/{resource_id}/schedule/")]
async fn set_schedule(
    app: App,
    user: Pro,
    id: web::Path<ResourceId>,
    form: Body<Schedule>,
) -> Result<Envelope<Schedule>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.set_schedule(ScheduleOwner::Resource(id), &form.0).await?;
    publish_rules(&app, &editor, None);
    Ok(Envelope::ok(resource::times(&app.db, editor.company, id).await?))
}
