//! Availability of user names and e-mail addresses, for form validation. Sign-up reports the same errors.

use actix_web::post;
use serde::{Deserialize, Serialize};
use store::{
    account::{self, Email, UserName, credentials},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(check_user_name).service(check_email);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UserNameQuestion {
    #[serde(rename = "userName", default)]
    #[schema(required)]
    user_name: Option<String>,
}

/// Check whether a user name is available
///
/// Unavailable: names of other accounts in any case, names that look like them, and names reserved for the operator or
/// the system.
#[utoipa::path(tag = "users", operation_id = "auth_check_user_name", request_body = UserNameQuestion, responses((status = 200, body = Confirmation)))]
#[post("/users/check-username/")]
async fn check_user_name(app: App, device: ClientInfo, form: Body<UserNameQuestion>) -> Result<Confirmation> {
    app.limits.check(RateLimitKey::Names(device.address), Timestamp::now())?;
    let typed = form.0.user_name.filter(|name| !name.trim().is_empty());
    let typed = typed.ok_or_else(|| Error::field("userName", "Invalid payload: userName is required"))?;
    let name: UserName = typed.parse().map_err(|says: &str| Error::field("userName", says))?;
    if name.is_reserved() || account::taken(&app.db, &name, None, Timestamp::now()).await?.user_name {
        return Err(Error::field("userName", "Username is not available"));
    }
    Ok(Confirmation::new("Username is available"))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailQuestion {
    #[serde(default)]
    #[schema(required, format = Email)]
    email: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct EmailAnswer {
    /// Always true: a taken address returns an error.
    available: bool,
}

/// Check whether an e-mail address is available
///
/// A network may check 100 addresses a day, free or not. Then `auth.email_checks` (429) says when to try again, and a
/// sign-up still checks its own address.
#[utoipa::path(tag = "users", operation_id = "auth_check_email", request_body = EmailQuestion, responses((status = 200, body = Envelope<EmailAnswer>)))]
#[post("/users/check-email/")]
async fn check_email(app: App, device: ClientInfo, form: Body<EmailQuestion>) -> Result<Envelope<EmailAnswer>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Names(device.address), now)?;
    let typed = form.0.email.filter(|email| !email.trim().is_empty());
    let typed = typed.ok_or_else(|| Error::field("email", "Invalid payload: email is required"))?;
    let email: Email = typed.parse().map_err(|says: &str| Error::field("email", says))?;
    app.attempts.take_email_check(device.address, now).await?;
    if credentials::email_taken(&app.db, &email, now).await? {
        return Err(Error::field("email", "This e-mail address has an account already."));
    }
    Ok(Envelope::ok(EmailAnswer { available: true }))
}
