//! Folders of the caller's company.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    offering_management::folder::{self, OwnFolder},
    types::ids::FolderId,
};
use utoipa::ToSchema;

use super::{OrderForm, editor};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_folders)
        .service(create_folder)
        .service(order_folders)
        .service(rename_folder)
        .service(delete_folder);
}

/// List your folders
#[utoipa::path(
    tag = "business", operation_id = "business_list_folders", responses((status = 200, body = Envelope<Vec<OwnFolder>>)), security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/folders/")]
async fn list_folders(app: App, user: Pro) -> Result<Envelope<Vec<OwnFolder>>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(folder::list(&app.db, editor.company).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FolderForm {
    #[schema(min_length = 1, max_length = 80)]
    name: String,
}

/// Create a folder
#[utoipa::path(
    tag = "business", operation_id = "business_create_folder", request_body = FolderForm, responses((status = 201, body = Envelope<Vec<OwnFolder>>)), security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/folders/")]
async fn create_folder(app: App, user: Pro, form: Body<FolderForm>) -> Result<Envelope<Vec<OwnFolder>>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.create_folder(&form.0.name).await?;
    Ok(Envelope::created(folder::list(&app.db, editor.company).await?))
}

/// Order your folders
#[utoipa::path(
    tag = "business", operation_id = "business_order_folders", request_body = OrderForm<FolderId>, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/folders/order/")]
async fn order_folders(app: App, user: Pro, form: Body<OrderForm<FolderId>>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Catalogue).await?.reorder_folders(form.0.checked()?).await?;
    Ok(Confirmation::new("Saved"))
}

/// Rename a folder
#[utoipa::path(
    tag = "business", operation_id = "business_rename_folder",
    params(("folder_id" = FolderId, Path)),
    request_body = FolderForm,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/folders/{folder_id}/")]
async fn rename_folder(app: App, user: Pro, id: web::Path<FolderId>, form: Body<FolderForm>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Catalogue).await?.rename_folder(id.into_inner(), &form.0.name).await?;
    Ok(Confirmation::new("Saved"))
}

/// Delete a folder
///
/// Its offerings stay, without a folder.
#[utoipa::path(
    tag = "business", operation_id = "business_delete_folder",
    params(("folder_id" = FolderId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/userprofessional/catalogue/folders/{folder_id}/")]
async fn delete_folder(app: App, user: Pro, id: web::Path<FolderId>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Catalogue).await?.delete_folder(id.into_inner()).await?;
    Ok(Confirmation::new("Deleted"))
}
