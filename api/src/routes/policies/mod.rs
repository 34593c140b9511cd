//! Policies of the caller's company: one table of paths, one set of handlers for six kinds.

mod form;

use actix_web::{HttpRequest, HttpResponse, Responder, body::BoxBody, delete, get, patch, post, put, web};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::category::{self, CATEGORIES, Category},
    company,
    company::Permission,
    policy::{self, CancellationTerms, MAX_PER_KIND, Policy, PolicyError, PolicyKind, PolicyQuery},
    types::{ids::PolicyId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use self::form::{CancellationPolicyForm, FacilityForm, PolicyForm, Sent, TermsForm};
use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination, answer},
    },
};

/// Default page size: all entries of a kind.
const PER_PAGE: i64 = 50;

/// Entries of a kind to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PolicyFilter {
    /// Key of a category: entries that apply to it. The kind of the list: all entries, as without a filter.
    #[serde(rename = "type")]
    filter: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl PolicyFilter {
    fn category(&self, kind: PolicyKind) -> Result<Option<&'static Category>> {
        let filter = self.filter.as_deref().map(str::trim).filter(|filter| !filter.is_empty());
        let Some(filter) = filter.filter(|filter| *filter != kind.as_str()) else { return Ok(None) };
        category::find(filter).map(Some).ok_or_else(|| {
            let allowed: Vec<_> =
                [kind.as_str()].into_iter().chain(CATEGORIES.iter().map(|category| category.key)).collect();
            Error::field("type", format!("Choose one of: {}.", allowed.join(", ")))
        })
    }
}

/// Page of the entries of a kind.
#[derive(Serialize, ToSchema)]
pub struct PolicyPage {
    #[serde(flatten)]
    page: Page<Policy>,
    /// Terms of cancellation. Only in the list of cancellation policies.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<CancellationTerms>,
}

impl Responder for PolicyPage {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(200, &self)
    }
}

async fn add(app: &App, user: Pro, kind: PolicyKind, sent: Sent) -> Result<Envelope<Policy>> {
    let company = company_for(app, user.user, Permission::Store).await?;
    let categories = company::categories(&app.db, company).await?;
    let now = Timestamp::now();
    let (new, terms) = sent.addition(kind, &categories, PolicyId(app.ids.next(now)), now)?;
    let added = policy::add(&app.db, company, &new, terms).await?.map_err(refusal)?;
    Ok(Envelope::created(added))
}

async fn list(app: &App, user: Pro, kind: PolicyKind, filter: PolicyFilter) -> Result<PolicyPage> {
    let company = company_for(app, user.user, Permission::Store).await?;
    let paging = Pagination::checked(filter.page, filter.per_page, PER_PAGE)?;
    let category = filter.category(kind)?;
    let query = PolicyQuery { kind, category, limit: paging.per_page, offset: paging.offset() };
    let (entries, total) = policy::list(&app.db, company, query).await?;
    let terms = match kind {
        PolicyKind::Cancellation => Some(policy::terms(&app.db, company).await?),
        _ => None,
    };
    Ok(PolicyPage { page: Page::new(entries, paging, total), terms })
}

async fn update(app: &App, user: Pro, kind: PolicyKind, id: PolicyId, sent: Sent) -> Result<Envelope<Policy>> {
    let company = company_for(app, user.user, Permission::Store).await?;
    let (change, terms) = sent.change(&company::categories(&app.db, company).await?)?;
    let changed = policy::change(&app.db, company, (kind, id), &change, terms, Timestamp::now()).await?;
    Ok(Envelope::ok(changed.map_err(refusal)?))
}

async fn remove(app: &App, user: Pro, kind: PolicyKind, id: PolicyId) -> Result<Confirmation> {
    let company = company_for(app, user.user, Permission::Store).await?;
    policy::delete(&app.db, company, kind, id).await?;
    Ok(Confirmation::new("The entry is deleted."))
}

fn refusal(cause: PolicyError) -> Error {
    match cause {
        PolicyError::TooMany => {
            const { assert!(MAX_PER_KIND == 50, "the message names the limit") };
            Error::conflict("policy.too_many", "A company has at most 50 entries of each kind.")
        }
        PolicyError::FacilityListed => Error::field("facility", "This facility is in your list already."),
    }
}

