//! Promo codes of a company.

use actix_web::{get, post, put, web};
use serde::Deserialize;
use store::{
    cart::{
        promo_code::{PromoCode, PromoKind},
        promo_management::{self, Created, PromoSettings},
    },
    company::Permission,
    types::{ids::PromoCodeId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_codes).service(create_code).service(update_code).service(end_code);
}

/// Default page size.
const CODES: i64 = 50;
/// Maximum characters of a code.
const CODE_MAX: usize = 30;
/// Maximum of an amount in minor units, and of a limit.
const AMOUNT_MAX: i64 = 100_000_000_000;
const LIMIT_MAX: i64 = 1_000_000;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PromoCodesQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the promo codes of your company
///
/// Usable ones first.
#[utoipa::path(
    tag = "business", operation_id = "business_list_promo_codes", params(PromoCodesQuery), responses((status = 200, body = Page<PromoCode>)), security(("bearer" = []))
)]
#[get("/userprofessional/promo-codes/")]
async fn list_codes(app: App, user: Pro, query: Query<PromoCodesQuery>) -> Result<Page<PromoCode>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, CODES)?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let (codes, total) =
        promo_management::list(&app.db, company, paging.per_page, paging.offset(), Timestamp::now()).await?;
    Ok(Page::new(codes, paging, total))
}

/// Settings of a promo code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromoCodeForm {
    /// Letters and digits, in any case. Kept when a code is changed.
    #[schema(min_length = 3, max_length = 30, example = "WELCOME10")]
    code: String,
    /// Kept once the code was used.
    kind: PromoKind,
    /// Percent (1 to 100), or minor units. 0 for free delivery. Kept once the code was used.
    #[serde(default)]
    value: i64,
    /// Subtotal from which the code applies, in minor units.
    #[serde(default)]
    minimum_order: i64,
    starts_at: Timestamp,
    ends_at: Timestamp,
    /// Maximum uses in all. Null: no limit.
    limit_total: Option<i64>,
    /// Maximum uses by one customer. Null: no limit.
    limit_each: Option<i64>,
    #[serde(default = "active")]
    is_active: bool,
}

fn active() -> bool {
    true
}

impl PromoCodeForm {
    fn checked(self) -> Result<(String, PromoSettings)> {
        let mut checks = FieldErrors::default();
        let code = self.code.trim().to_uppercase();
        let is_word = code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_word || !(3..=CODE_MAX).contains(&code.len()) {
            checks.add("code", format!("Enter 3 to {CODE_MAX} letters and digits."));
        }
        let range = match self.kind {
            PromoKind::Percent => 1..=100,
            PromoKind::Amount => 1..=AMOUNT_MAX,
            PromoKind::FreeDelivery => 0..=0,
        };
        if !range.contains(&self.value) {
            checks.add("value", format!("Enter {} to {}.", range.start(), range.end()));
        }
        if !(0..=AMOUNT_MAX).contains(&self.minimum_order) {
            checks.add("minimum_order", format!("Enter 0 to {AMOUNT_MAX}."));
        }
        if self.ends_at <= self.starts_at {
            checks.add("ends_at", "The end must be after the start.");
        }
        for (field, limit) in [("limit_total", self.limit_total), ("limit_each", self.limit_each)] {
            if limit.is_some_and(|limit| !(1..=LIMIT_MAX).contains(&limit)) {
                checks.add(field, format!("Enter 1 to {LIMIT_MAX}."));
            }
        }
        checks.finish()?;
        let settings = PromoSettings {
            kind: self.kind,
            value: self.value,
            minimum_order: self.minimum_order,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            limit_total: self.limit_total,
            limit_each: self.limit_each,
            is_active: self.is_active,
        };
        Ok((code, settings))
    }
}

/// Create a promo code
///
/// At most 500.
#[utoipa::path(
    tag = "business", operation_id = "business_create_promo_code", request_body = PromoCodeForm, responses((status = 201, body = Envelope<PromoCode>)), security(("bearer" = []))
)]
#[post("/userprofessional/promo-codes/")]
async fn create_code(app: App, user: Pro, form: Body<PromoCodeForm>) -> Result<Envelope<PromoCode>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let (code, settings) = form.0.checked()?;
    let now = Timestamp::now();
    let id = PromoCodeId(app.ids.next(now));
    match promo_management::create(&app.db, company, id, &code, &settings, now).await? {
        Created::Code(code) => Ok(Envelope::created(*code)),
        Created::Taken => Err(Error::field("code", "You have this code already.")),
        Created::TooMany => Err(Error::conflict("business.plan_limit", "Your plan does not allow more.")),
    }
}

/// Change a promo code
///
/// The text of the code stays. Kind and value of a code that was used stay too.
#[utoipa::path(
    tag = "business", operation_id = "business_update_promo_code",
    params(("promo_code_id" = PromoCodeId, Path)),
    request_body = PromoCodeForm,
    responses((status = 200, body = Envelope<PromoCode>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/promo-codes/{promo_code_id}/")]
async fn update_code(
    app: App,
    user: Pro,
    id: web::Path<PromoCodeId>,
    form: Body<PromoCodeForm>,
) -> Result<Envelope<PromoCode>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let (_, settings) = form.0.checked()?;
    Ok(Envelope::ok(promo_management::update(&app.db, company, id.into_inner(), &settings).await?))
}

/// End a promo code
///
/// At once. A repeat has no effect.
#[utoipa::path(
    tag = "business", operation_id = "business_end_promo_code",
    params(("promo_code_id" = PromoCodeId, Path)),
    responses((status = 200, body = Envelope<PromoCode>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/promo-codes/{promo_code_id}/end/")]
async fn end_code(app: App, user: Pro, id: web::Path<PromoCodeId>) -> Result<Envelope<PromoCode>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(promo_management::end(&app.db, company, id.into_inner(), Timestamp::now()).await?))
}
