//! Lists for forms: facilities, subcategories, categories of a business, booking options.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::{
        category::{CategoryView, OfferedSubcategory},
        detail::DetailField,
        facility::{FACILITIES, FacilityView},
    },
    company::{
        onsite::{self, OnsiteBookingOptions},
        public,
    },
    types::ids::UserId,
};
use utoipa::ToSchema;

use super::{filter::known_category, of_company};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, constant, path_and_query},
        response::Envelope,
    },
    routes::meta::reference::LanguageQuery,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(facilities).service(subcategories).service(booking_options).service(business_categories);
}

/// List facilities
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_facilities", params(LanguageQuery),
    responses((status = 200, body = Envelope<Vec<FacilityView>>))
)]
#[get("/admin/facility/list/")]
async fn facilities(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    query: Query<LanguageQuery>,
) -> Result<HttpResponse> {
    let language = query.0.language()?;
    let views = || FACILITIES.iter().map(|facility| facility.view(language)).collect::<Vec<_>>();
    constant(&app, &request, || Envelope::ok(views())).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubcategoryRequest {
    /// Key of a category.
    #[schema(example = "food")]
    category_id: String,
}

/// Subcategories and detail fields of a category.
#[derive(Serialize, ToSchema)]
pub struct CategoryFields {
    subcategories: Vec<OfferedSubcategory>,
    fields: &'static [DetailField],
}

/// List the subcategories and fields of a category
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_subcategories", params(LanguageQuery),
    request_body = SubcategoryRequest, responses((status = 200, body = Envelope<CategoryFields>))
)]
#[post("/admin/subcategories/filter/")]
async fn subcategories(
    _: OptionalAuth,
    query: Query<LanguageQuery>,
    form: Body<SubcategoryRequest>,
) -> Result<Envelope<CategoryFields>> {
    let language = query.0.language()?;
    let category = known_category(Some(&form.0.category_id)).map_err(|says| Error::field("category_id", says))?;
    let category = category.ok_or_else(|| Error::field("category_id", "This is required."))?;
    let subcategories = category.offered(language).subcategories;
    Ok(Envelope::ok(CategoryFields { subcategories, fields: category.fields }))
}

/// Get the booking options of a company in a category
///
/// `company_id` is the id or the handle, `category_id` the key of the category.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_booking_options",
    params(("company_id" = String, Path), ("category_id" = String, Path)),
    responses((status = 200, body = Envelope<OnsiteBookingOptions>))
)]
#[get("/users/onsite-booking-options/{company_id}/{category_id}/")]
async fn booking_options(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse> {
    let (company, category) = path.into_inner();
    let category = known_category(Some(&category)).ok().flatten().ok_or(Error::NotFound)?;
    cached(&app, &request, path_and_query(&request), of_company(&app, &company), async |now| {
        let company = public::resolve(&app.db, &company).await?;
        let options = onsite::options(&app.db, company, category, now).await?;
        Ok(Fresh::new(Envelope::ok(options)).for_this_minute(now))
    })
    .await
}

/// List the categories of a business
///
/// Each with the subcategories that the business chose.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_business_categories",
    params(("user_id" = UserId, Path), LanguageQuery),
    responses((status = 200, body = Envelope<Vec<CategoryView>>))
)]
#[get("/userprofessional/professional/{user_id}/categories-subcategories/")]
async fn business_categories(
    app: App,
    _: OptionalAuth,
    id: web::Path<UserId>,
    query: Query<LanguageQuery>,
) -> Result<Envelope<Vec<CategoryView>>> {
    let language = query.0.language()?;
    Ok(Envelope::ok(onsite::categories(&app.db, id.into_inner(), language).await?))
}
