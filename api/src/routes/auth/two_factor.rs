//! Two-factor login by authenticator app: setup, removal, and the second step of a login.

use actix_web::{get, post};
use hub::Principal;
use serde::{Deserialize, Serialize};
use store::{account, notification::Kind, security::two_factor, types::timestamp::Timestamp};
use utoipa::ToSchema;

use super::SignedIn;
use crate::{
    app_state::AppState,
    auth::{
        failed_attempts::AttemptKey,
        login::{self, ChangeAuthorization},
        second_factor::{self, SecondFactorInput},
        totp,
    },
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(second_step)
        .service(two_factor_state)
        .service(start_two_factor)
        .service(confirm_two_factor)
        .service(disable_two_factor)
        .service(new_recovery_codes);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStep {
    /// Challenge returned by the first step.
    challenge: String,
    /// The six digits that the app shows.
    code: Option<String>,
    /// Recovery code, instead of `code`, if the app is lost. Each is valid once.
    recovery_code: Option<String>,
}

/// Complete a two-factor login
///
/// Second step for an account with two-factor login. Allowed within five minutes of the first step, with five attempts.
#[utoipa::path(tag = "users", operation_id = "auth_login_two_factor", request_body = SecondStep, responses((status = 200, body = SignedIn)))]
#[post("/users/login/two-factor/")]
async fn second_step(app: App, device: ClientInfo, form: Body<SecondStep>) -> Result<SignedIn> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let SecondStep { challenge, code, recovery_code } = form.0;
    let typed = SecondFactorInput::one_of(code, recovery_code)?;
    let who = second_factor::verify_challenge(&app, &challenge, &device, &typed, now).await?;
    login::take_guest(&app, who.guest, who.user, now).await?;
    Ok(login::create_session(&app, who.user, who.kind, device, who.remember, now).await?.into())
}

#[derive(Serialize, ToSchema)]
pub struct TwoFactorState {
    enabled: bool,
    recovery_codes_left: i64,
}

