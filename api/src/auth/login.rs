//! Login steps shared by both realms. A successful login creates a session and its tokens. The handlers of each realm
//! shape the response.

use hub::Principal;
use serde::Serialize;
use store::{
    account::{self, AccountKind, Credentials, Password, Profile, credentials},
    guest_merge, notification,
    security::{
        one_time_token::{self, Kind},
        password,
        session::{self, NewSession, RefreshToken},
        two_factor,
    },
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    auth::{
        failed_attempts::AttemptKey,
        second_factor::{self, CHALLENGE_LIFETIME, Challenge},
    },
    error::{Error, Result},
    http::{extract::ClientInfo, rate_limit::RateLimitKey},
    integrations::oidc::GuestSession,
};

/// Idle lifetime of a session.
const SESSION_LIFETIME: i64 = Timestamp::DAY;
/// Idle lifetime of a remembered session, and of a guest's, who has no other way to sign in again.
pub const REMEMBERED_LIFETIME: i64 = 30 * Timestamp::DAY;

/// Age up to which a sign-in replaces the password of an account that has none.
const RECENT: i64 = 5 * Timestamp::MINUTE;

/// Field error for a wrong current password.
pub const WRONG_PASSWORD: &str = "The password is wrong.";

/// Login realm. Consumers and businesses sign in separately; an account does not exist in the other realm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realm {
    Consumers,
    Businesses,
}

impl Realm {
    /// Returns the kind of account that signs in here.
    pub fn kind(self) -> AccountKind {
        match self {
            Self::Consumers => AccountKind::Regular,
            Self::Businesses => AccountKind::Professional,
        }
    }

    fn is_for(self, kind: AccountKind) -> bool {
        kind == self.kind()
    }
}

/// Submitted login form.
pub struct LoginInput {
    /// E-mail or user name.
    pub login: String,
    pub password: String,
    pub remember: bool,
    /// Refresh token of the guest whose data goes to the account.
    pub guest_token: Option<String>,
}

/// Result of a login.
pub enum LoginOutcome {
    LoggedIn(Box<LoginSession>),
    /// The second factor is required, with this challenge.
    SecondFactor(String),
}

/// New session and its account.
pub struct LoginSession {
    pub tokens: TokenPair,
    pub user: Profile,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// Bearer token for `Authorization`, valid for 15 minutes.
    pub access_token: String,
    /// Token for a single refresh.
    pub refresh_token: String,
}

/// Signs in by password. Error and response time are the same for an unknown account, an account of the other realm and
/// a wrong password.
pub async fn with_password(
    app: &AppState,
    device: ClientInfo,
    realm: Realm,
    typed: LoginInput,
) -> Result<LoginOutcome> {
    let now = Timestamp::now();
    let guess = AttemptKey::Login(typed.login.trim().to_lowercase());
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let found = account::find_by_login(&app.db, &typed.login).await?.filter(|found| realm.is_for(found.kind));
    let source = app.attempts.source(found.as_ref().map(|found| found.id), device.address, now).await?;
    app.attempts.acquire(&guess, source, now).await?;
    let account = verify_credentials(app, found, typed.password).await?.ok_or(Error::InvalidCredentials)?;
    app.attempts.refund(&guess, source).await?;
    let guest = match &typed.guest_token {
        Some(token) => session::guest_of(&app.db, token, now).await?,
        None => None,
    };
    let guest = guest.map(|(user, session)| GuestSession { user, session });
    complete_login(app, account.id, account.kind, device, typed.remember, guest, now).await
}

/// Creates a session for an authenticated user, who gets the data of `guest`. If the account has a second factor, returns
/// a challenge instead.
pub async fn complete_login(
    app: &AppState,
    user: UserId,
    kind: AccountKind,
    device: ClientInfo,
    remember: bool,
    guest: Option<GuestSession>,
    now: Timestamp,
) -> Result<LoginOutcome> {
    if two_factor::is_on(&app.db, user).await? {
        let challenge = Challenge { user, kind, remember, guest };
        let key = one_time_token::issue(&app.db, Kind::Challenge, &challenge, now.plus(CHALLENGE_LIFETIME)).await?;
        return Ok(LoginOutcome::SecondFactor(key));
    }
    take_guest(app, guest, user, now).await?;
    Ok(LoginOutcome::LoggedIn(Box::new(create_session(app, user, kind, device, remember, now).await?)))
}

/// Moves the data of a guest to the account that signs in, and ends the guest's session.
pub async fn take_guest(app: &AppState, guest: Option<GuestSession>, into: UserId, now: Timestamp) -> Result<()> {
    let Some(guest) = guest else { return Ok(()) };
    guest_merge::merge(&app.db, guest.user, into, now).await?;
    end_session(app, guest.session, true).await
}

/// Secrets with which a signed-in user reauthenticates.
#[derive(Default)]
pub struct ChangeAuthorization {
    pub password: Option<String>,
    /// Code of the authenticator app.
    pub code: Option<String>,
    /// Recovery code, instead of `code` when the app is lost.
    pub recovery_code: Option<String>,
}

