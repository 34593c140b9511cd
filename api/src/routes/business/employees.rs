//! Employees of the caller's company.

use actix_web::{HttpResponse, delete, get, post, put, web};
use hub::Principal;
use serde::{Deserialize, Serialize};
use store::{
    account::{self, AccountKind, Email, Name, NewAccount, Phone, ShortText, UserName, credentials},
    company::{
        Permission, TeamRole,
        employee::{self, Employee},
        team,
    },
    types::{
        ids::{CompanyId, SessionId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::free_user_name;
use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, FormSpec, Pro, StreamingForm},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    media::{
        self,
        document_upload::{self, DocumentFieldNames, DocumentMeta, FILE_LIMIT},
    },
    notify::templates::Template,
    routes::account::{deletion::delete_with_notice, profile::document_file},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_employees)
        .service(add_employee)
        .service(show_employee)
        .service(update_employee)
        .service(delete_employee)
        .service(show_id_card)
        .service(invite_employee);
}

const SHAPE: FormSpec = FormSpec {
    lists: &[],
    files: &[("profile_image", 1), ("id_card_image", 1)],
    file_limit: FILE_LIMIT,
    total_limit: 2 * FILE_LIMIT,
};
const ID_CARD: DocumentFieldNames =
    DocumentFieldNames { file: "id_card_image", kind: "id_card_image", expires_on: "id_card_image" };

/// An account has an address of its own, and a personal account cannot work for a business.
const ADDRESS_TAKEN: &str =
    "This address has an account already. Invite it if it is a business account, or enter another address.";

/// List the employees of your company
///
/// The owner first, then by name.
#[utoipa::path(
    tag = "business", operation_id = "business_list_employees",
    responses((status = 200, body = Envelope<Vec<Employee>>)), security(("bearer" = []))
)]
#[get("/userprofessional/employees/")]
async fn list_employees(app: App, user: Pro) -> Result<Envelope<Vec<Employee>>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    Ok(Envelope::ok(employee::list(&app.db, company).await?))
}

/// Employee to add. Everything but the address is required.
#[derive(Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EmployeeForm {
    #[schema(required)]
    first_name: String,
    #[schema(required)]
    last_name: String,
    /// Address that the employee signs in with.
    #[schema(required, format = Email)]
    email: String,
    #[schema(required)]
    contact_number: String,
    address: Option<String>,
    /// `manager` or `staff`.
    #[schema(required)]
    role: String,
    /// A file: JPEG, PNG, WebP or GIF of at most 10 MB.
    #[schema(required)]
    profile_image: Option<String>,
    /// A file: a PDF or a picture of at most 10 MB, visible to the owner of the company and the employee.
    #[schema(required)]
    id_card_image: Option<String>,
}

