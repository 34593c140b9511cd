//! Sign-up and guest accounts.

use actix_web::post;
use serde::Deserialize;
use store::{
    account::{self, AccountKind, NewAccount, Password, UserName, guest},
    security::session,
    types::{
        ids::UserId,
        language::Language,
        timestamp::{Date, Timestamp},
    },
};
use utoipa::ToSchema;

use super::{SignedIn, contact_verification::send_first_code};
use crate::{
    app_state::AppState,
    auth::login::{self, LoginSession, hash_password},
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, OptionalAuth},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(register).service(look_around);
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Register {
    #[schema(required, format = Email)]
    email: String,
    /// 3 to 30 letters, digits, dots and underscores.
    #[schema(required, min_length = 3, max_length = 30)]
    user_name: String,
    /// At least 8 characters with an upper-case and a lower-case letter, a digit and a special character.
    #[schema(required, min_length = 8, max_length = 128)]
    password: String,
    #[serde(rename = "confirm_password")]
    #[schema(required)]
    confirm_password: String,
    #[schema(required)]
    first_name: String,
    #[schema(required)]
    last_name: String,
    #[schema(required, format = Date)]
    dob: String,
    /// `male`, `female` or `other`.
    #[schema(required)]
    gender: String,
    #[schema(required)]
    address: String,
    #[serde(rename = "addressLine2")]
    address_line2: Option<String>,
    phone: Option<String>,
    country: Option<String>,
    postal_code: Option<String>,
    city: Option<String>,
    /// A code of the languages list: the language of the interface and of mails.
    language: Option<String>,
    marketing: bool,
    /// Must be true.
    #[schema(required)]
    terms: bool,
}

/// Sign up
///
/// Creates a consumer account and signs it in. Errors of all fields are reported at once. With a guest's bearer token
/// the guest becomes that account and keeps its id, session and data.
///
/// Mails a code that verifies the address. An address that another account has not verified stays pending: it becomes the
/// account's own with the code, and the other account loses it.
#[utoipa::path(
    tag = "users", operation_id = "auth_register", request_body = Register, responses((status = 201, body = SignedIn)), security((), ("bearer" = []))
)]
#[post("/users/register/")]
async fn register(app: App, device: ClientInfo, caller: OptionalAuth, form: Body<Register>) -> Result<SignedIn> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let guest = caller.0.filter(|caller| caller.kind == AccountKind::Guest);
    let id = guest.map_or_else(|| UserId(app.ids.next(now)), |guest| guest.user);
    let (mut new, password) = form.0.parse(id, now)?;
    refuse_taken(&app, &new).await?;
    new.password_hash = Some(hash_password(&app, password).await?);
    let made = match guest {
        Some(_) => guest::promote(&app.db, &new).await,
        None => account::create(&app.db, &new).await,
    };
    match made {
        // The name or address was taken after the check.
        Err(store::Error::Taken) => {
            refuse_taken(&app, &new).await?;
            return Err(Error::internal("a name is taken, and then it is not"));
        }
        // The guest has signed up in another tab or was deleted.
        Err(store::Error::NotFound) => return Err(Error::SessionRevoked),
        made => made?,
    }
    send_first_code(&app, &new, device.address, now).await;
    let entered = match guest {
        Some(guest) => LoginSession {
            tokens: {
                let renewal = session::renew(&app.db, guest.session, now).await?;
                login::tokens(&app, new.id, guest.session, new.kind, &renewal, now)?
            },
            user: account::profile(&app.db, new.id).await?,
        },
        // The app remembers who signs up, as it does a guest.
        None => login::create_session(&app, new.id, new.kind, device, true, now).await?,
    };
    Ok(SignedIn::made(entered, "Welcome to Plaza."))
}

/// Create a guest account
///
/// The account has no name and no password and works on this device only. It can see public content. To do more, it
/// signs up with its bearer token.
#[utoipa::path(tag = "users", operation_id = "auth_create_guest", responses((status = 201, body = SignedIn)))]
#[post("/users/guest/")]
async fn look_around(app: App, device: ClientInfo) -> Result<SignedIn> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Guests(device.address), now)?;
    let new = guest::new_guest(UserId(app.ids.next(now)), now)?;
    account::create(&app.db, &new).await?;
    let entered = login::create_session(&app, new.id, new.kind, device, true, now).await?;
    Ok(SignedIn::made(entered, "Welcome to Plaza."))
}

async fn refuse_taken(app: &AppState, new: &NewAccount) -> Result<()> {
    let taken = account::taken(&app.db, &new.user_name, new.email.as_ref(), new.created_at).await?;
    let mut checks = FieldErrors::default();
    if taken.user_name {
        checks.add("userName", "Username is not available");
    }
    if taken.email {
        checks.add("email", "This e-mail address has an account already.");
    }
    checks.finish()
}

impl Register {
    /// Validates the form. Returns the account to create and the password to hash.
    fn parse(self, id: UserId, now: Timestamp) -> Result<(NewAccount, Password)> {
        let mut checks = FieldErrors::default();
        let email = checks.required("email", &self.email);
        let user_name = checks.required::<UserName>("userName", &self.user_name);
        checks.unreserved(user_name.as_ref());
        let password = checks.required::<Password>("password", &self.password);
        if password.as_ref().is_some_and(|password| !password.is(&self.confirm_password)) {
            checks.add("confirm_password", "The two passwords differ.");
        }
        let first_name = checks.required("firstName", &self.first_name);
        let last_name = checks.required("lastName", &self.last_name);
        let dob = checks.required::<Date>("dob", &self.dob);
        if dob.as_ref().is_some_and(|day| day.start() > now) {
            checks.add("dob", "This day is still to come.");
        }
        let gender = checks.required("gender", &self.gender);
        let address = checks.required("address", &self.address);
        let address_line2 = checks.optional("addressLine2", self.address_line2.as_deref());
        let phone = checks.optional("phone", self.phone.as_deref());
        let country = checks.optional("country", self.country.as_deref());
        let postal_code = checks.optional("postalCode", self.postal_code.as_deref());
        let city = checks.optional("city", self.city.as_deref());
        let language = checks.optional::<Language>("language", self.language.as_deref());
        if !self.terms {
            checks.add("terms", "The terms must be accepted.");
        }
        checks.finish()?;
        // Missing fields were rejected above.
        let all = email.zip(user_name).zip(password).zip(first_name.zip(last_name));
        let Some((((email, user_name), password), (first_name, last_name))) = all else {
            return Err(Error::internal("a checked field is missing"));
        };
        let new = NewAccount {
            id,
            kind: AccountKind::Regular,
            user_name,
            email: Some(email),
            password_hash: None,
            first_name,
            last_name,
            phone,
            dob,
            gender,
            address,
            address_line2,
            city,
            postal_code,
            country,
            language,
            marketing: self.marketing,
            picture: None,
            created_at: now,
        };
        Ok((new, password))
    }
}