/// Defines the routes of each kind: a module with its form, its name in the document, and its paths.
macro_rules! policy_routes {
    ($($name:ident: $kind:ident $form:ident $one:tt $many:tt {
        post $post:tt get $get:tt $update:ident $entry:tt delete $delete:tt
    })*) => {
        $(mod $name {
            use super::*;

            pub fn routes(api: &mut ServiceConfig) {
                api.service(add).service(list).service(update).service(remove);
            }

            #[utoipa::path(
                tag = "policies", operation_id = concat!("policies_add_", stringify!($name)), summary = concat!("Add ", $one),
                request_body = $form, responses((status = 201, body = Envelope<Policy>)), security(("bearer" = []))
            )]
            #[post($post)]
            async fn add(app: App, user: Pro, form: Body<$form>) -> Result<Envelope<Policy>> {
                super::add(&app, user, PolicyKind::$kind, form.0.into()).await
            }

            #[utoipa::path(
                tag = "policies", operation_id = concat!("policies_list_", stringify!($name)), summary = concat!("List your ", $many),
                params(PolicyFilter), responses((status = 200, body = PolicyPage)), security(("bearer" = []))
            )]
            #[get($get)]
            async fn list(app: App, user: Pro, filter: Query<PolicyFilter>) -> Result<PolicyPage> {
                super::list(&app, user, PolicyKind::$kind, filter.0).await
            }

            #[utoipa::path(
                tag = "policies", operation_id = concat!("policies_update_", stringify!($name)), summary = concat!("Change ", $one),
                description = "Omitted fields stay unchanged.",
                params(("id" = PolicyId, Path)),
                request_body = $form, responses((status = 200, body = Envelope<Policy>)), security(("bearer" = []))
            )]
            #[$update($entry)]
            async fn update(app: App, user: Pro, id: web::Path<PolicyId>, form: Body<$form>) -> Result<Envelope<Policy>> {
                super::update(&app, user, PolicyKind::$kind, id.into_inner(), form.0.into()).await
            }

            #[utoipa::path(
                tag = "policies", operation_id = concat!("policies_delete_", stringify!($name)), summary = concat!("Delete ", $one),
                params(("id" = PolicyId, Path)), responses((status = 200, body = Confirmation)), security(("bearer" = []))
            )]
            #[delete($delete)]
            async fn remove(app: App, user: Pro, id: web::Path<PolicyId>) -> Result<Confirmation> {
                super::remove(&app, user, PolicyKind::$kind, id.into_inner()).await
            }
        })*

        pub fn routes(api: &mut ServiceConfig) {
            $(api.configure($name::routes);)*
            api.service(update_terms);
        }
    };
}

policy_routes! {
    cancellation: Cancellation CancellationPolicyForm "a cancellation policy" "cancellation policies" {
        post "/userprofessional/cancellation-policies/"
        get "/userprofessional/cancellation-policies/"
        put "/userprofessional/cancellation-policies/{id}/"
        delete "/userprofessional/cancellation-policies/{id}/"
    }
    rule: Rule PolicyForm "a rule" "rules" {
        post "/userprofessional/my-company/rules/"
        get "/userprofessional/my-company/rules/"
        put "/userprofessional/my-company/rules/{id}/"
        delete "/userprofessional/my-company/rules/{id}/"
    }
    refund: Refund PolicyForm "a refund policy" "refund policies" {
        post "/userprofessional/company/refund-policies/"
        get "/userprofessional/company/refund-policies/"
        patch "/userprofessional/company/refund-policy/update-delete/{id}/"
        delete "/userprofessional/company/refund-policy/update-delete/{id}/"
    }
    privacy: Privacy PolicyForm "a privacy policy" "privacy policies" {
        post "/userprofessional/company-privacy-policy/"
        get "/userprofessional/company-privacy-policy/list/"
        patch "/userprofessional/company-privacy-policy/update/{id}/"
        delete "/userprofessional/company-privacy-policy/delete/{id}/"
    }
    facility: Facility FacilityForm "a facility" "facilities" {
        post "/userprofessional/my-company/facilities/"
        get "/userprofessional/facilities-list/"
        patch "/userprofessional/my-company/facilities/{id}/"
        delete "/userprofessional/my-company/facilities/{id}/"
    }
    directions: Directions PolicyForm "directions" "directions" {
        post "/userprofessional/how-to-get/company/"
        get "/userprofessional/how-to-get/company/"
        put "/userprofessional/how-to-get/{id}/"
        delete "/userprofessional/how-to-get/{id}/"
    }
}

/// Change your terms of cancellation
///
/// Omitted fields stay unchanged. The server applies the terms to bookings.
#[utoipa::path(
    tag = "policies", operation_id = "policies_update_terms", request_body = TermsForm,
    responses((status = 200, body = Envelope<CancellationTerms>)), security(("bearer" = []))
)]
#[put("/userprofessional/cancellation-terms/")]
async fn update_terms(app: App, user: Pro, form: Body<TermsForm>) -> Result<Envelope<CancellationTerms>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(policy::change_terms(&app.db, company, form.0.parse()?).await?))
}
