//! Ways of contact, categories of tickets, and the help centre.

use actix_web::get;
use serde::Serialize;
use store::support::{
    TicketCategory,
    category::{CATEGORIES, CategorySpec, SUPPORT_TYPES, SupportSpec},
    help_centre::{self, HelpTopic},
};
use utoipa::ToSchema;

use crate::{
    error::Result,
    http::{
        extract::{OptionalAuth, Query, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::meta::reference::LanguageQuery,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(support_options).service(category_names).service(categories).service(help_topics);
}

/// List the ways of contact
///
/// In display order. Texts are English; keys are stable.
#[utoipa::path(
    tag = "support", operation_id = "support_list_options",
    responses((status = 200, body = Envelope<Vec<SupportSpec>>)), security(("bearer" = []))
)]
#[get("/users/support/options/")]
async fn support_options(_: User) -> Envelope<Vec<SupportSpec>> {
    Envelope::ok(SUPPORT_TYPES.to_vec())
}

/// Key and label of a category.
#[derive(Serialize, ToSchema)]
pub struct TicketCategoryName {
    key: TicketCategory,
    label: &'static str,
}

/// List the names of ticket categories
///
/// In display order. Labels are English; keys are stable.
#[utoipa::path(
    tag = "support", operation_id = "support_list_category_names",
    responses((status = 200, body = Envelope<Vec<TicketCategoryName>>)), security(("bearer" = []))
)]
#[get("/users/ticket/categories-choices/")]
async fn category_names(_: User) -> Envelope<Vec<TicketCategoryName>> {
    let name = |spec: &CategorySpec| TicketCategoryName { key: spec.key, label: spec.label };
    Envelope::ok(CATEGORIES.iter().map(name).collect())
}

/// List the ticket categories
///
/// Same as `categories-choices`, with what each of them asks for.
#[utoipa::path(
    tag = "support", operation_id = "support_list_categories",
    responses((status = 200, body = Envelope<Vec<CategorySpec>>)), security(("bearer" = []))
)]
#[get("/users/ticket/categories-choices-new/")]
async fn categories(_: User) -> Envelope<Vec<CategorySpec>> {
    Envelope::ok(CATEGORIES.to_vec())
}

/// List the questions and answers of the help centre
///
/// By topic.
#[utoipa::path(
    tag = "support", operation_id = "support_list_help", params(LanguageQuery),
    responses((status = 200, body = Envelope<Vec<HelpTopic>>)), security((), ("bearer" = []))
)]
#[get("/users/help-support/")]
async fn help_topics(_: OptionalAuth, query: Query<LanguageQuery>) -> Result<Envelope<&'static [HelpTopic]>> {
    Ok(Envelope::ok(help_centre::topics(query.0.language()?)))
}
