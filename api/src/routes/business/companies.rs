//! Companies that the caller works for: list, switch, and add another.

use actix_web::{get, post, put, web};
use serde::Deserialize;
use store::{
    account::{Email, Phone, ShortText},
    catalogue::category::{self, Category},
    company::{
        self, Added, NewCompany, Website, team,
        workplace::{self, Workplace},
    },
    types::{country::Country, ids::CompanyId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use super::{SHAPE, documents, profile::ProProfile};
use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Pro, StreamingForm},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    media::document_upload,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_companies).service(add_company).service(activate_company);
}

/// List the companies that you work for
///
/// By name, with your role in each. One is active: all other operations of the business side are about it, on all your
/// devices. A request with the header `x-company`, the id of the company that the client shows, is refused with
/// `business.other_company` if another one is active.
#[utoipa::path(
    tag = "business", operation_id = "business_list_companies",
    responses((status = 200, body = Envelope<Vec<Workplace>>)), security(("bearer" = []))
)]
#[get("/userprofessional/companies/")]
async fn list_companies(app: App, user: Pro) -> Result<Envelope<Vec<Workplace>>> {
    Ok(Envelope::ok(workplace::list(&app.db, user.user, Timestamp::now()).await?))
}

/// Company to add.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewCompanyForm {
    #[schema(required)]
    pub company_name: String,
    #[schema(required, format = Email)]
    pub company_email: String,
    #[schema(required)]
    pub company_phone: String,
    pub registration_number: Option<String>,
    pub vat_number: Option<String>,
    #[schema(required)]
    pub address: String,
    #[schema(required)]
    pub city: String,
    #[serde(rename = "postalCode")]
    #[schema(required)]
    pub postal_code: String,
    /// ISO 3166-1 alpha-2.
    #[schema(required)]
    pub country: String,
    pub website: Option<String>,
    /// Keys of at least one category. In a form the field is repeated for each.
    #[schema(required)]
    pub categories: Vec<String>,
    /// Files: at most ten PDFs or pictures of at most 10 MB each, 40 MB in all.
    pub documents: Option<String>,
    /// Kind of each document, in the same order: `identity`, `address`, `registration`, `licence`, `insurance`, `tax`
    /// or `other`.
    pub document_kinds: Vec<String>,
    /// Expiry date of each document, in the same order. Empty for a document that does not expire.
    pub document_expires_on: Vec<String>,
}

impl NewCompanyForm {
    /// Returns the company, or `None` with the errors of its fields in `checks`.
    pub fn parse(self, checks: &mut FieldErrors, id: CompanyId) -> Option<NewCompany> {
        let name = checks.required::<ShortText>("company_name", &self.company_name);
        let email = checks.required::<Email>("company_email", &self.company_email);
        let phone = checks.required::<Phone>("company_phone", &self.company_phone);
        let registration_number =
            checks.optional::<ShortText>("registration_number", self.registration_number.as_deref());
        let vat_number = checks.optional::<ShortText>("vat_number", self.vat_number.as_deref());
        let address = checks.required::<ShortText>("address", &self.address);
        let city = checks.required::<ShortText>("city", &self.city);
        let postal_code = checks.required::<ShortText>("postalCode", &self.postal_code);
        let country = checks.required::<Country>("country", &self.country);
        let website = checks.optional::<Website>("website", self.website.as_deref());
        let categories: Option<Vec<&'static Category>> =
            checks.check("categories", category::choose(&self.categories, 1));
        Some(NewCompany {
            id,
            name: name?,
            email: email?,
            phone: phone?,
            registration_number,
            vat_number,
            address: address?,
            city: city?,
            postal_code: postal_code?,
            country: country?,
            website,
            categories: categories?,
        })
    }
}

/// Add a company
///
/// Creates a further company of your account with its documents, and makes it the active one. An account owns at most 20.
/// Errors of all fields are reported at once.
#[utoipa::path(
    tag = "business", operation_id = "business_add_company",
    request_body(content(
        (NewCompanyForm = "application/json"),
        (NewCompanyForm = "application/x-www-form-urlencoded"),
        (NewCompanyForm = "multipart/form-data")
    )),
    responses((status = 201, body = Envelope<ProProfile>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/companies/")]
async fn add_company(app: App, user: Pro, form: StreamingForm) -> Result<Envelope<ProProfile>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Uploads(user.user.0), now)?;
    let received = form.receive::<NewCompanyForm>(&app, user.user, &SHAPE).await?;
    let (form, files, shared) = (received.form, received.files, app.shared());
    let mut checks = FieldErrors::default();
    let documents = documents(&shared, &mut checks, &form, files, now).await?;
    let new = form.parse(&mut checks, CompanyId(app.ids.next(now)));
    checks.finish()?;
    let new = new.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let documents = document_upload::keep(&shared, user.user, documents, now).await?;
    let added = company::add(&app.db, user.user, &new, &documents, now).await;
    if !matches!(added, Ok(Added::Active { .. })) {
        document_upload::discard(&shared, documents.into_iter().map(|document| document.key).collect()).await?;
    }
    match added? {
        Added::Active { before } => {
            let left: Vec<_> = before.into_iter().collect();
            app.hub.company_activated(user.user, &left).await?;
            Ok(Envelope::created(ProProfile::of(&app, user.user).await?))
        }
        Added::TooMany => Err(Error::conflict("business.too_many_companies", "You own as many companies as you may.")),
    }
}

/// Act for another company
///
/// Makes it the active one, on all your devices. Streams of the company before end. Has no effect if it is active already.
#[utoipa::path(
    tag = "business", operation_id = "business_activate_company",
    params(("company_id" = CompanyId, Path)),
    responses((status = 200, body = Envelope<ProProfile>)), security(("bearer" = []))
)]
#[put("/userprofessional/companies/{company_id}/active/")]
async fn activate_company(app: App, user: Pro, company: web::Path<CompanyId>) -> Result<Envelope<ProProfile>> {
    app.limits.check(RateLimitKey::CompanySwitches(user.user.0), Timestamp::now())?;
    let activation = team::activate(&app.db, company.into_inner(), user.user).await?;
    if activation.before != activation.now {
        app.hub.company_activated(user.user, &[activation.before]).await?;
    }
    Ok(Envelope::ok(ProProfile::of(&app, user.user).await?))
}
