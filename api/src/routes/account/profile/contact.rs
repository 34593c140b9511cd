//! Change of the e-mail address and the phone within a profile: told to the old address, and the new address proven.

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

/// An e-mail address or a phone that is not the account's own yet.
pub struct NewContact {
    before: Contact,
    email: Option<Purpose>,
    phone: bool,
}

/// What of a change asks for a proof. `None` when it leaves e-mail and phone as they are.
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

/// Writes to the old address, and sends a code to the new one.
pub async fn announce(
    app: &AppState,
    user: UserId,
    new: NewContact,
    former: Option<FormerAddress>,
    now: Timestamp,
) -> Result<()> {
    write_to_former(app, former, Change::Pending, now);
    if new.phone && new.before.phone.is_some() {
        write_phone_changed(app, &new.before, now);
    }
    let Some(purpose) = new.email else { return Ok(()) };
    match send_code(app, &purpose, user, &new.before.language, now).await {
        // The change is made; another code may be asked for later.
        Err(Error::TooMany(_)) => Ok(()),
        sent => sent,
    }
}
