//! Password reset: e-mail a code, exchange it for a reset token, set the password. Each realm finds only its own
//! accounts.
//!
//! Responses and their timing do not reveal whether an account exists. Codes for unknown addresses are stored like
//! others (see [`store::security::verification_code`]), and e-mails are sent outside the request.

use actix_web::post;
use serde::{Deserialize, Serialize};
use store::{
    account::{
        Email,
        credentials::{self, ChangeAuthorization},
    },
    notify::outbox::Channel,
    security::verification_code::{self, IssueResult, LINK_LENGTH, Purpose, VerifyResult},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use super::password_change::{changed, hash_unused, new_password};
use crate::{
    app_state::AppState,
    auth::login::Realm,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    notify::templates::Template,
    server::metrics,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(forgot_password).service(resend_code).service(verify_code).service(reset_password);
    api.service(forgot_professional_password).service(verify_professional_code).service(reset_professional_password);
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Forgot {
    #[schema(required, format = Email)]
    email: String,
}

/// Request a password reset code
///
/// E-mails a code of 4 digits if a consumer account has this address. Each code is valid for ten minutes; only the
/// newest two are accepted. Another code may be requested after a minute, at most five in an hour. Wrong codes are
/// counted per account and network: five at once and ten a day. Each network of a recent login has its own counter; all
/// other networks share one. Without attempts left, a link is sent instead.
#[utoipa::path(tag = "users", operation_id = "auth_request_reset", request_body = Forgot, responses((status = 200, body = Confirmation)))]
#[post("/users/forgot-password/")]
async fn forgot_password(app: App, device: ClientInfo, form: Body<Forgot>) -> Result<Confirmation> {
    send_code(&app, device, Realm::Consumers, form.0).await
}

/// Resend a password reset code
///
/// Same as the first request.
#[utoipa::path(tag = "users", operation_id = "auth_resend_reset", request_body = Forgot, responses((status = 200, body = Confirmation)))]
#[post("/users/resend-otp/")]
async fn resend_code(app: App, device: ClientInfo, form: Body<Forgot>) -> Result<Confirmation> {
    send_code(&app, device, Realm::Consumers, form.0).await
}

/// Request a password reset code for a business
///
/// Same as for consumers, in the realm of businesses. Call again to resend the code.
#[utoipa::path(tag = "business", operation_id = "business_request_reset", request_body = Forgot, responses((status = 200, body = Confirmation)))]
#[post("/userprofessional/forgot-password/")]
async fn forgot_professional_password(app: App, device: ClientInfo, form: Body<Forgot>) -> Result<Confirmation> {
    send_code(&app, device, Realm::Businesses, form.0).await
}

async fn send_code(app: &AppState, device: ClientInfo, realm: Realm, form: Forgot) -> Result<Confirmation> {
    let mut checks = FieldErrors::default();
    let email = checks.required::<Email>("email", &form.email);
    checks.finish()?;
    let email = email.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let found = credentials::find_by_email(&app.db, realm.kind(), &email).await?;
    let account = found.as_ref().map(|(id, ..)| *id);
    let source = app.attempts.source(account, device.address, now).await?;
    let to = email.key();
    let purpose = Purpose::Reset { realm: realm.kind(), email };
    let made = verification_code::issue(&app.db, &app.pepper, &purpose, account, source, now).await?;
    if let IssueResult::TooSoon(seconds) = made {
        return Err(Error::TooMany(seconds));
    }
    app.attempts.take_message(Channel::Mail, &to, source, now).await?;
    if let Some((_, email, language)) = found {
        let id = app.ids.next(now);
        app.outbox.send(match made {
            IssueResult::Link(token) => {
                let link = reset_link(app, realm, &email, &token)?;
                Template::ResetLink { link: &link }.render(id, &email, &language, now)
            }
            IssueResult::Code(code) => Template::Reset { code: &code }.render(id, &email, &language, now),
            IssueResult::TooSoon(seconds) => return Err(Error::TooMany(seconds)),
        })?;
    }
    Ok(Confirmation::new("If this address has an account, a code is on its way to it."))
}

/// Returns the URL of the page that exchanges the token. The token is in the fragment, which browsers send to no
/// server.
fn reset_link(app: &AppState, realm: Realm, email: &str, token: &str) -> Result<String> {
    let page = match realm {
        Realm::Consumers => "/forgot-password",
        Realm::Businesses => "/pro/forgot-password",
    };
    let place = serde_urlencoded::to_string([("email", email), ("token", token)]).map_err(Error::internal)?;
    Ok(format!("{}{page}#{place}", app.config.public_url()))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VerifyCode {
    #[schema(required, format = Email)]
    email: String,
    /// The 4 digits that were sent, or the token of the link.
    #[schema(required, pattern = "^([0-9]{4}|[0-9a-f]{32})$")]
    otp: String,
}

/// Reset token that a code was exchanged for.
#[derive(Serialize, ToSchema)]
pub struct Proven {
    /// Reset token for the next step, sent as `otp`. Valid once, within ten minutes.
    proof: String,
}

/// Exchange a password reset code for a reset token
///
/// A correct code is consumed.
#[utoipa::path(tag = "users", operation_id = "auth_verify_reset", request_body = VerifyCode, responses((status = 200, body = Envelope<Proven>)))]
#[post("/users/verify-otp/")]
async fn verify_code(app: App, device: ClientInfo, form: Body<VerifyCode>) -> Result<Envelope<Proven>> {
    check_code(&app, device, Realm::Consumers, form.0).await
}

/// Exchange a business's password reset code for a reset token
#[utoipa::path(tag = "business", operation_id = "business_verify_reset", request_body = VerifyCode, responses((status = 200, body = Envelope<Proven>)))]
#[post("/userprofessional/verify-otp/")]
async fn verify_professional_code(app: App, device: ClientInfo, form: Body<VerifyCode>) -> Result<Envelope<Proven>> {
    check_code(&app, device, Realm::Businesses, form.0).await
}

async fn check_code(app: &AppState, device: ClientInfo, realm: Realm, form: VerifyCode) -> Result<Envelope<Proven>> {
    let mut checks = FieldErrors::default();
    let email = checks.required::<Email>("email", &form.email);
    let is_token = form.otp.len() == LINK_LENGTH && form.otp.bytes().all(|b| b.is_ascii_hexdigit());
    let otp = if is_token { Some(form.otp) } else { digits(&mut checks, &form.otp, 4) };
    checks.finish()?;
    let (email, otp) = email.zip(otp).ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    let account = credentials::find_by_email(&app.db, realm.kind(), &email).await?.map(|(id, ..)| id);
    let source = app.attempts.source(account, device.address, now).await?;
    let purpose = Purpose::Reset { realm: realm.kind(), email };
    match verification_code::verify(&app.db, &app.pepper, &purpose, &otp, source, now).await? {
        VerifyResult::Valid(proof) => Ok(Envelope::ok(Proven { proof })),
        VerifyResult::Invalid => Err(Error::field("otp", "The code is wrong.")),
        VerifyResult::Expired => Err(Error::CodeExpired),
        VerifyResult::LinkOnly => {
            metrics::ALARMS.raise("reset_codes");
            Err(Error::LinkOnly)
        }
    }
}

/// Validates a code of exactly `count` digits.
pub fn digits(checks: &mut FieldErrors, text: &str, count: usize) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        checks.add("otp", "This is required.");
        None
    } else if text.len() == count && text.bytes().all(|b| b.is_ascii_digit()) {
        Some(text.to_owned())
    } else {
        checks.add("otp", format!("Enter the {count} digits of the code."));
        None
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reset {
    #[schema(required, format = Email)]
    email: String,
    /// Reset token that the code was exchanged for.
    #[schema(required)]
    otp: String,
    /// Same rules as at sign-up. Must differ from the last six passwords.
    #[schema(required, min_length = 8, max_length = 128)]
    new_password: String,
    #[schema(required)]
    confirm_password: String,
}

/// Set a new password
///
/// Signs out every device. The new password must differ from the current and the previous five.
#[utoipa::path(tag = "users", operation_id = "auth_reset_password", request_body = Reset, responses((status = 200, body = Confirmation)))]
#[post("/users/reset-password/")]
async fn reset_password(app: App, device: ClientInfo, form: Body<Reset>) -> Result<Confirmation> {
    set_new(&app, device, Realm::Consumers, form.0).await
}

/// Set a new password for a business
#[utoipa::path(tag = "business", operation_id = "business_reset_password", request_body = Reset, responses((status = 200, body = Confirmation)))]
#[post("/userprofessional/reset-password/")]
async fn reset_professional_password(app: App, device: ClientInfo, form: Body<Reset>) -> Result<Confirmation> {
    set_new(&app, device, Realm::Businesses, form.0).await
}

async fn set_new(app: &AppState, device: ClientInfo, realm: Realm, form: Reset) -> Result<Confirmation> {
    let mut checks = FieldErrors::default();
    let email = checks.required::<Email>("email", &form.email);
    if form.otp.trim().is_empty() {
        checks.add("otp", "This is required.");
    }
    let new = new_password(&mut checks, &form.new_password, &form.confirm_password);
    checks.finish()?;
    let email = email.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    let purpose = Purpose::Reset { realm: realm.kind(), email };
    let proof = form.otp.trim();
    let account = verification_code::reset_token_owner(&app.db, &app.pepper, &purpose, proof, now)
        .await?
        .ok_or(Error::CodeExpired)?;
    // A reused password does not consume the reset token, so that the user may choose another.
    let hash = hash_unused(app, account, new?).await?;
    let by = ChangeAuthorization::Code { pepper: &app.pepper, purpose: &purpose, proof };
    let ended = credentials::set_password(&app.db, account, &hash, by, now).await?.ok_or(Error::CodeExpired)?;
    changed(app, account, &ended, now).await?;
    Ok(Confirmation::new("Your password is changed. Sign in with the new one."))
}