/// Add an employee
///
/// Creates an account and mails the employee where to choose a password. Saves everything or nothing. Errors of all fields
/// are reported at once.
#[utoipa::path(
    tag = "business", operation_id = "business_add_employee",
    request_body(content((EmployeeForm = "multipart/form-data"))),
    responses((status = 201, body = Envelope<Employee>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/employees/")]
async fn add_employee(app: App, user: Pro, device: ClientInfo, form: StreamingForm) -> Result<Envelope<Employee>> {
    let now = Timestamp::now();
    let company = company_for(&app, user.user, Permission::Company).await?;
    app.limits.check(RateLimitKey::Uploads(user.user.0), now)?;
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let mut received = form.receive::<EmployeeForm>(&app, user.user, &SHAPE).await?;
    let (picture, id_card) = (received.file("profile_image"), received.file("id_card_image"));
    let app = app.shared();
    let mut checks = FieldErrors::default();
    let picture = match picture {
        Some(file) => checks.check("profile_image", document_upload::picture(&app, file).await?),
        None => checks.check("profile_image", Err("This is required.")),
    };
    let told = DocumentMeta { kind: Some("identity"), expires_on: None };
    let id_card = match id_card {
        Some(file) => document_upload::read_document(&app, &mut checks, &ID_CARD, file, told, now).await?,
        None => checks.check("id_card_image", Err("This is required.")),
    };
    let form = received.form;
    let email = checks.required::<Email>("email", &form.email);
    let user_name = free_user_name(&app, &format!("{} {}", form.first_name, form.last_name)).await?;
    if let Some(email) = &email {
        refuse_taken(&app, &mut checks, email).await?;
    }
    let id = UserId(app.ids.next(now));
    let (new, role) = form.parse(checks, id, user_name, email, now)?;

    // The picture belongs to the caller until the employee changes it.
    let picture = match picture {
        Some(picture) => Some(media::keep_picture(&app, user.user, picture).await?.url),
        None => None,
    };
    // The employee has not chosen a language yet.
    let language = account::profile(&app.db, user.user).await?.language.parse().ok();
    let new = NewAccount { picture, language, ..new };
    let documents = document_upload::keep(&app, id, id_card.into_iter().collect(), now).await?;
    let discard =
        async || document_upload::discard(&app, documents.iter().map(|document| document.key.clone()).collect()).await;
    let account = match employee::add(&app.db, company, &new, role, &documents, now).await {
        Ok(Some(account)) => account,
        Ok(None) => {
            discard().await?;
            return Err(Error::conflict("business.plan_limit", "Your plan does not allow more."));
        }
        Err(cause) => {
            discard().await?;
            if let (store::Error::Taken, Some(email)) = (&cause, &new.email) {
                // The address was taken after the check.
                let mut checks = FieldErrors::default();
                refuse_taken(&app, &mut checks, email).await?;
                checks.finish()?;
            }
            return Err(cause.into());
        }
    };
    app.hub.account_changed(account).await?;
    let added = employee::find(&app.db, company, id).await?;
    tell_owner(&app, user.user, &added, now).await?;
    invite(&app, user.user, &added, now).await?;
    Ok(Envelope::created(added))
}

async fn refuse_taken(app: &AppState, checks: &mut FieldErrors, email: &Email) -> Result<()> {
    if credentials::email_claimed(&app.db, email).await? {
        checks.add("email", ADDRESS_TAKEN);
    }
    Ok(())
}

impl EmployeeForm {
    fn parse(
        self,
        mut checks: FieldErrors,
        id: UserId,
        user_name: UserName,
        email: Option<Email>,
        now: Timestamp,
    ) -> Result<(NewAccount, TeamRole)> {
        let first_name = checks.required::<Name>("first_name", &self.first_name);
        let last_name = checks.required::<Name>("last_name", &self.last_name);
        let phone = checks.required::<Phone>("contact_number", &self.contact_number);
        let address = checks.optional::<ShortText>("address", self.address.as_deref());
        let role = checks.required::<TeamRole>("role", &self.role);
        for (field, text) in [("profile_image", &self.profile_image), ("id_card_image", &self.id_card_image)] {
            if text.is_some() {
                checks.add(field, "Send a file.");
            }
        }
        checks.finish()?;
        // Missing fields were rejected above.
        let new = || {
            let account = NewAccount {
                id,
                kind: AccountKind::Professional,
                user_name,
                email,
                password_hash: None,
                first_name: first_name?,
                last_name: last_name?,
                phone,
                dob: None,
                gender: None,
                address,
                address_line2: None,
                city: None,
                postal_code: None,
                country: None,
                language: None,
                marketing: false,
                picture: None,
                created_at: now,
            };
            Some((account, role?))
        };
        new().ok_or_else(|| Error::internal("a checked field is missing"))
    }
}

/// Get an employee
#[utoipa::path(
    tag = "business", operation_id = "business_show_employee",
    params(("employee_id" = UserId, Path)),
    responses((status = 200, body = Envelope<Employee>)), security(("bearer" = []))
)]
#[get("/userprofessional/employees/{employee_id}/")]
async fn show_employee(app: App, user: Pro, id: web::Path<UserId>) -> Result<Envelope<Employee>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    Ok(Envelope::ok(employee::find(&app.db, company, id.into_inner()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmployeeChange {
    /// `manager` or `staff`.
    role: String,
}

/// Change the role of an employee
///
/// Applies to the employee's next request. The role of the owner cannot be changed.
#[utoipa::path(
    tag = "business", operation_id = "business_update_employee",
    params(("employee_id" = UserId, Path)), request_body = EmployeeChange,
    responses((status = 200, body = Envelope<Employee>)), security(("bearer" = []))
)]
#[put("/userprofessional/employees/{employee_id}/")]
async fn update_employee(
    app: App,
    user: Pro,
    id: web::Path<UserId>,
    form: Body<EmployeeChange>,
) -> Result<Envelope<Employee>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    let role = form.0.role.parse::<TeamRole>().map_err(|expected| Error::field("role", expected))?;
    let id = id.into_inner();
    employee::set_role(&app.db, company, id, role).await?;
    Ok(Envelope::ok(employee::find(&app.db, company, id).await?))
}

