//! Signing in, up and out; one's own profile.

use actix_web::{HttpRequest, HttpResponse, Responder, body::BoxBody, get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{self, AccountKind, Credentials, NewAccount, Password, Profile, password},
    ids::{SessionId, UserId},
    session::{self, NewSession, RefreshToken, Rotation},
    time::{Day, Millis},
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    envelope::{Done, Envelope, answer},
    error::{Checks, Error, Result},
    extract::{App, Body, Device, User},
    limits::Key,
    state::State,
};

/// How long a device stays signed in without being used.
const SESSION: i64 = Millis::DAY;
/// The same when it was asked to remember.
const REMEMBERED: i64 = 30 * Millis::DAY;

pub fn routes(api: &mut ServiceConfig) {
    api.service(login).service(register).service(logout).service(refresh).service(profile);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// E-mail or user name.
    #[schema(example = "alice@plaza.example")]
    email: String,
    password: String,
    /// Stay signed in for 30 days instead of one.
    #[serde(default)]
    remember_me: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// For `Authorization: Bearer`, 15 minutes long.
    access_token: String,
    /// Serves for one refresh.
    refresh_token: String,
}

#[derive(Serialize, ToSchema)]
pub struct SignedInUser {
    user: Profile,
}

/// The answer to a sign-in or sign-up.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    tokens: TokenPair,
    data: SignedInUser,
}

