//! Verification of an e-mail address or a phone by a six-digit code.

use std::net::IpAddr;

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{
        AccountKind, Email, NewAccount, Phone,
        address::{self, FormerAddress},
        credentials::{self, Contact},
    },
    notification::Kind,
    notify::outbox::Channel,
    security::{
        known_network::Source,
        verification_code::{self, IssueResult, Purpose, VerifyResult},
    },
    types::{ids::UserId, language::Language, timestamp::Timestamp},
};
use utoipa::ToSchema;

use super::password_reset::digits;
use crate::{
    app_state::AppState,
    auth::login::{self, ChangeAuthorization},
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    notify::templates::Template,
    server::metrics,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(send_verification).service(verify_contact).service(verification_status).service(restore_address);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendCode {
    /// A new address or the account's own. Excludes `phone`.
    #[schema(format = Email)]
    email: Option<String>,
    /// A new number or the account's own. Excludes `email`.
    #[schema(example = "+33612345678")]
    phone: Option<String>,
    /// Password of the account. Required for a new address or number. An account without a password must have signed in
    /// within the last five minutes.
    password: Option<String>,
    /// Code of the authenticator app, instead of the password.
    code: Option<String>,
    /// Recovery code, instead of `code`, if the app is lost.
    recovery_code: Option<String>,
}

/// Request a code to verify an e-mail address or phone
///
/// A new e-mail address stays pending until the code is entered, then replaces the current one. The current address
/// receives a link that keeps it.
///
/// The code has six digits, is valid for ten minutes and allows five attempts. Another code may be requested after a
/// minute, at most five in an hour by each channel.
#[utoipa::path(tag = "users", operation_id = "account_send_verification", request_body = SendCode, responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[post("/users/send-otp/")]
async fn send_verification(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<SendCode>,
) -> Result<Confirmation> {
    let mut checks = FieldErrors::default();
    let purpose = purpose(&mut checks, user.user, form.0.email.as_deref(), form.0.phone.as_deref());
    checks.finish()?;
    let purpose = purpose.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Timestamp::now();
    refuse_taken(&app, &purpose).await?;
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let contact = credentials::contact(&app.db, user.user).await?;
    if !is_own(&contact, &purpose) {
        let SendCode { password, code, recovery_code, .. } = form.0;
        login::prove(&app, &user, &device, ChangeAuthorization { password, code, recovery_code }).await?;
        app.attempts.take_contact_change(user.user, now).await?;
        if let Purpose::VerifyEmail { email, .. } = &purpose {
            let former = address::request(&app.db, user.user, email, now).await.map_err(or_taken)?;
            write_to_former(&app, user.user, former, Change::Pending, now).await;
        }
    }
    send_code(&app, &purpose, user.user, &contact.language, now).await?;
    Ok(Confirmation::new("A code is on its way."))
}

/// Sends a code for a purpose of this account.
pub async fn send_code(app: &AppState, purpose: &Purpose, user: UserId, language: &str, now: Timestamp) -> Result<()> {
    let (channel, to) = match purpose {
        Purpose::VerifyPhone { phone, .. } => (Channel::Sms, phone.as_str().to_owned()),
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => (Channel::Mail, email.key()),
    };
    let source = Source::Elsewhere;
    let code = match verification_code::issue(&app.db, &app.pepper, purpose, Some(user), source, now).await? {
        IssueResult::TooSoon(seconds) => return Err(Error::TooMany(seconds)),
        IssueResult::Code(code) | IssueResult::Link(code) => code,
    };
    app.attempts.take_message(channel, &to, source, now).await?;
    let id = app.ids.next(now);
    app.outbox.send(match purpose {
        Purpose::VerifyPhone { phone, .. } => {
            Template::VerifyPhone { code: &code }.render(id, phone.as_str(), language, now)
        }
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => {
            Template::VerifyEmail { code: &code }.render(id, email.as_str(), language, now)
        }
    })
}

/// Mails the code that verifies the address of a new account. The sign-up stands if no code can be sent: the owner may
/// request one later.
pub async fn send_first_code(app: &AppState, new: &NewAccount, address: IpAddr, now: Timestamp) {
    let Some(email) = &new.email else { return };
    if app.limits.check(RateLimitKey::SignUpCodes(address), now).is_err() {
        return;
    }
    let purpose = Purpose::VerifyEmail { account: new.id, email: email.clone() };
    let language = new.language.unwrap_or(Language::FALLBACK).code();
    let sent = async {
        send_code(app, &purpose, new.id, language, now).await?;
        verification_code::waive_interval(&app.db, &purpose).await?;
        Ok(())
    };
    match sent.await {
        Ok(()) | Err(Error::TooMany(_)) => {}
        Err(cause) => tracing::warn!(%cause, "the code of a sign-up could not be sent"),
    }
}

/// Returns true if the address or number is the account's own or pending. A pending one was authorized before.
fn is_own(contact: &Contact, purpose: &Purpose) -> bool {
    match purpose {
        Purpose::VerifyPhone { phone, .. } => contact.phone.as_deref() == Some(phone.as_str()),
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => {
            let mut known = contact.email.iter().chain(&contact.pending_email);
            known.any(|known| known.to_lowercase() == email.key())
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyUserCode {
    /// Address that received the code. Excludes `phone`.
    #[schema(format = Email)]
    email: Option<String>,
    /// Number that received the code. Excludes `email`.
    phone: Option<String>,
    /// The 6 digits that were sent.
    #[serde(default)]
    #[schema(required, pattern = "^[0-9]{6}$")]
    otp: String,
}

/// Verification state of an account's e-mail address and phone.
#[derive(Serialize, ToSchema)]
pub struct Verification {
    email: Option<String>,
    email_verified: bool,
    /// Address that replaces `email` once verified.
    pending_email: Option<String>,
    phone: Option<String>,
    phone_verified: bool,
    /// True if the e-mail address or the phone is verified.
    verified: bool,
}

impl From<Contact> for Verification {
    fn from(contact: Contact) -> Self {
        let Contact { email, email_verified, pending_email, phone, phone_verified, .. } = contact;
        Self { email, email_verified, pending_email, phone, phone_verified, verified: email_verified || phone_verified }
    }
}

/// Verify an e-mail address or phone
///
/// Requires the code that was sent there. A new address or number becomes the account's own, verified.
#[utoipa::path(tag = "users", operation_id = "account_verify_contact", request_body = VerifyUserCode, responses((status = 200, body = Envelope<Verification>)),
    security(("bearer" = [])))]
#[post("/users/verify-user-otp/")]
async fn verify_contact(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<VerifyUserCode>,
) -> Result<Envelope<Verification>> {
    let mut checks = FieldErrors::default();
    let purpose = purpose(&mut checks, user.user, form.0.email.as_deref(), form.0.phone.as_deref());
    let otp = digits(&mut checks, &form.0.otp, 6);
    checks.finish()?;
    let (purpose, otp) = purpose.zip(otp).ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    match verification_code::verify(&app.db, &app.pepper, &purpose, &otp, Source::Elsewhere, now).await? {
        VerifyResult::Valid(_) => {}
        VerifyResult::Invalid => return Err(Error::field("otp", "The code is wrong.")),
        VerifyResult::Expired | VerifyResult::LinkOnly => return Err(Error::CodeExpired),
    }
    let before = credentials::contact(&app.db, user.user).await?;
    match &purpose {
        Purpose::VerifyPhone { phone, .. } => {
            credentials::verify_phone(&app.db, user.user, phone, now).await?;
            if before.phone.as_deref() != Some(phone.as_str()) {
                write_phone_changed(&app, user.user, &before, now).await;
            }
        }
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => {
            let former = address::verify(&app.db, user.user, email, now).await.map_err(or_taken)?;
            write_to_former(&app, user.user, former, Change::Done, now).await;
        }
    }
    Ok(Envelope::ok(credentials::contact(&app.db, user.user).await?.into()))
}

/// Get the verification state of your e-mail and phone
#[utoipa::path(tag = "users", operation_id = "account_verification_status", responses((status = 200, body = Envelope<Verification>)), security(("bearer" = [])))]
#[get("/users/verification-status/")]
async fn verification_status(app: App, user: Registered) -> Result<Envelope<Verification>> {
    Ok(Envelope::ok(credentials::contact(&app.db, user.user).await?.into()))
}

/// Parses the target of a code: either an e-mail address or a phone.
fn purpose(checks: &mut FieldErrors, account: UserId, email: Option<&str>, phone: Option<&str>) -> Option<Purpose> {
    let given = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    match (given(email), given(phone)) {
        (true, true) => {
            checks.add("phone", "Choose e-mail or phone, not both.");
            None
        }
        (false, false) => {
            checks.add("email", "Enter an e-mail address or a phone number.");
            None
        }
        (true, false) => checks.optional::<Email>("email", email).map(|email| Purpose::VerifyEmail { account, email }),
        (false, true) => checks.optional::<Phone>("phone", phone).map(|phone| Purpose::VerifyPhone { account, phone }),
    }
}

async fn refuse_taken(app: &AppState, purpose: &Purpose) -> Result<()> {
    match purpose {
        Purpose::VerifyEmail { account, email } if credentials::email_of_another(&app.db, *account, email).await? => {
            Err(taken())
        }
        _ => Ok(()),
    }
}

fn taken() -> Error {
    Error::field("email", "This e-mail address has an account already.")
}

fn or_taken(cause: store::Error) -> Error {
    match cause {
        store::Error::Taken => taken(),
        cause => cause.into(),
    }
}

/// Stage of a change of address.
#[derive(Clone, Copy)]
pub enum Change {
    Pending,
    Done,
}

/// Sends the link that restores the address to the former or current address, and notifies the account.
pub async fn write_to_former(
    app: &AppState,
    user: UserId,
    former: Option<FormerAddress>,
    change: Change,
    now: Timestamp,
) {
    let Some(former) = former else { return };
    let link = format!("{}/restore-address#token={}", app.config.public_url(), former.token);
    let (letter, kind) = match change {
        Change::Pending => (Template::EmailPending { link: &link }, Kind::EmailPending),
        Change::Done => (Template::EmailChanged { link: &link }, Kind::EmailChanged),
    };
    app.notifier.security(user, kind, now).await;
    app.outbox.send_best_effort(letter.render(app.ids.next(now), &former.email, &former.language, now));
}

/// Notifies the account's owner, who may not have changed the number.
pub async fn write_phone_changed(app: &AppState, user: UserId, contact: &Contact, now: Timestamp) {
    app.notifier.security(user, Kind::PhoneChanged, now).await;
    if let Some(email) = &contact.email {
        app.outbox.send_best_effort(Template::PhoneChanged.render(app.ids.next(now), email, &contact.language, now));
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreAddress {
    /// Token of the link in the e-mail to the former address.
    token: String,
}

/// Restored address.
#[derive(Serialize, ToSchema)]
pub struct RestoredAddress {
    email: String,
    /// True if the account signs in as a business.
    business: bool,
}

/// Restore a former e-mail address
///
/// Possible for seven days after an address was replaced or a replacement was requested. Requires the token e-mailed to
/// that address. Signs out every device and invalidates the password. A reset code sent to the restored address sets a
/// new one.
#[utoipa::path(
    tag = "users", operation_id = "account_restore_address", request_body = RestoreAddress, responses((status = 200, body = Envelope<RestoredAddress>))
)]
#[post("/users/restore-address/")]
async fn restore_address(
    app: App,
    device: ClientInfo,
    form: Body<RestoreAddress>,
) -> Result<Envelope<RestoredAddress>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    let restored = address::restore(&app.db, form.0.token.trim(), now).await?.ok_or(Error::CodeExpired)?;
    metrics::ALARMS.raise("restored_addresses");
    for session in restored.sessions {
        login::end_session(&app, session, false).await?;
    }
    let business = restored.kind == AccountKind::Professional;
    Ok(Envelope::ok(RestoredAddress { email: restored.email, business }))
}
