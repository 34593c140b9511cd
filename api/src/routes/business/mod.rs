//! Businesses: company sign-up and login.

mod advertisements;
mod calendar;
mod catalogue;
mod companies;
mod employees;
mod invitations;
mod profile;
mod sales;
mod storefront;
mod subscription;

use actix_web::{HttpRequest, HttpResponse, Responder, body::BoxBody, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{self, AccountKind, Email, Name, NewAccount, Password, Phone, Profile, UserName},
    company::{self, NewCompany},
    types::{
        ids::{CompanyId, UserId},
        language::Language,
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::auth::{TwoFactorAsked, contact_verification::send_first_code};
use crate::{
    app_state::AppState,
    auth::login::{self, LoginInput, LoginOutcome, LoginSession, Realm, hash_password},
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, FormSpec, StreamingForm, UploadedFile},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    media::{
        document_upload::{self, DocumentFieldNames, DocumentMeta, DocumentUpload, FILE_LIMIT},
        upload_quota::Payer,
    },
};

pub(crate) use storefront::announce_due as announce_news;

use companies::NewCompanyForm;

pub fn routes(api: &mut ServiceConfig) {
    api.service(sign_company_up)
        .service(professional_login)
        .configure(profile::routes)
        .configure(companies::routes)
        .configure(employees::routes)
        .configure(invitations::routes)
        .configure(subscription::routes)
        .configure(calendar::routes)
        .configure(catalogue::routes)
        .configure(sales::routes)
        .configure(storefront::routes)
        .configure(advertisements::routes);
}

/// Maximum documents of a sign-up.
const PAPERS: usize = 10;
const SHAPE: FormSpec = FormSpec {
    lists: &["categories", "document_kinds", "document_expires_on"],
    files: &[("documents", PAPERS)],
    file_limit: FILE_LIMIT,
    total_limit: 4 * FILE_LIMIT,
};
const PAPER: DocumentFieldNames =
    DocumentFieldNames { file: "documents", kind: "document_kinds", expires_on: "document_expires_on" };

/// A signed-in business.
#[derive(Serialize, ToSchema)]
pub struct ProEntered {
    /// For `Authorization: Bearer`. Valid for 15 minutes.
    access_token: String,
    /// Valid for one refresh.
    refresh_token: String,
    message: String,
    #[serde(rename = "type")]
    kind: AccountKind,
    user: Profile,
}

impl ProEntered {
    fn of(entered: LoginSession, says: &str) -> Self {
        Self {
            access_token: entered.tokens.access_token,
            refresh_token: entered.tokens.refresh_token,
            message: says.to_owned(),
            kind: entered.user.kind,
            user: entered.user,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProLogin {
    /// E-mail or user name.
    #[schema(example = "chef@plaza.example")]
    email: String,
    password: String,
    /// Stay signed in for 30 days instead of one.
    #[serde(default)]
    remember_me: bool,
}

/// A session, or a challenge for the second factor, which is sent to `/users/login/two-factor/`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ProLoginAnswer {
    SignedIn(Box<Envelope<ProEntered>>),
    TwoFactor(TwoFactorAsked),
}

impl Responder for ProLoginAnswer {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match self {
            Self::SignedIn(entered) => entered.respond_to(request),
            Self::TwoFactor(asked) => HttpResponse::Ok().json(asked),
        }
    }
}

/// Sign in as a business
///
/// Consumers cannot sign in here, and businesses cannot sign in elsewhere.
#[utoipa::path(tag = "business", operation_id = "business_login", request_body = ProLogin, responses((status = 200, body = ProLoginAnswer)))]
#[post("/userProfessionalRoutes/login/")]
async fn professional_login(app: App, device: ClientInfo, form: Body<ProLogin>) -> Result<ProLoginAnswer> {
    let ProLogin { email: login, password, remember_me: remember } = form.0;
    let typed = LoginInput { login, password, remember, guest_token: None };
    Ok(match login::with_password(&app, device, Realm::Businesses, typed).await? {
        LoginOutcome::LoggedIn(entered) => {
            ProLoginAnswer::SignedIn(Box::new(Envelope::ok(ProEntered::of(*entered, "Signed in."))))
        }
        LoginOutcome::SecondFactor(challenge) => ProLoginAnswer::TwoFactor(TwoFactorAsked::with(challenge)),
    })
}

/// A company, its owner, its categories and documents.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct CompanySignUp {
    #[serde(rename = "company_name")]
    #[schema(required)]
    company_name: String,
    #[serde(rename = "company_email")]
    #[schema(required, format = Email)]
    company_email: String,
    #[serde(rename = "company_phone")]
    #[schema(required)]
    company_phone: String,
    #[serde(rename = "registration_number")]
    registration_number: Option<String>,
    #[serde(rename = "vat_number")]
    vat_number: Option<String>,
    #[schema(required)]
    address: String,
    #[schema(required)]
    city: String,
    #[schema(required)]
    postal_code: String,
    /// ISO 3166-1 alpha-2.
    #[schema(required)]
    country: String,
    website: Option<String>,
    /// Keys of at least one category. In a form the field is repeated for each.
    #[schema(required)]
    categories: Vec<String>,
    /// First name of the owner.
    #[schema(required)]
    first_name: String,
    #[schema(required)]
    last_name: String,
    /// E-mail address that the owner signs in with.
    #[schema(required, format = Email)]
    email: String,
    /// Generated from the company's name if omitted.
    user_name: Option<String>,
    #[schema(required)]
    phone: String,
    /// A code of the languages list: the language of the interface and of mails.
    language: Option<String>,
    #[schema(required, min_length = 8, max_length = 128)]
    password: String,
    #[serde(rename = "confirm_password")]
    #[schema(required)]
    confirm_password: String,
    /// Must be true.
    #[schema(required)]
    terms: bool,
    /// Files: at most ten PDFs or pictures of at most 10 MB each, 40 MB in all.
    documents: Option<String>,
    /// Kind of each document, in the same order: `identity`, `address`, `registration`, `licence`, `insurance`, `tax`
    /// or `other`.
    #[serde(rename = "document_kinds")]
    document_kinds: Vec<String>,
    /// Expiry date of each document, in the same order. Empty for a document that does not expire.
    #[serde(rename = "document_expires_on")]
    document_expires_on: Vec<String>,
}

/// Validated data of a sign-up.
struct Wanted {
    owner: NewAccount,
    company: NewCompany,
    password: Password,
}

/// Sign up a company
///
/// Creates the owner's account, the company and its documents, and signs the owner in. Saves everything or nothing.
/// Errors of all fields are reported at once. Mails the owner a code that verifies the address.
#[utoipa::path(
    tag = "business", operation_id = "business_register",
    request_body(content(
        (CompanySignUp = "application/json"),
        (CompanySignUp = "application/x-www-form-urlencoded"),
        (CompanySignUp = "multipart/form-data")
    )),
    responses((status = 201, body = Envelope<ProEntered>))
)]
#[post("/userProfessionalRoutes/company-profiles/")]
async fn sign_company_up(app: App, device: ClientInfo, form: StreamingForm) -> Result<Envelope<ProEntered>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let received = form.receive::<CompanySignUp>(&app, Payer::Network(device.address), &SHAPE).await?;
    let (form, files, app) = (received.form, received.files, app.shared());
    let mut checks = FieldErrors::default();
    let documents = documents(&app, &mut checks, &form.company(), files, now).await?;
    let (user, company) = (UserId(app.ids.next(now)), CompanyId(app.ids.next(now)));
    let user_name = match form.user_name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => {
            let name = checks.check("userName", name.parse::<UserName>());
            checks.unreserved(name.as_ref());
            name
        }
        None => Some(free_user_name(&app, &form.company_name).await?),
    };
    let email = form.email.parse::<Email>().ok();
    if let Some(user_name) = &user_name {
        refuse_taken(&app, &mut checks, user_name, email.as_ref()).await?;
    }
    let wanted = form.parse(checks, user, company, user_name, now)?;

    let owner = NewAccount { password_hash: Some(hash_password(&app, wanted.password).await?), ..wanted.owner };
    let documents = document_upload::keep(&app, user, documents, now).await?;
    if let Err(cause) = company::create(&app.db, &owner, &wanted.company, &documents).await {
        document_upload::discard(&app, documents.into_iter().map(|paper| paper.key).collect()).await?;
        if matches!(cause, store::Error::Taken) {
            // The name or address was taken after the check.
            let mut checks = FieldErrors::default();
            refuse_taken(&app, &mut checks, &owner.user_name, owner.email.as_ref()).await?;
            checks.finish()?;
        }
        return Err(cause.into());
    }
    send_first_code(&app, &owner, device.address, now).await;
    let entered = login::create_session(&app, user, AccountKind::Professional, device, true, now).await?;
    Ok(Envelope::created(ProEntered::of(entered, "Welcome to Plaza.")))
}

