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
        credentials::{self, Proof},
    },
    notify::outbox::Channel,
    security::verification_code::{self, Checked, LINK_LENGTH, Made, Purpose},
    types::timestamp::Millis,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::password_change::{changed, hash_unused, new_password};
use crate::{
    app_state::State,
    auth::login::Door,
    error::{Checks, Error, Result},
    http::{
        extract::{App, Body, Device},
        rate_limit::Key,
        response::{Done, Envelope},
    },
    notify::templates::Letter,
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
#[utoipa::path(tag = "users", operation_id = "auth_request_reset", request_body = Forgot, responses((status = 200, body = Done)))]
#[post("/users/forgot-password/")]
async fn forgot_password(app: App, device: Device, form: Body<Forgot>) -> Result<Done> {
    send_code(&app, device, Door::Consumers, form.0).await
}

/// Ask for the code once more
///
/// As the first time.
#[utoipa::path(tag = "users", operation_id = "auth_resend_reset", request_body = Forgot, responses((status = 200, body = Done)))]
#[post("/users/resend-otp/")]
async fn resend_code(app: App, device: Device, form: Body<Forgot>) -> Result<Done> {
    send_code(&app, device, Door::Consumers, form.0).await
}

/// Forgot a business's password
///
/// As for consumers, at the door of the businesses. The same call asks once more.
#[utoipa::path(tag = "business", operation_id = "business_request_reset", request_body = Forgot, responses((status = 200, body = Done)))]
#[post("/userprofessional/forgot-password/")]
async fn forgot_professional_password(app: App, device: Device, form: Body<Forgot>) -> Result<Done> {
    send_code(&app, device, Door::Businesses, form.0).await
}

async fn send_code(app: &State, device: Device, door: Door, form: Forgot) -> Result<Done> {
    let mut checks = Checks::default();
    let email = checks.required::<Email>("email", &form.email);
    checks.done()?;
    let email = email.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Millis::now();
    app.limits.take(Key::Codes(device.address), now)?;
    let found = credentials::find_at_door(&app.db, door.kind(), &email).await?;
    let account = found.as_ref().map(|(id, ..)| *id);
    let source = app.guesses.source(account, device.address, now).await?;
    let to = email.key();
    let purpose = Purpose::Reset { door: door.kind(), email };
    let made = verification_code::make(&app.db, &app.pepper, &purpose, account, source, now).await?;
    if let Made::TooSoon(seconds) = made {
        return Err(Error::TooMany(seconds));
    }
    app.guesses.take_message(Channel::Mail, &to, source, now).await?;
    if let Some((_, email, language)) = found {
        let id = app.ids.next(now);
        app.post.send(match made {
            Made::Link(token) => {
                let link = reset_link(app, door, &email, &token)?;
                Letter::ResetLink { link: &link }.write(id, &email, &language, now)
            }
            Made::Code(code) => Letter::Reset { code: &code }.write(id, &email, &language, now),
            Made::TooSoon(seconds) => return Err(Error::TooMany(seconds)),
        })?;
    }
    Ok(Done::saying("If this address has an account, a code is on its way to it."))
}

/// The page on which the token is exchanged. It stands behind the `#`, which browsers send to no server.
fn reset_link(app: &State, door: Door, email: &str, token: &str) -> Result<String> {
    let page = match door {
        Door::Consumers => "/forgot-password",
        Door::Businesses => "/pro/forgot-password",
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
async fn verify_code(app: App, device: Device, form: Body<VerifyCode>) -> Result<Envelope<Proven>> {
    check_code(&app, device, Door::Consumers, form.0).await
}

/// Check the code of a business
#[utoipa::path(tag = "business", operation_id = "business_verify_reset", request_body = VerifyCode, responses((status = 200, body = Envelope<Proven>)))]
#[post("/userprofessional/verify-otp/")]
async fn verify_professional_code(app: App, device: Device, form: Body<VerifyCode>) -> Result<Envelope<Proven>> {
    check_code(&app, device, Door::Businesses, form.0).await
}

async fn check_code(app: &State, device: Device, door: Door, form: VerifyCode) -> Result<Envelope<Proven>> {
    let mut checks = Checks::default();
    let email = checks.required::<Email>("email", &form.email);
    let is_token = form.otp.len() == LINK_LENGTH && form.otp.bytes().all(|b| b.is_ascii_hexdigit());
    let otp = if is_token { Some(form.otp) } else { digits(&mut checks, &form.otp, 4) };
    checks.done()?;
    let (email, otp) = email.zip(otp).ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Millis::now();
    app.limits.take(Key::CodeTries(device.address), now)?;
    let account = credentials::find_at_door(&app.db, door.kind(), &email).await?.map(|(id, ..)| id);
    let source = app.guesses.source(account, device.address, now).await?;
    let purpose = Purpose::Reset { door: door.kind(), email };
    match verification_code::check(&app.db, &app.pepper, &purpose, &otp, source, now).await? {
        Checked::Right(proof) => Ok(Envelope::ok(Proven { proof })),
        Checked::Wrong => Err(Error::field("otp", "The code is wrong.")),
        Checked::Spent => Err(Error::CodeExpired),
        Checked::LinkOnly => {
            metrics::ALARMS.raise("reset_codes");
            Err(Error::LinkOnly)
        }
    }
}

/// A code of exactly `count` digits.
pub fn digits(checks: &mut Checks, text: &str, count: usize) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        checks.wrong("otp", "This is required.");
        None
    } else if text.len() == count && text.bytes().all(|b| b.is_ascii_digit()) {
        Some(text.to_owned())
    } else {
        checks.wrong("otp", format!("Enter the {count} digits of the code."));
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
#[utoipa::path(tag = "users", operation_id = "auth_reset_password", request_body = Reset, responses((status = 200, body = Done)))]
#[post("/users/reset-password/")]
async fn reset_password(app: App, device: Device, form: Body<Reset>) -> Result<Done> {
    set_new(&app, device, Door::Consumers, form.0).await
}

/// Choose a new password for a business
#[utoipa::path(tag = "business", operation_id = "business_reset_password", request_body = Reset, responses((status = 200, body = Done)))]
#[post("/userprofessional/reset-password/")]
async fn reset_professional_password(app: App, device: Device, form: Body<Reset>) -> Result<Done> {
    set_new(&app, device, Door::Businesses, form.0).await
}

async fn set_new(app: &State, device: Device, door: Door, form: Reset) -> Result<Done> {
    let mut checks = Checks::default();
    let email = checks.required::<Email>("email", &form.email);
    if form.otp.trim().is_empty() {
        checks.wrong("otp", "This is required.");
    }
    let new = new_password(&mut checks, &form.new_password, &form.confirm_password);
    checks.done()?;
    let email = email.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Millis::now();
    app.limits.take(Key::CodeTries(device.address), now)?;
    let purpose = Purpose::Reset { door: door.kind(), email };
    let proof = form.otp.trim();
    let account =
        verification_code::proven(&app.db, &app.pepper, &purpose, proof, now).await?.ok_or(Error::CodeExpired)?;
    // The proof outlives a password that was used before, so that another may be chosen.
    let hash = hash_unused(app, account, new?).await?;
    let by = Proof::Code { pepper: &app.pepper, purpose: &purpose, proof };
    let ended = credentials::set_password(&app.db, account, &hash, by, now).await?.ok_or(Error::CodeExpired)?;
    changed(app, account, &ended, now).await?;
    Ok(Done::saying("Your password is changed. Sign in with the new one."))
}
