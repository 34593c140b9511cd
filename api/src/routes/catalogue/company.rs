//! Pages of companies: details, reviews, menu.

use actix_web::{HttpRequest, HttpResponse, Responder, body::BoxBody, get, post, web};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::{
        category,
        detail::OfferingKind,
        filter::Filter,
        menu,
        menu::Menu,
        review::{self, Review, ReviewFilter, ReviewSummary},
    },
    company::{
        about::{self, CompanyAbout},
        events::{self, CompanyEvent, CompanyPicture},
        list::{self, ListedCompany},
        public::{self, CompanyDetails, Relation},
    },
    fulfilment::offer::{self, FulfilmentOffers},
    types::ids::{CompanyId, FolderId, OfferingId},
};
use utoipa::{IntoParams, ToSchema};

use super::{
    filter::{LISTED, ListQuery, MenuFilter, window},
    of_company, of_market,
};
use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, path_and_query},
        response::{Envelope, Page, Pagination, answer},
    },
};

/// Default page size of reviews.
const REVIEWS: i64 = 10;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_companies)
        .service(show_company)
        .service(list_pictures)
        .service(list_events)
        .service(list_reviews)
        .service(show_about)
        .service(list_fulfilment)
        .service(list_items)
        .service(list_food_items);
}

/// Search companies
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_companies", params(ListQuery),
    responses((status = 200, body = Page<ListedCompany>))
)]
#[get("/users/companies/")]
async fn list_companies(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    query: Query<ListQuery>,
) -> Result<HttpResponse> {
    let paging = query.0.paging()?;
    let filter = query.0.filter()?;
    cached(&app, &request, path_and_query(&request), of_market, async |now| {
        let summaries = async |ids: &[CompanyId]| app.search.summaries(&app.db, ids, now).await;
        let (companies, total) = list::list_with(&app.db, &filter, window(paging), now, summaries).await?;
        Ok(Fresh::new(Page::new(companies, paging, total)).for_this_minute(now))
    })
    .await
}

/// Get the page of a company
///
/// `company_id` is the id or the handle. `followed` and `is_member` are about the caller.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_company",
    params(("company_id" = String, Path)),
    responses((status = 200, body = Envelope<CompanyDetails>)),
    security((), ("bearer" = []))
)]
#[get("/users/company/{company_id}/details/")]
async fn show_company(
    app: App,
    request: HttpRequest,
    caller: OptionalAuth,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    let relation = match caller.0 {
        Some(caller) => public::relation(&app.db, &id, caller.user).await?,
        None => Relation::default(),
    };
    cached(&app, &request, format!("company {id} {relation:?}"), of_company(&app, &id), async |now| {
        let details = public::details(&app.db, &id, relation, now).await?;
        let until = details.changes_at;
        Ok(Fresh::new(Envelope::ok(details)).until(until))
    })
    .await
}

/// List the ways to get an order from a company
///
/// Ways in which it hands over orders, each with the minimum order, the delivery fee and the promised time of an order now.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_fulfilment",
    params(("company_id" = String, Path)),
    responses((status = 200, body = Envelope<FulfilmentOffers>))
)]
#[get("/users/company/{company_id}/fulfilment/")]
async fn list_fulfilment(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    cached(&app, &request, path_and_query(&request), of_company(&app, &id), async |now| {
        Ok(Fresh::new(Envelope::ok(offer::list(&app.db, &id, now).await?)).for_this_minute(now))
    })
    .await
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TabQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the pictures of a company
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_pictures",
    params(("company_id" = String, Path), TabQuery),
    responses((status = 200, body = Page<CompanyPicture>))
)]
#[get("/users/company/{company_id}/media/")]
async fn list_pictures(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
    query: Query<TabQuery>,
) -> Result<HttpResponse> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    cached(&app, &request, path_and_query(&request), of_company(&app, &id), async |_| {
        let company = public::resolve(&app.db, &id).await?;
        let (pictures, total) = events::pictures(&app.db, company, window(paging)).await?;
        Ok(Fresh::new(Page::new(pictures, paging, total)))
    })
    .await
}

/// List the events of a company
///
/// Occurrences to come, soonest first.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_events",
    params(("company_id" = String, Path), TabQuery),
    responses((status = 200, body = Page<CompanyEvent>))
)]
#[get("/users/company/{company_id}/event/")]
async fn list_events(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
    query: Query<TabQuery>,
) -> Result<HttpResponse> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    cached(&app, &request, path_and_query(&request), of_company(&app, &id), async |now| {
        let company = public::resolve(&app.db, &id).await?;
        let (events, total) = events::events(&app.db, company, window(paging), now).await?;
        let first = if paging.page == 1 { events.first().map(|event| event.starts_at) } else { Some(now) };
        Ok(Fresh::new(Page::new(events, paging, total)).until(first))
    })
    .await
}

