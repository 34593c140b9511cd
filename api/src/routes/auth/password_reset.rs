//! A forgotten password: a code by mail, the code for a proof, the proof for a new password. Two doors, one way: consumers
//! and businesses each are unknown at the other's.
//!
//! Every answer is the same whether or not there is such an account, and takes as long: the code of nobody is kept like
//! anybody's (see [`store::security::verification_code`]), and letters are written off the request.

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
use utoipa_actix_web::service_config::ServiceConfig;

use super::password_change::{changed, hash_unused, new_password};
use crate::{
    app_state::AppState,
    auth::login::Realm,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo},
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

/// Forgot one's password
///
/// Sends a code of 4 digits if a consumer's account has this address. It serves ten minutes; the newest two are valid.
/// Another may be asked for after a minute, five in an hour. Wrong codes are counted by account and network: five at once
/// and ten a day, for each network from which the account signed in lately and for all others together. Without any left, a
/// link is sent instead.
#[utoipa::path(tag = "users", operation_id = "auth_request_reset", request_body = Forgot, responses((status = 200, body = Confirmation)))]
#[post("/users/forgot-password/")]
async fn forgot_password(app: App, device: ClientInfo, form: Body<Forgot>) -> Result<Confirmation> {
    send_code(&app, device, Realm::Consumers, form.0).await
}

/// Ask for the code once more
///
/// As the first time.
#[utoipa::path(tag = "users", operation_id = "auth_resend_reset", request_body = Forgot, responses((status = 200, body = Confirmation)))]
#[post("/users/resend-otp/")]
async fn resend_code(app: App, device: ClientInfo, form: Body<Forgot>) -> Result<Confirmation> {
    send_code(&app, device, Realm::Consumers, form.0).await
}

/// Forgot a business's password
///
/// As for consumers, at the door of the businesses. The same call asks once more.
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

/// The page on which the token is exchanged. It stands behind the `#`, which browsers send to no server.
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

/// What a code was good for.
#[derive(Serialize, ToSchema)]
pub struct Proven {
    /// For the next step, as `otp`: once, within ten minutes.
    proof: String,
}

/// Check the code
///
/// A right one is taken for a proof and serves no more.
#[utoipa::path(tag = "users", operation_id = "auth_verify_reset", request_body = VerifyCode, responses((status = 200, body = Envelope<Proven>)))]
#[post("/users/verify-otp/")]
async fn verify_code(app: App, device: ClientInfo, form: Body<VerifyCode>) -> Result<Envelope<Proven>> {
    check_code(&app, device, Realm::Consumers, form.0).await
}

/// Check the code of a business
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

/// A code of exactly `count` digits.
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
    /// The proof that the code was taken for.
    #[schema(required)]
    otp: String,
    /// As at sign-up, and none of the last six.
    #[schema(required, min_length = 8, max_length = 128)]
    new_password: String,
    #[schema(required)]
    confirm_password: String,
}

/// Choose a new password
///
/// Signs every device out. The new one differs from the current and the five before it.
#[utoipa::path(tag = "users", operation_id = "auth_reset_password", request_body = Reset, responses((status = 200, body = Confirmation)))]
#[post("/users/reset-password/")]
async fn reset_password(app: App, device: ClientInfo, form: Body<Reset>) -> Result<Confirmation> {
    set_new(&app, device, Realm::Consumers, form.0).await
}

/// Choose a new password for a business
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
    // The proof outlives a password that was used before, so that another may be chosen.
    let hash = hash_unused(app, account, new?).await?;
    let by = ChangeAuthorization::Code { pepper: &app.pepper, purpose: &purpose, proof };
    let ended = credentials::set_password(&app.db, account, &hash, by, now).await?.ok_or(Error::CodeExpired)?;
    changed(app, account, &ended, now).await?;
    Ok(Confirmation::new("Your password is changed. Sign in with the new one."))
}
