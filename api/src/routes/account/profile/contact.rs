//! Change of e-mail address and phone within a profile. Notifies the old address and verifies the new one.

use store::{
    account::{
        ProfileChange,
        address::FormerAddress,
        credentials::{self, Contact},
    },
    security::verification_code::Purpose,
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    routes::auth::contact_verification::{Change, send_code, write_phone_changed, write_to_former},
};

/// A new e-mail address or phone of the account.
pub struct NewContact {
    before: Contact,
    email: Option<Purpose>,
    phone: bool,
}

/// Returns the changes that require a password and verification. `None` if e-mail and phone stay the same.
pub async fn changed(app: &AppState, user: UserId, change: &ProfileChange) -> Result<Option<NewContact>> {
    if change.email.is_none() && change.phone.is_none() {
        return Ok(None);
    }
    let before = credentials::contact(&app.db, user).await?;
    let key = |email: &Option<String>| email.as_ref().map(|email| email.to_lowercase());
    let is_new =
        |new: &String| key(&before.email).as_ref() != Some(new) && key(&before.pending_email).as_ref() != Some(new);
    let email = change.email.clone().filter(|email| is_new(&email.key()));
    let email = email.map(|email| Purpose::VerifyEmail { account: user, email });
    let new_phone = change.phone.as_ref().map(|phone| phone.as_ref().map(|phone| phone.as_str().to_owned()));
    let phone = new_phone.is_some_and(|phone| phone != before.phone);
    Ok((email.is_some() || phone).then_some(NewContact { before, email, phone }))
}

/// Notifies the old address and sends a code to the new one.
pub async fn announce(
    app: &AppState,
    user: UserId,
    new: NewContact,
    former: Option<FormerAddress>,
    now: Timestamp,
) -> Result<()> {
    write_to_former(app, user, former, Change::Pending, now).await;
    if new.phone && new.before.phone.is_some() {
        write_phone_changed(app, user, &new.before, now).await;
    }
    let Some(purpose) = new.email else { return Ok(()) };
    match send_code(app, &purpose, user, &new.before.language, now).await {
        // The change is saved; the client may request another code later.
        Err(Error::TooMany(_)) => Ok(()),
        sent => sent,
    }
}