/// Returns the documents among the files, with their kinds and expiry dates.
async fn documents(
    app: &std::sync::Arc<AppState>,
    checks: &mut FieldErrors,
    form: &NewCompanyForm,
    files: Vec<UploadedFile>,
    now: Timestamp,
) -> Result<Vec<DocumentUpload>> {
    if form.documents.as_ref().is_some_and(|text| !text.is_empty()) {
        checks.add("documents", "Send files.");
    }
    for (field, told) in [("document_kinds", &form.document_kinds), ("document_expires_on", &form.document_expires_on)]
    {
        if told.iter().skip(files.len()).any(|text| !text.trim().is_empty()) {
            checks.add(field, "There are more of these than documents.");
        }
    }
    let mut documents = Vec::new();
    for (at, file) in files.into_iter().enumerate() {
        let told = DocumentMeta {
            kind: form.document_kinds.get(at).map(String::as_str),
            expires_on: form.document_expires_on.get(at).map(String::as_str),
        };
        documents.extend(document_upload::read_document(app, checks, &PAPER, file, told, now).await?);
    }
    Ok(documents)
}

async fn refuse_taken(
    app: &AppState,
    checks: &mut FieldErrors,
    user_name: &UserName,
    email: Option<&Email>,
) -> Result<()> {
    let taken = account::taken(&app.db, user_name, email, Timestamp::now()).await?;
    if taken.user_name {
        checks.add("userName", "Username is not available");
    }
    if taken.email {
        checks.add("email", "This e-mail address has an account already.");
    }
    Ok(())
}