impl ChangeAuthorization {
    pub fn password(password: Option<String>) -> Self {
        Self { password, ..Self::default() }
    }
}

/// Requires the password or the second factor. An account that has neither needs a sign-in within [`RECENT`].
pub async fn prove(app: &AppState, user: &Principal, device: &ClientInfo, proof: ChangeAuthorization) -> Result<()> {
    let ChangeAuthorization { password, code, recovery_code } = proof;
    let given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    if (given(&code) || given(&recovery_code)) && two_factor::is_on(&app.db, user.user).await? {
        let typed = second_factor::SecondFactorInput::one_of(code.filter(|code| !code.is_empty()), recovery_code)?;
        return second_factor::verify(app, user.user, device, &typed, Timestamp::now()).await;
    }
    if credentials::password_hash(&app.db, user.user).await?.is_none() {
        return require_recent(app, user).await;
    }
    let password = password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Error::field("password", "Enter your password to change this."))?;
    reauthenticate(app, user.user, device, password).await
}

/// Requires that this session signed in within [`RECENT`].
pub async fn require_recent(app: &AppState, user: &Principal) -> Result<()> {
    let at = session::signed_in_at(&app.db, user.user, user.session).await?;
    match at {
        Some(at) if Timestamp::now().0 - at.0 < RECENT => Ok(()),
        _ => Err(Error::SignInAgain),
    }
}

/// Requires the current password of a signed-in user.
pub async fn reauthenticate(app: &AppState, user: UserId, device: &ClientInfo, typed: String) -> Result<()> {
    current_password(app, user, device, "password", typed).await.map(drop)
}

/// Verifies the current password of a signed-in user and returns its hash. Errors name `field`.
pub async fn current_password(
    app: &AppState,
    user: UserId,
    device: &ClientInfo,
    field: &str,
    typed: String,
) -> Result<String> {
    let (guess, now) = (AttemptKey::ChangeAuthorization(user), Timestamp::now());
    let source = app.attempts.source(Some(user), device.address, now).await?;
    let Some(hash) = credentials::password_hash(&app.db, user).await? else {
        let says = "This account has no password yet. Set one by way of a forgotten password.";
        return Err(Error::field(field, says));
    };
    app.attempts.acquire(&guess, source, now).await?;
    let expected = hash.clone();
    if !app.password_pool.run(move || password::verify(&expected, &typed)).await?? {
        return Err(Error::field(field, WRONG_PASSWORD));
    }
    app.attempts.refund(&guess, source).await?;
    Ok(hash)
}

/// Returns the account if the password is correct.
pub async fn verify_credentials(
    app: &AppState,
    found: Option<Credentials>,
    typed: String,
) -> Result<Option<Credentials>> {
    app.password_pool
        .run(move || match found.as_ref().and_then(|account| account.password_hash.as_deref()) {
            Some(hash) => Ok(password::verify(hash, &typed)?.then_some(found).flatten()),
            None => {
                password::verify_nobody(&typed);
                Ok(None)
            }
        })
        .await?
}

/// Hashes a new password for storage.
pub async fn hash_password(app: &AppState, new: Password) -> Result<String> {
    Ok(app.password_pool.run(move || password::hash(&new)).await??)
}

/// Creates a session for an authenticated user.
pub async fn create_session(
    app: &AppState,
    user: UserId,
    kind: AccountKind,
    device: ClientInfo,
    remember: bool,
    now: Timestamp,
) -> Result<LoginSession> {
    let new = NewSession {
        id: SessionId(app.ids.next(now)),
        account: user,
        user_agent: device.user_agent,
        address: device.address.to_string(),
        now,
        lifetime: if remember { REMEMBERED_LIFETIME } else { SESSION_LIFETIME },
    };
    let is_new_device = session::is_new_device(&app.db, user, &new.user_agent).await?;
    let renewal = session::create(&app.db, &new).await?;
    if is_new_device {
        app.notifier.security(user, notification::Kind::NewSignIn, now).await;
    }
    for surplus in session::end_surplus(&app.db, user, now).await? {
        end_session(app, surplus, false).await?;
    }
    Ok(LoginSession {
        tokens: tokens(app, user, new.id, kind, &renewal, now)?,
        user: account::profile(&app.db, user).await?,
    })
}

/// Returns the access and refresh tokens of a session.
pub fn tokens(
    app: &AppState,
    user: UserId,
    session: SessionId,
    kind: AccountKind,
    renewal: &RefreshToken,
    now: Timestamp,
) -> Result<TokenPair> {
    let access_token = app.tokens.access(user, session, kind, now).map_err(Error::internal)?;
    Ok(TokenPair { access_token, refresh_token: renewal.as_str().to_owned() })
}

/// Ends a session: revokes its tokens and closes its sockets. `stored`: also ends its database row.
pub async fn end_session(app: &AppState, id: SessionId, stored: bool) -> Result<()> {
    let now = Timestamp::now();
    if stored {
        session::revoke(&app.db, id, now).await?;
    }
    app.tokens.revoke(id, now);
    app.hub.disconnect_session(id);
    Ok(())
}