/// Remove an employee
///
/// Deletes the employee's account, and ends its sessions at once. Messages and steps of orders stay, from "Deleted account".
/// An account that works for another company too, or that joined by an invitation, stays and leaves this one at once.
#[utoipa::path(
    tag = "business", operation_id = "business_delete_employee",
    params(("employee_id" = UserId, Path)),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/employees/{employee_id}/")]
async fn delete_employee(app: App, user: Pro, id: web::Path<UserId>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    let id = employed(&app, company, id.into_inner()).await?.id;
    let now = Timestamp::now();
    if team::leave_for_others(&app.db, company, id).await?.is_some() {
        app.hub.company_activated(id, &[company]).await?;
        return Ok(Confirmation::new("The employee is removed."));
    }
    let gone = Principal { user: id, session: SessionId(0), kind: AccountKind::Professional, expires_at: now };
    delete_with_notice(&app, &gone).await?;
    Ok(Confirmation::new("The employee is removed."))
}

/// Returns an employee of the company. The owner is none.
async fn employed(app: &AppState, company: CompanyId, id: UserId) -> Result<Employee> {
    let found = employee::find(&app.db, company, id).await?;
    if found.role == TeamRole::Owner { Err(Error::NotFound) } else { Ok(found) }
}

/// Get the identity card of an employee
#[utoipa::path(
    tag = "business", operation_id = "business_show_id_card",
    params(("employee_id" = UserId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png")))),
    security(("bearer" = []))
)]
#[get("/userprofessional/employees/{employee_id}/id-card/")]
async fn show_id_card(app: App, user: Pro, id: web::Path<UserId>) -> Result<HttpResponse> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    document_file(&app, employee::id_card(&app.db, company, id.into_inner()).await?).await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InviteAgain {
    /// Address that replaces a mistyped one.
    #[schema(format = Email)]
    pub(super) email: Option<String>,
}

/// Invite an employee again
///
/// Mails the employee once more where to choose a password, at another address if one is given.
#[utoipa::path(
    tag = "business", operation_id = "business_invite_employee",
    params(("employee_id" = UserId, Path)), request_body = Option<InviteAgain>,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/userprofessional/employees/{employee_id}/invite/")]
async fn invite_employee(
    app: App,
    user: Pro,
    device: ClientInfo,
    id: web::Path<UserId>,
    form: Body<InviteAgain>,
) -> Result<Confirmation> {
    let now = Timestamp::now();
    let company = company_for(&app, user.user, Permission::Company).await?;
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let mut found = employed(&app, company, id.into_inner()).await?;
    if found.has_joined {
        return Err(Error::conflict("employee.joined", "This employee has chosen a password already."));
    }
    let mut checks = FieldErrors::default();
    let corrected = checks.optional::<Email>("email", form.0.email.as_deref());
    checks.finish()?;
    if let Some(email) = corrected.filter(|email| found.email.as_deref() != Some(email.as_str())) {
        match employee::correct_address(&app.db, company, found.id, &email).await {
            Err(store::Error::Taken) => return Err(Error::field("email", ADDRESS_TAKEN)),
            done => done?,
        }
        found.email = Some(email.as_str().to_owned());
        tell_owner(&app, user.user, &found, now).await?;
    }
    invite(&app, user.user, &found, now).await?;
    Ok(Confirmation::new("The invitation is on its way."))
}

/// Mails the owner who has access now. Only owners add employees.
pub(super) async fn tell_owner(app: &AppState, owner: UserId, employee: &Employee, now: Timestamp) -> Result<()> {
    let contact = credentials::contact(&app.db, owner).await?;
    if let (Some(to), Some(email)) = (&contact.email, &employee.email) {
        let template = Template::TeamMemberAdded { email };
        app.outbox.send_best_effort(template.render(app.ids.next(now), to, &contact.language, now));
    }
    Ok(())
}

/// Mails where to choose a password, in the caller's language: the employee has not chosen one yet.
async fn invite(app: &AppState, caller: UserId, employee: &Employee, now: Timestamp) -> Result<()> {
    let Some(email) = &employee.email else { return Ok(()) };
    let language = account::profile(&app.db, caller).await?.language;
    let place = serde_urlencoded::to_string([("email", email)]).map_err(Error::internal)?;
    let link = format!("{}/pro/forgot-password#{place}", app.config.public_url());
    app.outbox.send_best_effort(Template::TeamInvitation { link: &link }.render(
        app.ids.next(now),
        email,
        &language,
        now,
    ));
    Ok(())
}
