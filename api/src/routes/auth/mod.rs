//! Login, sign-up, logout and the own profile.

pub mod availability;
pub mod contact_verification;
mod oidc;
pub mod password_change;
pub mod password_reset;
mod register;
pub mod sessions;
pub mod socket_ticket;
mod two_factor;

use actix_web::{HttpRequest, HttpResponse, Responder, body::BoxBody, get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{self, Profile},
    security::session::{self, Rotation},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    auth::{
        login::{self, LoginInput, LoginOutcome, LoginSession, Realm, TokenPair, end_session, tokens},
        second_factor::CHALLENGE_LIFETIME,
    },
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo, User},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope, answer},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(log_in).service(logout).service(refresh).service(profile);
    api.configure(register::routes)
        .configure(two_factor::routes)
        .configure(sessions::routes)
        .configure(oidc::routes)
        .configure(crate::routes::account::deletion::routes);
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
    /// Refresh token of a guest. The guest's carts, bookings and favourites go to the account, and the guest's session ends.
    guest_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SignedInUser {
    user: Profile,
}

/// Response to a login or sign-up.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    tokens: TokenPair,
    data: SignedInUser,
}

impl From<LoginSession> for SignedIn {
    fn from(entered: LoginSession) -> Self {
        Self {
            status: true,
            status_code: 200,
            message: "Signed in.".to_owned(),
            tokens: entered.tokens,
            data: SignedInUser { user: entered.user },
        }
    }
}

impl SignedIn {
    /// Returns the response for a newly created account.
    fn made(entered: LoginSession, says: &str) -> Self {
        Self { status_code: 201, message: says.to_owned(), ..entered.into() }
    }
}

impl Responder for SignedIn {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// First step of a login with two factors. The user is not signed in yet.
#[derive(Serialize, ToSchema)]
pub struct TwoFactorAsked {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    #[schema(example = "auth.two_factor")]
    code: &'static str,
    data: TwoFactorChallenge,
}

#[derive(Serialize, ToSchema)]
pub struct TwoFactorChallenge {
    /// Challenge for the second step.
    challenge: String,
    /// Lifetime in seconds.
    expires_in: i64,
}

impl TwoFactorAsked {
    pub(super) fn with(challenge: String) -> Self {
        Self {
            status: true,
            status_code: 200,
            message: "Enter the code that your authenticator app shows.".to_owned(),
            code: "auth.two_factor",
            data: TwoFactorChallenge { challenge, expires_in: CHALLENGE_LIFETIME / Timestamp::SECOND },
        }
    }
}

/// A session, or a challenge for the second factor.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SignInAnswer {
    SignedIn(Box<SignedIn>),
    TwoFactor(TwoFactorAsked),
}

impl From<LoginOutcome> for SignInAnswer {
    fn from(outcome: LoginOutcome) -> Self {
        match outcome {
            LoginOutcome::LoggedIn(entered) => Self::SignedIn(Box::new((*entered).into())),
            LoginOutcome::SecondFactor(challenge) => Self::TwoFactor(TwoFactorAsked::with(challenge)),
        }
    }
}

impl SignInAnswer {
    /// Returns the answer for a newly created account.
    fn made(entered: LoginSession) -> Self {
        Self::SignedIn(Box::new(SignedIn::made(entered, "Welcome to Plaza.")))
    }
}

impl Responder for SignInAnswer {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let status_code = match &self {
            Self::SignedIn(signed_in) => signed_in.status_code,
            Self::TwoFactor(asked) => asked.status_code,
        };
        answer(status_code, &self)
    }
}

/// Sign in
///
/// Takes an e-mail address or a user name. Response and response time do not reveal whether the account exists.
#[utoipa::path(tag = "users", operation_id = "auth_login", request_body = Login, responses((status = 200, body = SignInAnswer)))]
#[post("/users/login/")]
async fn log_in(app: App, device: ClientInfo, form: Body<Login>) -> Result<SignInAnswer> {
    let Login { email: login, password, remember_me: remember, guest_token } = form.0;
    let typed = LoginInput { login, password, remember, guest_token };
    Ok(login::with_password(&app, device, Realm::Consumers, typed).await?.into())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Logout {
    /// Refresh token of this device. Ends with the session.
    #[serde(rename = "refresh_token")]
    _refresh_token: Option<String>,
}

/// Sign out
///
/// Ends the session of this device with its tokens and open sockets.
#[utoipa::path(tag = "users", operation_id = "auth_logout", request_body = Option<Logout>, responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[post("/users/logout/")]
async fn logout(app: App, user: User, _form: Body<Logout>) -> Result<Confirmation> {
    end_session(&app, user.session, true).await.map_err(|failed| failed.with_message("Logout failed"))?;
    Ok(Confirmation::new("Signed out."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    refresh_token: String,
}

/// Response to a refresh.
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
/// A refresh token is valid once. A second use ends the session, unless it follows soon enough to be a retry after a
/// lost response.
#[utoipa::path(tag = "users", operation_id = "auth_refresh", request_body = Refresh, responses((status = 200, body = Refreshed)))]
#[post("/users/token/refresh/")]
async fn refresh(app: App, device: ClientInfo, form: Body<Refresh>) -> Result<Refreshed> {
    let (token, now) = (form.0.refresh_token, Timestamp::now());
    if token.len() > session::TOKEN_LENGTH {
        return Err(Error::InvalidToken);
    }
    app.limits.check(RateLimitKey::Refreshes(device.address), now)?;
    app.limits.check(RateLimitKey::Token(&token), now)?;
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

/// Get your profile
#[utoipa::path(tag = "users", operation_id = "account_show_profile", responses((status = 200, body = Envelope<Profile>)), security(("bearer" = [])))]
#[get("/users/get-user-profile/")]
async fn profile(app: App, user: User) -> Result<Envelope<Profile>> {
    Ok(Envelope::ok(account::profile(&app.db, user.user).await?))
}