/// Get the state of two-factor login
#[utoipa::path(tag = "users", operation_id = "account_show_two_factor", responses((status = 200, body = Envelope<TwoFactorState>)), security(("bearer" = [])))]
#[get("/users/two-factor/")]
async fn two_factor_state(app: App, user: Registered) -> Result<Envelope<TwoFactorState>> {
    let enabled = two_factor::is_on(&app.db, user.user).await?;
    let recovery_codes_left = two_factor::recovery_codes_left(&app.db, user.user).await?;
    Ok(Envelope::ok(TwoFactorState { enabled, recovery_codes_left }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnPassword {
    /// Password of the account. An account without one must have signed in within the last five minutes.
    password: Option<String>,
}

/// Secret for an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct NewSecret {
    /// Secret in base 32, for manual entry.
    secret: String,
    /// URL to show as a QR code.
    otpauth_url: String,
}

/// Set up an authenticator app
///
/// Returns a new secret. The secret takes effect once a code of the app is confirmed.
#[utoipa::path(
    tag = "users", operation_id = "account_start_two_factor", request_body = OwnPassword, responses((status = 200, body = Envelope<NewSecret>)), security(("bearer" = []))
)]
#[post("/users/two-factor/start/")]
async fn start_two_factor(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<OwnPassword>,
) -> Result<Envelope<NewSecret>> {
    login::prove(&app, &user, &device, ChangeAuthorization::password(form.0.password)).await?;
    let secret = totp::secret();
    let sealed = app.cipher.seal(user.user, &secret).map_err(Error::internal)?;
    if !two_factor::start(&app.db, user.user, &sealed).await? {
        return Err(Error::TwoFactorOn);
    }
    let name = account::profile(&app.db, user.user).await?.user_name;
    Ok(Envelope::ok(NewSecret { secret: totp::base32(&secret), otpauth_url: totp::otpauth_url(&name, &secret) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AppCode {
    /// The six digits that the app shows.
    code: String,
}

#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Ten codes that each replace the app for one login. Shown only in this response.
    recovery_codes: Vec<String>,
}

/// Confirm an authenticator app
///
/// From now on, logins require a code of the app.
#[utoipa::path(
    tag = "users", operation_id = "account_confirm_two_factor", request_body = AppCode, responses((status = 200, body = Envelope<RecoveryCodes>)), security(("bearer" = []))
)]
#[post("/users/two-factor/confirm/")]
async fn confirm_two_factor(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<AppCode>,
) -> Result<Envelope<RecoveryCodes>> {
    let now = Timestamp::now();
    match two_factor::find(&app.db, user.user).await? {
        None => return Err(Error::TwoFactorOff),
        Some(set_up) if set_up.confirmed_at.is_some() => return Err(Error::TwoFactorOn),
        Some(_) => {}
    }
    let guess = AttemptKey::SecondFactor(user.user);
    let source = app.attempts.source(Some(user.user), device.address, now).await?;
    app.attempts.acquire(&guess, source, now).await?;
    let Some((step, secret)) = second_factor::step_of(&app, user.user, &form.0.code, now).await? else {
        return Err(Error::field("code", "The code is wrong."));
    };
    app.attempts.refund(&guess, source).await?;
    let (recovery_codes, hashes) = second_factor::recovery_codes();
    if !two_factor::confirm(&app.db, user.user, &secret, step, &hashes, now).await? {
        return Err(Error::TwoFactorOn);
    }
    app.notifier.security(user.user, Kind::TwoFactorOn, now).await;
    Ok(Envelope::ok(RecoveryCodes { recovery_codes }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BothFactors {
    /// Password of the account. An account without one must have signed in within the last five minutes.
    password: Option<String>,
    /// The six digits that the app shows.
    code: Option<String>,
    /// Recovery code, instead of `code`, if the app is lost.
    recovery_code: Option<String>,
}

impl BothFactors {
    /// Requires the password and the second factor, so that a known password alone changes neither the app nor its codes.
    async fn verify(self, app: &AppState, user: &Principal, device: &ClientInfo) -> Result<()> {
        let typed = SecondFactorInput::one_of(self.code, self.recovery_code)?;
        login::prove(app, user, device, ChangeAuthorization::password(self.password)).await?;
        if !two_factor::is_on(&app.db, user.user).await? {
            return Err(Error::TwoFactorOff);
        }
        second_factor::verify(app, user.user, device, &typed, Timestamp::now()).await
    }
}

/// Disable two-factor login
#[utoipa::path(tag = "users", operation_id = "account_disable_two_factor", request_body = BothFactors, responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[post("/users/two-factor/disable/")]
async fn disable_two_factor(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<BothFactors>,
) -> Result<Confirmation> {
    form.0.verify(&app, &user, &device).await?;
    two_factor::remove(&app.db, user.user).await?;
    app.notifier.security(user.user, Kind::TwoFactorOff, Timestamp::now()).await;
    Ok(Confirmation::new("Two-factor sign-in is off."))
}

/// Replace the recovery codes
///
/// Requires both factors. Earlier codes become invalid. The account is notified, also by mail.
#[utoipa::path(
    tag = "users", operation_id = "account_create_recovery_codes", request_body = BothFactors, responses((status = 200, body = Envelope<RecoveryCodes>)), security(("bearer" = []))
)]
#[post("/users/two-factor/recovery-codes/")]
async fn new_recovery_codes(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<BothFactors>,
) -> Result<Envelope<RecoveryCodes>> {
    form.0.verify(&app, &user, &device).await?;
    let (recovery_codes, hashes) = second_factor::recovery_codes();
    if !two_factor::replace_recovery_codes(&app.db, user.user, &hashes).await? {
        return Err(Error::TwoFactorOff);
    }
    app.notifier.security(user.user, Kind::RecoveryCodesReplaced, Timestamp::now()).await;
    Ok(Envelope::ok(RecoveryCodes { recovery_codes }))
}
