//! Password change, and the password rules shared with password reset.

use actix_web::put;
use serde::Deserialize;
use store::{
    account::{
        Password,
        credentials::{self, ChangeAuthorization},
    },
    notification::Kind,
    security::password,
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    auth::login,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, Registered},
        openapi::ServiceConfig,
        response::Confirmation,
    },
    notify::templates::Template,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(update_password);
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UpdatePassword {
    #[schema(required)]
    old_password: String,
    /// Same rules as at sign-up. Must differ from the last six passwords.
    #[schema(required, min_length = 8, max_length = 128)]
    new_password: String,
    #[schema(required)]
    confirm_password: String,
}

/// Change your password
///
/// Signs out every other device. The new password must differ from the current and the previous five.
#[utoipa::path(tag = "users", operation_id = "account_update_password", request_body = UpdatePassword, responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[put("/users/update-password/")]
async fn update_password(
    app: App,
    user: Registered,
    device: ClientInfo,
    form: Body<UpdatePassword>,
) -> Result<Confirmation> {
    let (form, now) = (form.0, Timestamp::now());
    let mut checks = FieldErrors::default();
    if form.old_password.is_empty() {
        checks.add("old_password", "This is required.");
    }
    let new = new_password(&mut checks, &form.new_password, &form.confirm_password);
    checks.finish()?;

    let old_hash = login::current_password(&app, user.user, &device, "old_password", form.old_password).await?;
    let new_hash = hash_unused(&app, user.user, new?).await?;
    let proof = ChangeAuthorization::Password { hash: &old_hash, session: user.session };
    let ended = credentials::set_password(&app.db, user.user, &new_hash, proof, now).await?;
    // The password was changed concurrently.
    let ended = ended.ok_or_else(|| Error::field("old_password", login::WRONG_PASSWORD))?;
    changed(&app, user.user, &ended, now).await?;
    Ok(Confirmation::new("Your password is changed. Your other devices are signed out."))
}

/// Validates a new password and its repetition. Adds errors to `checks`, which reports them with those of other fields.
pub fn new_password(checks: &mut FieldErrors, new: &str, repeated: &str) -> Result<Password> {
    let new = checks.required::<Password>("new_password", new);
    if new.as_ref().is_some_and(|new| !new.is(repeated)) {
        checks.add("confirm_password", "The two passwords differ.");
    }
    new.ok_or_else(|| Error::internal("a checked field is missing"))
}

/// Hashes a new password. Rejects a recently used one.
pub async fn hash_unused(app: &AppState, account: UserId, new: Password) -> Result<String> {
    let used = credentials::password_history(&app.db, account).await?;
    let hashed = app.password_pool.run(move || {
        let is_used = password::is_one_of(&used, &new)?;
        if is_used { Ok(None) } else { password::hash(&new).map(Some) }
    });
    hashed.await??.ok_or_else(|| Error::field("new_password", "Choose a password that you have not used before."))
}

/// Revokes the ended sessions and notifies the account's owner, who may not have made the change.
pub async fn changed(app: &AppState, account: UserId, ended: &[SessionId], now: Timestamp) -> Result<()> {
    for session in ended {
        app.tokens.revoke(*session, now);
        app.hub.disconnect_session(*session);
    }
    app.notifier.security(account, Kind::PasswordChanged, now).await;
    let contact = credentials::contact(&app.db, account).await?;
    if let Some(email) = contact.email {
        app.outbox.send_best_effort(Template::PasswordChanged.render(
            app.ids.next(now),
            &email,
            &contact.language,
            now,
        ));
    }
    Ok(())
}
