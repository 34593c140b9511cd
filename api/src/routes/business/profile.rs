//! The company of a signed-in business.

use actix_web::{get, put};
use serde::{Deserialize, Serialize};
use store::{
    account::{self, Profile},
    catalogue::category,
    company::{self, Changed, Company, CompanyChange, Permission, TeamRole, team},
    types::ids::UserId,
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, FormSpec, Pro, StreamingForm, lists, sent},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(professional_profile).service(change_company);
}

const SHAPE: FormSpec = lists(&["categories"]);

/// A business account and the company that it acts for.
#[derive(Serialize, ToSchema)]
pub struct ProProfile {
    user: Profile,
    company: Option<Company>,
    /// Role of the account in this company's team.
    role: Option<TeamRole>,
    /// Areas that the role opens.
    permissions: Vec<Permission>,
}

/// Get your profile and company
#[utoipa::path(
    tag = "business", operation_id = "business_show_profile", responses((status = 200, body = Envelope<ProProfile>)), security(("bearer" = []))
)]
#[get("/userprofessional/profile/")]
async fn professional_profile(app: App, user: Pro) -> Result<Envelope<ProProfile>> {
    Ok(Envelope::ok(ProProfile::of(&app, user.user).await?))
}

impl ProProfile {
    /// Returns the account with the company that it acts for.
    pub async fn of(app: &AppState, account: UserId) -> Result<Self> {
        let user = account::profile(&app.db, account).await?;
        let company = user.company.clone();
        let role = match team::membership(&app.db, account).await {
            Ok(membership) => Some(membership.role),
            // The company has closed.
            Err(store::Error::NotFound) => None,
            Err(cause) => return Err(cause.into()),
        };
        let permissions = role.map(TeamRole::permissions).unwrap_or_default().to_vec();
        Ok(Self { user, company, role, permissions })
    }
}

/// Company changes. Omitted fields stay unchanged; an empty value or null clears an optional field.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompanyForm {
    #[serde(deserialize_with = "sent")]
    company_name: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(format = Email)]
    company_email: Option<String>,
    #[serde(deserialize_with = "sent")]
    company_phone: Option<String>,
    #[serde(deserialize_with = "sent")]
    registration_number: Option<String>,
    #[serde(deserialize_with = "sent")]
    vat_number: Option<String>,
    #[serde(deserialize_with = "sent")]
    address: Option<String>,
    #[serde(deserialize_with = "sent")]
    city: Option<String>,
    #[serde(rename = "postalCode", deserialize_with = "sent")]
    postal_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    #[serde(deserialize_with = "sent")]
    country: Option<String>,
    #[serde(deserialize_with = "sent")]
    website: Option<String>,
    /// Keys of at least one category. Replaces the current ones. In a form the field is repeated for each.
    categories: Option<Vec<String>>,
}

impl CompanyForm {
    fn parse(&self) -> Result<CompanyChange> {
        let mut checks = FieldErrors::default();
        let change = CompanyChange {
            name: checks.if_present("company_name", self.company_name.as_ref()),
            email: checks.if_present("company_email", self.company_email.as_ref()),
            phone: checks.if_present("company_phone", self.company_phone.as_ref()),
            registration_number: checks.nullable("registration_number", self.registration_number.as_ref()),
            vat_number: checks.nullable("vat_number", self.vat_number.as_ref()),
            address: checks.if_present("address", self.address.as_ref()),
            city: checks.if_present("city", self.city.as_ref()),
            postal_code: checks.if_present("postalCode", self.postal_code.as_ref()),
            country: checks.if_present("country", self.country.as_ref()),
            website: checks.nullable("website", self.website.as_ref()),
            categories: match &self.categories {
                Some(keys) => checks.check("categories", category::choose(keys, 1)),
                None => None,
            },
        };
        checks.finish()?;
        Ok(change)
    }
}

/// Change your company
///
/// Saves all changes or none. Errors of all fields are reported at once. A category with active offerings stays.
/// Documents belong to the account and are added and deleted there.
#[utoipa::path(
    tag = "business", operation_id = "business_update_profile",
    request_body(content(
        (CompanyForm = "application/json"),
        (CompanyForm = "application/x-www-form-urlencoded"),
        (CompanyForm = "multipart/form-data")
    )),
    responses((status = 200, body = Envelope<Company>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/profile/")]
async fn change_company(app: App, user: Pro, form: StreamingForm) -> Result<Envelope<Company>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    let change = form.receive::<CompanyForm>(&app, user.user, &SHAPE).await?.form.parse()?;
    let account = match company::change(&app.db, company, &change).await? {
        Changed::Done { account } => account,
        Changed::CategoryInUse => return Err(Error::field("categories", company::CATEGORY_IN_USE)),
    };
    app.hub.account_changed(account).await?;
    Ok(Envelope::ok(company::of(&app.db, user.user).await?.ok_or(Error::NotFound)?))
}