impl Responder for SignedIn {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Sign in
///
/// With e-mail or user name. The answer and the time it takes are the same whether or not there is such an account.
#[utoipa::path(tag = "users", request_body = Login, responses((status = 200, body = SignedIn)))]
#[post("/users/login/")]
async fn login(app: App, device: Device, form: Body<Login>) -> Result<SignedIn> {
    let (form, now) = (form.0, Millis::now());
    let account_key = Key::Login(form.email.trim().to_lowercase());
    app.limits.take(Key::Address(device.address), now)?;
    app.limits.check(account_key.clone(), now)?;
    let found = account::find_by_login(&app.db, &form.email).await?;
    let Some(account) = checked(&app, found, form.password).await? else {
        app.limits.take(account_key, now)?;
        return Err(Error::InvalidCredentials);
    };
    sign_in(&app, account.id, account.kind, device, form.remember_me, now).await
}

/// The account if the password is its own.
pub(super) async fn checked(app: &State, found: Option<Credentials>, typed: String) -> Result<Option<Credentials>> {
    app.hashing
        .run(move || match found.as_ref().and_then(|account| account.password_hash.as_deref()) {
            Some(hash) => Ok(password::verify(hash, &typed)?.then_some(found).flatten()),
            None => {
                password::verify_nobody(&typed);
                Ok(None)
            }
        })
        .await?
}

pub(super) async fn sign_in(
    app: &State,
    user: UserId,
    kind: AccountKind,
    device: Device,
    remember: bool,
    now: Millis,
) -> Result<SignedIn> {
    let new = NewSession {
        id: SessionId(app.ids.next(now)),
        account: user,
        user_agent: device.user_agent,
        address: device.address.to_string(),
        now,
        lifetime: if remember { REMEMBERED } else { SESSION },
    };
    let token = session::create(&app.db, &new).await?;
    Ok(SignedIn {
        status: true,
        status_code: 200,
        message: "Signed in.".to_owned(),
        tokens: tokens(app, user, new.id, kind, &token, now)?,
        data: SignedInUser { user: account::profile(&app.db, user).await? },
    })
}

pub(super) fn tokens(
    app: &State,
    user: UserId,
    session: SessionId,
    kind: AccountKind,
    renewal: &RefreshToken,
    now: Millis,
) -> Result<TokenPair> {
    let access_token = app.tokens.access(user, session, kind, now).map_err(Error::internal)?;
    Ok(TokenPair { access_token, refresh_token: renewal.as_str().to_owned() })
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
    marketing: bool,
    /// Has to be true.
    #[schema(required)]
    terms: bool,
}

/// Sign up
///
/// Makes a consumer's account and signs it in. Everything that is wrong is named at once, by field.
#[utoipa::path(tag = "users", request_body = Register, responses((status = 201, body = SignedIn)))]
#[post("/users/register/")]
async fn register(app: App, device: Device, form: Body<Register>) -> Result<SignedIn> {
    let now = Millis::now();
    app.limits.take(Key::Address(device.address), now)?;
    let (mut new, password) = form.0.parse(UserId(app.ids.next(now)), now)?;
    refuse_taken(&app, &new).await?;
    new.password_hash = Some(hashed(&app, password).await?);
    match account::create(&app.db, &new).await {
        // Somebody else was quicker since it was looked up.
        Err(store::Error::Taken) => {
            refuse_taken(&app, &new).await?;
            return Err(Error::internal("a name is taken, and then it is not"));
        }
        made => made?,
    }
    let mut signed_in = sign_in(&app, new.id, new.kind, device, false, now).await?;
    signed_in.status_code = 201;
    "Welcome to Plaza.".clone_into(&mut signed_in.message);
    Ok(signed_in)
}

pub(super) async fn hashed(app: &State, new: Password) -> Result<String> {
    Ok(app.hashing.run(move || password::hash(&new)).await??)
}

async fn refuse_taken(app: &State, new: &NewAccount) -> Result<()> {
    let taken = account::taken(&app.db, &new.user_name, new.email.as_ref()).await?;
    let mut checks = Checks::default();
    if taken.user_name {
        checks.wrong("userName", "Username is not available");
    }
    if taken.email {
        checks.wrong("email", "This e-mail address has an account already.");
    }
    checks.done()
}

impl Register {
    /// The account to be made, and the password to be hashed for it.
    fn parse(self, id: UserId, now: Millis) -> Result<(NewAccount, Password)> {
        let mut checks = Checks::default();
        let email = checks.required("email", &self.email);
        let user_name = checks.required("userName", &self.user_name);
        let password = checks.required::<Password>("password", &self.password);
        if password.as_ref().is_some_and(|password| !password.is(&self.confirm_password)) {
            checks.wrong("confirm_password", "The two passwords differ.");
        }
        let first_name = checks.required("firstName", &self.first_name);
        let last_name = checks.required("lastName", &self.last_name);
        let dob = checks.required::<Day>("dob", &self.dob);
        if dob.as_ref().is_some_and(|day| day.start() > now) {
            checks.wrong("dob", "This day is still to come.");
        }
        let gender = checks.required("gender", &self.gender);
        let address = checks.required("address", &self.address);
        let address_line2 = checks.optional("addressLine2", self.address_line2.as_deref());
        let phone = checks.optional("phone", self.phone.as_deref());
        let country = checks.optional("country", self.country.as_deref());
        let postal_code = checks.optional("postalCode", self.postal_code.as_deref());
        let city = checks.optional("city", self.city.as_deref());
        if !self.terms {
            checks.wrong("terms", "The terms must be accepted.");
        }
        checks.done()?;
        // Whatever is missing here was refused above.
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
            marketing: self.marketing,
            picture: None,
            created_at: now,
        };
        Ok((new, password))
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Logout {
    /// The refresh token of this device; it ends with the session.
    #[serde(rename = "refresh_token")]
    _refresh_token: Option<String>,
}

/// Sign out
///
/// Ends the session of this device: its tokens, and its open sockets.
#[utoipa::path(tag = "users", request_body = Logout, responses((status = 200, body = Done)), security(("bearer" = [])))]
#[post("/users/logout/")]
async fn logout(app: App, user: User, _form: Body<Logout>) -> Result<Done> {
    end_session(&app, user.session, true).await?;
    Ok(Done::saying("Signed out."))
}

/// Ends everything that proves a session. `stored`: its row is still to be ended.
pub(super) async fn end_session(app: &State, id: SessionId, stored: bool) -> Result<()> {
    let now = Millis::now();
    if stored {
        session::revoke(&app.db, id, now).await?;
    }
    app.tokens.revoke(id, now);
    app.hub.disconnect_session(id);
    Ok(())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    refresh_token: String,
}

/// The answer to a refresh.
#[derive(Serialize, ToSchema)]
pub struct Refreshed {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    tokens: TokenPair,
}

impl Responder for Refreshed {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Refresh the tokens
///
/// A refresh token serves once; a second use, later than a lost answer explains, ends the session.
#[utoipa::path(tag = "users", request_body = Refresh, responses((status = 200, body = Refreshed)))]
#[post("/users/token/refresh/")]
async fn refresh(app: App, device: Device, form: Body<Refresh>) -> Result<Refreshed> {
    let (token, now) = (form.0.refresh_token, Millis::now());
    app.limits.take(Key::Refreshes(device.address), now)?;
    app.limits.take(Key::Token(token.clone()), now)?;
    match session::rotate(&app.db, &token, now).await? {
        Rotation::Fresh { session, account, kind, token } => Ok(Refreshed {
            status: true,
            status_code: 200,
            message: "OK".to_owned(),
            tokens: tokens(&app, account, session, kind, &token, now)?,
        }),
        Rotation::Unknown => Err(Error::InvalidToken),
        Rotation::Revoked => Err(Error::SessionRevoked),
        Rotation::Reused { session } => {
            tracing::warn!(%session, address = %device.address, "a used refresh token came again: the session is ended");
            end_session(&app, session, false).await?;
            Err(Error::SessionRevoked)
        }
    }
}

/// One's own profile
#[utoipa::path(tag = "users", responses((status = 200, body = Envelope<Profile>)), security(("bearer" = [])))]
#[get("/users/get-user-profile/")]
async fn profile(app: App, user: User) -> Result<Envelope<Profile>> {
    Ok(Envelope::ok(account::profile(&app.db, user.user).await?))
}
