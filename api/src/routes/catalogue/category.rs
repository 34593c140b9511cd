//! Offerings of a company in one category: one handler for the eight paths of the specification.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::{
    catalogue::{
        category,
        filter::Filter,
        offering::{self, OfferingCard},
    },
    company::public,
};
use utoipa::IntoParams;

use super::{
    filter::{LISTED, ListOrder, MenuFilter, window},
    of_company,
};
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, path_and_query},
        response::{Page, Pagination},
    },
};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CategoryQuery {
    /// Prefixes of words, in any order.
    q: Option<String>,
    /// Key of a subcategory.
    subcategory: Option<String>,
    /// Minor units of the company's currency.
    #[param(minimum = 0)]
    price_min: Option<i64>,
    #[param(minimum = 0)]
    price_max: Option<i64>,
    #[param(inline)]
    sort: Option<ListOrder>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl CategoryQuery {
    fn filter(self) -> Result<Filter> {
        let Self { q, subcategory, price_min, price_max, sort, .. } = self;
        let mut checks = FieldErrors::default();
        let fields = MenuFilter { q, subcategory, price_min, price_max, sort, ..MenuFilter::default() };
        let filter = fields.checked(&mut checks);
        if matches!(sort, Some(ListOrder::Distance)) {
            checks.add("sort", "The offerings of one company have one place.");
        }
        checks.finish()?;
        Ok(filter)
    }
}

async fn list(
    app: &App,
    request: &HttpRequest,
    key: &str,
    query: CategoryQuery,
    (category, subcategory): (&str, Option<&'static str>),
) -> Result<HttpResponse> {
    let paging = Pagination::checked(query.page, query.per_page, LISTED)?;
    let filter = query.filter()?;
    cached(app, request, path_and_query(request), of_company(app, key), async |now| {
        let filter = Filter {
            company: Some(public::resolve(&app.db, key).await?),
            category: category::find(category),
            subcategory: subcategory.or(filter.subcategory),
            ..filter
        };
        let (cards, total) = offering::list(&app.db, &filter, window(paging), now).await?;
        Ok(Fresh::new(Page::new(cards, paging, total)).for_this_minute(now))
    })
    .await
}

/// Defines the route of each path with its category and, where it names one, its subcategory.
macro_rules! category_lists {
    ($($(#[$doc:meta])* $name:ident $path:literal $operation:literal $category:literal $subcategory:expr;)*) => {
        pub fn routes(api: &mut ServiceConfig) {
            api$(.service($name))*;
        }

        $(
            $(#[$doc])*
            #[utoipa::path(
                tag = "catalogue", operation_id = $operation, params(("company_id" = String, Path), CategoryQuery),
                responses((status = 200, body = Page<OfferingCard>))
            )]
            #[get($path)]
            async fn $name(
                app: App,
                request: HttpRequest,
                _: OptionalAuth,
                company: web::Path<String>,
                query: Query<CategoryQuery>,
            ) -> Result<HttpResponse> {
                list(&app, &request, &company, query.0, ($category, $subcategory)).await
            }
        )*
    };
}

category_lists! {
    /// List the aesthetic treatments of a company
    aesthetics "/users/aesthetics-products/{company_id}/" "catalogue_list_aesthetics" "beauty" None;
    /// List the relaxation offers of a company
    relaxation "/users/relaxation-products/{company_id}/" "catalogue_list_relaxation" "relaxation" None;
    /// List the art and culture offers of a company
    art "/users/artandcultureproducts/{company_id}/" "catalogue_list_art" "art" None;
    /// List the concerts and club nights of a company
    music "/users/music-products/{company_id}/" "catalogue_list_music" "music" None;
    /// List the experiences of a company
    experiences "/users/experience-products/{company_id}/" "catalogue_list_experiences" "experiences" None;
    /// List the sports and nautical activities of a company
    sports "/users/sportsandnauticalactivity-products/{company_id}/" "catalogue_list_sports" "experiences" Some("sports");
    /// List the guided tours of a company
    tours "/users/guidedandpersonalized-products/{company_id}/" "catalogue_list_tours" "tours" None;
    /// List the events and workshops of a company
    workshops "/users/eventworkshop-products/{company_id}/" "catalogue_list_workshops" "experiences" Some("workshops");
}