/// Get practical information about a company
///
/// Hours, facilities, policies, address.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_about",
    params(("company_id" = String, Path)),
    responses((status = 200, body = Envelope<CompanyAbout>))
)]
#[get("/users/company-about-user/{company_id}/")]
async fn show_about(app: App, request: HttpRequest, _: OptionalAuth, id: web::Path<String>) -> Result<HttpResponse> {
    cached(&app, &request, path_and_query(&request), of_company(&app, &id), async |now| {
        let about = about::about(&app.db, &id, now).await?;
        let until = about.changes_at;
        Ok(Fresh::new(Envelope::ok(about)).until(until))
    })
    .await
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewQuery {
    /// Only reviews of this offering.
    product_id: Option<OfferingId>,
    /// Only reviews with this many stars.
    #[param(minimum = 1, maximum = 5)]
    rating: Option<i64>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// Page of reviews, with all reviews of the company or the offering in sum.
#[derive(Serialize, ToSchema)]
pub struct ReviewPage {
    #[serde(flatten)]
    page: Page<Review>,
    summary: ReviewSummary,
}

impl Responder for ReviewPage {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(200, &self)
    }
}

/// List the reviews of a company
///
/// Newest first, those of its offerings included.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_reviews",
    params(("company_id" = String, Path), ReviewQuery),
    responses((status = 200, body = ReviewPage))
)]
#[get("/users/company/{company_id}/feedback/")]
async fn list_reviews(
    app: App,
    _: OptionalAuth,
    id: web::Path<String>,
    query: Query<ReviewQuery>,
) -> Result<ReviewPage> {
    let ReviewQuery { product_id: offering, rating, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, REVIEWS)?;
    if rating.is_some_and(|rating| !(1..=5).contains(&rating)) {
        return Err(Error::field("rating", "Choose from 1 to 5 stars."));
    }
    let company = public::resolve(&app.db, &id).await?;
    let filter = ReviewFilter { company, offering, rating, is_unanswered: false };
    let summary = review::summary(&app.db, company, offering).await?;
    let (reviews, total) = review::list(&app.db, filter, window(paging)).await?;
    Ok(ReviewPage { page: Page::new(reviews, paging, total), summary })
}

/// Selection of a menu.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuRequest {
    /// A kind (`product`, `service` or `ticket`) or the id of a folder. All if empty.
    #[schema(example = "service")]
    service: Option<String>,
    #[schema(value_type = MenuFilter, required = false)]
    filters: Option<MenuFilter>,
}

impl MenuRequest {
    fn filter(self) -> Result<Filter> {
        let mut checks = FieldErrors::default();
        let mut filter = self.filters.unwrap_or_default().checked(&mut checks);
        match self.service.as_deref().map(str::trim).unwrap_or_default() {
            "" => {}
            "product" => filter.kind = Some(OfferingKind::Product),
            "service" => filter.kind = Some(OfferingKind::Service),
            "ticket" => filter.kind = Some(OfferingKind::Ticket),
            folder => filter.folder = checks.check("service", folder.parse::<FolderId>().map_err(|_| SERVICE)),
        }
        checks.finish()?;
        Ok(filter)
    }
}

const SERVICE: &str = "Choose product, service, ticket or the id of a folder.";

/// List the offerings of a company by section
///
/// `company_id` is the id or the handle.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_items",
    params(("company_id" = String, Path)), request_body = MenuRequest,
    responses((status = 200, body = Envelope<Menu>))
)]
#[post("/users/company/items-by-service/{company_id}/")]
async fn list_items(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
    form: Body<MenuRequest>,
) -> Result<HttpResponse> {
    show_menu(&app, &request, &id, form.0.filter()?).await
}

async fn show_menu(app: &App, request: &HttpRequest, id: &str, filter: Filter) -> Result<HttpResponse> {
    let category = filter.category.map(|category| category.key);
    let key = format!("menu {id} {category:?} {:?}", Filter { category: None, ..filter.clone() });
    cached(app, request, key, of_company(app, id), async |now| {
        let company = public::resolve(&app.db, id).await?;
        let menu = menu::menu(&app.db, company, filter, now).await?;
        Ok(Fresh::new(Envelope::ok(menu)).for_this_minute(now))
    })
    .await
}

/// List the dishes and drinks of a company by section
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_food_items",
    params(("company_id" = String, Path)), request_body = MenuRequest,
    responses((status = 200, body = Envelope<Menu>))
)]
#[post("/users/company/items-by-service-food/{company_id}/")]
async fn list_food_items(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
    form: Body<MenuRequest>,
) -> Result<HttpResponse> {
    show_menu(&app, &request, &id, Filter { category: category::find("food"), ..form.0.filter()? }).await
}