/// Returns a free user name derived from the company's name.
async fn free_user_name(app: &AppState, company: &str) -> Result<UserName> {
    let plain = store::social::fold(company);
    let words: Vec<_> = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut stem: String = words.join("_").chars().take(20).collect();
    if stem.len() < 3 {
        stem.push_str("_company");
    }
    let mut stem = stem.trim_start_matches('_').to_owned();
    if stem.parse::<UserName>().is_ok_and(|name| name.is_reserved()) {
        // Prefixes the name: user names that start with `guest…` or `deleted…` are reserved.
        stem = format!("company_{}", stem.chars().take(14).collect::<String>());
    }
    for tail in 0..8_u32 {
        // Tries the plain name first, then with a random number.
        let name = if tail == 0 { stem.clone() } else { format!("{stem}_{}", rand::random_range(100..1_000_000)) };
        let name: UserName = name.parse().map_err(Error::internal)?;
        if !account::taken(&app.db, &name, None, Timestamp::now()).await?.user_name {
            return Ok(name);
        }
    }
    Err(Error::internal("no user name is free"))
}

impl CompanySignUp {
    /// Returns the fields of the company.
    fn company(&self) -> NewCompanyForm {
        NewCompanyForm {
            company_name: self.company_name.clone(),
            company_email: self.company_email.clone(),
            company_phone: self.company_phone.clone(),
            registration_number: self.registration_number.clone(),
            vat_number: self.vat_number.clone(),
            address: self.address.clone(),
            city: self.city.clone(),
            postal_code: self.postal_code.clone(),
            country: self.country.clone(),
            website: self.website.clone(),
            categories: self.categories.clone(),
            documents: self.documents.clone(),
            document_kinds: self.document_kinds.clone(),
            document_expires_on: self.document_expires_on.clone(),
        }
    }

    fn parse(
        self,
        mut checks: FieldErrors,
        user: UserId,
        company: CompanyId,
        user_name: Option<UserName>,
        now: Timestamp,
    ) -> Result<Wanted> {
        let company = self.company().parse(&mut checks, company);
        let first_name = checks.required::<Name>("firstName", &self.first_name);
        let last_name = checks.required::<Name>("lastName", &self.last_name);
        let email = checks.required::<Email>("email", &self.email);
        let phone = checks.required::<Phone>("phone", &self.phone);
        let language = checks.optional::<Language>("language", self.language.as_deref());
        let password = checks.required::<Password>("password", &self.password);
        if password.as_ref().is_some_and(|password| !password.is(&self.confirm_password)) {
            checks.add("confirm_password", "The two passwords differ.");
        }
        if !self.terms {
            checks.add("terms", "The terms must be accepted.");
        }
        checks.finish()?;
        // Missing fields were rejected above.
        let wanted = || {
            let company = company?;
            let owner = NewAccount {
                id: user,
                kind: AccountKind::Professional,
                user_name: user_name?,
                email,
                password_hash: None,
                first_name: first_name?,
                last_name: last_name?,
                phone,
                dob: None,
                gender: None,
                address: Some(company.address.clone()),
                address_line2: None,
                city: Some(company.city.clone()),
                postal_code: Some(company.postal_code.clone()),
                country: company.country.code().parse().ok(),
                language,
                marketing: false,
                picture: None,
                created_at: now,
            };
            Some(Wanted { owner, company, password: password? })
        };
        wanted().ok_or_else(|| Error::internal("a checked field is missing"))
    }
}
