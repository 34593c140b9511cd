//! Changes of several offerings, and of the price and units of a variant.

use actix_web::{post, put, web};
use serde::Deserialize;
use store::{
    booking::InventoryChange,
    company::Permission,
    offering_management::variant_commands::VariantChange,
    types::ids::{FolderId, OfferingId, VariantId},
};
use utoipa::ToSchema;

use super::{OrderForm, checked_ids, editor, publish_rules};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Confirmation,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(set_all_sold_out).service(move_to_folder).service(delete_offerings).service(change_variant);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SoldOutOfferings {
    #[schema(max_items = 500)]
    ids: Vec<OfferingId>,
    sold_out: bool,
}

/// Mark several offerings as sold out
///
/// Or as available again. Changes all of them or none. Open pages learn it at once.
#[utoipa::path(
    tag = "business", operation_id = "business_set_offerings_sold_out", request_body = SoldOutOfferings, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/sold-out/")]
async fn set_all_sold_out(app: App, user: Pro, form: Body<SoldOutOfferings>) -> Result<Confirmation> {
    let (ids, sold_out) = (checked_ids(&form.0.ids)?, form.0.sold_out);
    let editor = editor(&app, &user, Permission::Orders).await?;
    editor.set_all_sold_out(ids, sold_out).await?;
    let change = |id: &OfferingId| InventoryChange::SoldOut { offering_id: *id, sold_out };
    app.hub.inventory_changed(editor.company, &ids.iter().map(change).collect::<Vec<_>>());
    app.waitlists.rules_changed(editor.company, None);
    Ok(Confirmation::new("Saved"))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FolderOfOfferings {
    #[schema(max_items = 500)]
    ids: Vec<OfferingId>,
    /// Null: out of their folders.
    folder_id: Option<FolderId>,
}

/// Move offerings to a folder
///
/// Moves all of them or none.
#[utoipa::path(
    tag = "business", operation_id = "business_move_offerings", request_body = FolderOfOfferings, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/folder/")]
async fn move_to_folder(app: App, user: Pro, form: Body<FolderOfOfferings>) -> Result<Confirmation> {
    let ids = checked_ids(&form.0.ids)?;
    editor(&app, &user, Permission::Catalogue).await?.move_to_folder(ids, form.0.folder_id).await?;
    Ok(Confirmation::new("Saved"))
}

/// Delete offerings
///
/// Deletes all of them or none. An offering that a booking shows is a conflict: archive it.
#[utoipa::path(
    tag = "business", operation_id = "business_delete_offerings", request_body = OrderForm<OfferingId>, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/offerings/delete/")]
async fn delete_offerings(app: App, user: Pro, form: Body<OrderForm<OfferingId>>) -> Result<Confirmation> {
    let ids = form.0.checked()?;
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.delete_offerings(ids).await?;
    ids.iter().for_each(|id| publish_rules(&app, &editor, Some(*id)));
    Ok(Confirmation::new("Deleted"))
}

/// Change the price or the units of a variant
///
/// Omitted fields stay unchanged. The units of a stock are those left.
#[utoipa::path(
    tag = "business", operation_id = "business_update_variant",
    params(("variant_id" = VariantId, Path)),
    request_body = VariantChange,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/variants/{variant_id}/")]
async fn change_variant(
    app: App,
    user: Pro,
    id: web::Path<VariantId>,
    form: Body<VariantChange>,
) -> Result<Confirmation> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    let offering = editor.change_variant(id.into_inner(), form.0).await?;
    publish_rules(&app, &editor, Some(offering));
    Ok(Confirmation::new("Saved"))
}
