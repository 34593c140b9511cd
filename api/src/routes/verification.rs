//! Proof that a mailbox or a phone is one's own: a code of six digits, sent there and typed here.

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{
        Email, Phone,
        change::{self, Contact},
    },
    code::{self, Checked, Made, Purpose},
    ids::UserId,
    time::Millis,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::recovery::digits;
use crate::{
    envelope::{Done, Envelope},
    error::{Checks, Error, Result},
    extract::{App, Body, Device, Registered},
    letters::Letter,
    limits::Key,
    state::State,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(send_verification).service(verify_contact).service(verification_status);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendCode {
    /// A new address or one's own. Not with `phone`.
    #[schema(format = Email)]
    email: Option<String>,
    /// A new number or one's own. Not with `email`.
    #[schema(example = "+33612345678")]
    phone: Option<String>,
}

/// Send a code to verify one's e-mail or phone
///
/// Six digits, good for ten minutes and five tries. Another may be asked for after a minute, five in an hour by each way.
#[utoipa::path(tag = "users", operation_id = "account_send_verification", request_body = SendCode, responses((status = 200, body = Done)), security(("bearer" = [])))]
#[post("/users/send-otp/")]
async fn send_verification(app: App, user: Registered, device: Device, form: Body<SendCode>) -> Result<Done> {
    let mut checks = Checks::default();
    let purpose = purpose(&mut checks, user.user, form.0.email.as_deref(), form.0.phone.as_deref());
    checks.done()?;
    let purpose = purpose.ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Millis::now();
    refuse_taken(&app, &purpose).await?;
    app.limits.take(Key::Codes(device.address), now)?;
    let code = match code::make(&app.db, &app.pepper, &purpose, Some(user.user), now).await? {
        Made::TooSoon(seconds) => return Err(Error::TooMany(seconds)),
        Made::Code(code) => code,
    };
    let language = change::contact(&app.db, user.user).await?.language;
    let id = app.ids.next(now);
    app.post.send(match &purpose {
        Purpose::VerifyPhone { phone, .. } => {
            Letter::VerifyPhone { code: &code }.write(id, phone.as_str(), &language, now)
        }
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => {
            Letter::VerifyEmail { code: &code }.write(id, email.as_str(), &language, now)
        }
    })?;
    Ok(Done::saying("A code is on its way."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyUserCode {
    /// Where the code was sent. Not with `phone`.
    #[schema(format = Email)]
    email: Option<String>,
    /// Where the code was sent. Not with `email`.
    phone: Option<String>,
    /// The 6 digits that were sent.
    #[serde(default)]
    #[schema(required, pattern = "^[0-9]{6}$")]
    otp: String,
}

/// What is proven of an account.
#[derive(Serialize, ToSchema)]
pub struct Verification {
    email: Option<String>,
    email_verified: bool,
    phone: Option<String>,
    phone_verified: bool,
    /// One of the two is.
    verified: bool,
}

impl From<Contact> for Verification {
    fn from(contact: Contact) -> Self {
        let Contact { email, email_verified, phone, phone_verified, .. } = contact;
        Self { email, email_verified, phone, phone_verified, verified: email_verified || phone_verified }
    }
}

/// Verify one's e-mail or phone
///
/// With the code that was sent there. It becomes the account's own, verified.
#[utoipa::path(tag = "users", operation_id = "account_verify_contact", request_body = VerifyUserCode, responses((status = 200, body = Envelope<Verification>)),
    security(("bearer" = [])))]
#[post("/users/verify-user-otp/")]
async fn verify_contact(
    app: App,
    user: Registered,
    device: Device,
    form: Body<VerifyUserCode>,
) -> Result<Envelope<Verification>> {
    let mut checks = Checks::default();
    let purpose = purpose(&mut checks, user.user, form.0.email.as_deref(), form.0.phone.as_deref());
    let otp = digits(&mut checks, &form.0.otp, 6);
    checks.done()?;
    let (purpose, otp) = purpose.zip(otp).ok_or_else(|| Error::internal("a checked field is missing"))?;

    let now = Millis::now();
    app.limits.take(Key::CodeTries(device.address), now)?;
    match code::check(&app.db, &app.pepper, &purpose, &otp, now).await? {
        Checked::Right(_) => {}
        Checked::Wrong => return Err(Error::field("otp", "The code is wrong.")),
        Checked::Spent => return Err(Error::CodeExpired),
    }
    let before = change::contact(&app.db, user.user).await?;
    let stored = match &purpose {
        Purpose::VerifyPhone { phone, .. } => change::verify_phone(&app.db, user.user, phone, now).await,
        Purpose::VerifyEmail { email, .. } | Purpose::Reset { email, .. } => {
            change::verify_email(&app.db, user.user, email, now).await
        }
    };
    match stored {
        Err(store::Error::Taken) => return Err(taken()),
        stored => stored?,
    }
    let after = change::contact(&app.db, user.user).await?;
    tell_old_address(&app, &before, &after, now);
    Ok(Envelope::ok(after.into()))
}

/// What is verified of one's account
#[utoipa::path(tag = "users", operation_id = "account_verification_status", responses((status = 200, body = Envelope<Verification>)), security(("bearer" = [])))]
#[get("/users/verification-status/")]
async fn verification_status(app: App, user: Registered) -> Result<Envelope<Verification>> {
    Ok(Envelope::ok(change::contact(&app.db, user.user).await?.into()))
}

/// Where a code is to go: to one of the two.
fn purpose(checks: &mut Checks, account: UserId, email: Option<&str>, phone: Option<&str>) -> Option<Purpose> {
    let given = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    match (given(email), given(phone)) {
        (true, true) => {
            checks.wrong("phone", "Choose e-mail or phone, not both.");
            None
        }
        (false, false) => {
            checks.wrong("email", "Enter an e-mail address or a phone number.");
            None
        }
        (true, false) => checks.optional::<Email>("email", email).map(|email| Purpose::VerifyEmail { account, email }),
        (false, true) => checks.optional::<Phone>("phone", phone).map(|phone| Purpose::VerifyPhone { account, phone }),
    }
}

async fn refuse_taken(app: &State, purpose: &Purpose) -> Result<()> {
    match purpose {
        Purpose::VerifyEmail { account, email } if change::email_of_another(&app.db, *account, email).await? => {
            Err(taken())
        }
        _ => Ok(()),
    }
}

fn taken() -> Error {
    Error::field("email", "This e-mail address has an account already.")
}

/// Whoever reads the mailbox that an account had learns that it has another one now.
fn tell_old_address(app: &State, before: &Contact, after: &Contact, now: Millis) {
    let folded = |contact: &Contact| contact.email.as_ref().map(|email| email.to_lowercase());
    if let Some(old) = &before.email
        && folded(before) != folded(after)
    {
        app.post.send_news(Letter::EmailChanged.write(app.ids.next(now), old, &before.language, now));
    }
}
