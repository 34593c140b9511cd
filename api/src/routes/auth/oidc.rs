//! Sign-in with a social provider.

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{AccountKind, Name, NewAccount, UserName},
    security::federated_identity::{self, Identity},
    types::{ids::UserId, timestamp::Timestamp},
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::SignInAnswer;
use crate::{
    auth::login::{self, LoginOutcome},
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo, OptionalAuth, Origin},
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    integrations::oidc::{Callback, GuestSession, OidcError, token::Claims},
};

/// The page of the web app that a provider sends browsers back to.
const LANDING: &str = "/login/social";

pub fn routes(api: &mut ServiceConfig) {
    api.service(social_providers).service(start_social).service(finish_social);
}

#[derive(Serialize, ToSchema)]
pub struct SocialProvider {
    #[schema(example = "acme")]
    id: String,
    /// For the button.
    name: String,
}

/// The social providers to sign in with
#[utoipa::path(tag = "users", operation_id = "auth_list_providers", responses((status = 200, body = Envelope<Vec<SocialProvider>>)))]
#[get("/users/social/providers/")]
async fn social_providers(app: App) -> Envelope<Vec<SocialProvider>> {
    let all = app.social.providers();
    Envelope::ok(all.map(|one| SocialProvider { id: one.id.clone(), name: one.name.clone() }).collect())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSocial {
    provider: String,
}

#[derive(Serialize, ToSchema)]
pub struct SocialTrip {
    /// Comes back from the provider; has to be this one.
    state: String,
    /// Kept by the browser until it is back.
    nonce: String,
    /// Where the browser goes now.
    authorize_url: String,
}

/// Begin to sign in with a social provider
///
/// The provider sends the browser back to `/login/social` of the site that asked, with `code` and `state`. Ten minutes are
/// given for it. A guest who brings its bearer becomes the account that is made at the end, and keeps what it has.
#[utoipa::path(
    tag = "users", operation_id = "auth_start_social", request_body = StartSocial, responses((status = 200, body = Envelope<SocialTrip>)),
    security((), ("bearer" = []))
)]
#[post("/users/social/start/")]
async fn start_social(
    app: App,
    device: ClientInfo,
    origin: Origin,
    caller: OptionalAuth,
    form: Body<StartSocial>,
) -> Result<Envelope<SocialTrip>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Address(device.address), now)?;
    let guest = caller.0.filter(|caller| caller.kind == AccountKind::Guest);
    let guest = guest.map(|guest| GuestSession { user: guest.user, session: guest.session });
    let start = app.social.start(&form.0.provider, format!("{}{LANDING}", origin.0), guest, now).await?;
    Ok(Envelope::ok(SocialTrip { state: start.state, nonce: start.nonce, authorize_url: start.authorize_url }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishSocial {
    /// As it came back from the provider.
    state: String,
    /// As the beginning answered.
    nonce: String,
    /// As it came back from the provider.
    code: String,
    /// Stay signed in for 30 days instead of one.
    #[serde(default)]
    remember_me: bool,
}

/// Sign in with a social provider
///
/// Signs into the account that the provider's identity is linked with. One whose e-mail address both the provider and this
/// server have verified is linked at the first time; else an account is made, of the guest who left if it was one, and the
/// answer is 201.
#[utoipa::path(
    tag = "users", operation_id = "auth_finish_social",
    request_body = FinishSocial,
    responses((status = 200, body = SignInAnswer), (status = 201, body = SignInAnswer))
)]
#[post("/users/social/sign-in/")]
async fn finish_social(app: App, device: ClientInfo, form: Body<FinishSocial>) -> Result<SignInAnswer> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Address(device.address), now)?;
    let FinishSocial { state, nonce, code, remember_me } = form.0;
    let Callback { provider, claims, guest } = app.social.finish(&state, &nonce, &code, now).await?;
    let identity = Identity {
        issuer: provider.issuer.clone(),
        subject: claims.sub.clone(),
        email: claims.email.as_ref().filter(|_| claims.email_verified).and_then(|email| email.parse().ok()),
    };
    let new = described(&claims, UserId(app.ids.next(now)), now)?;
    let linked = federated_identity::login_or_link(&app.db, &identity, new, guest.map(|guest| guest.user), now).await?;
    if let Some(guest) = guest.filter(|guest| guest.user == linked.account) {
        // The one that is opened now takes its place.
        login::end_session(&app, guest.session, true).await?;
    }
    let outcome = login::complete_login(&app, linked.account, linked.kind, device, remember_me, now).await?;
    Ok(match outcome {
        LoginOutcome::LoggedIn(entered) if linked.made => SignInAnswer::made(*entered),
        outcome => outcome.into(),
    })
}

impl From<OidcError> for Error {
    fn from(refused: OidcError) -> Self {
        match refused {
            OidcError::NoSuchProvider => Self::field("provider", "There is no such provider."),
            OidcError::Unreachable(cause) => Self::Unavailable(cause),
            OidcError::Store(cause) => cause.into(),
            OidcError::Rejected(cause) => {
                tracing::warn!(%cause, "a sign-in with a provider was refused");
                Self::SocialRefused
            }
        }
    }
}

/// The account to be made for somebody whom a provider describes.
fn described(claims: &Claims, id: UserId, now: Timestamp) -> Result<NewAccount> {
    let local = claims.email.as_deref().and_then(|email| email.split('@').next());
    let text = |given: Option<&str>| given.and_then(|given| given.parse::<Name>().ok());
    let mut words = claims.name.as_deref().unwrap_or_default().splitn(2, ' ');
    let (first, rest) = (words.next(), words.next());
    let wanted = [claims.preferred_username.as_deref(), local, first];
    let user_name = wanted.into_iter().flatten().find_map(user_name);
    let fallback = |says: &'static str| says.parse::<Name>().map_err(Error::internal);
    Ok(NewAccount {
        id,
        kind: AccountKind::Regular,
        user_name: match user_name {
            Some(name) => name,
            None => "newcomer".parse().map_err(Error::internal)?,
        },
        email: None,
        password_hash: None,
        first_name: match text(claims.given_name.as_deref()).or_else(|| text(first)) {
            Some(name) => name,
            None => fallback("New")?,
        },
        last_name: match text(claims.family_name.as_deref()).or_else(|| text(rest)) {
            Some(name) => name,
            None => fallback("member")?,
        },
        phone: None,
        dob: None,
        gender: None,
        address: None,
        address_line2: None,
        city: None,
        postal_code: None,
        country: None,
        marketing: false,
        picture: None,
        created_at: now,
    })
}

/// What of a text may stand in a user name, if it is enough.
fn user_name(text: &str) -> Option<UserName> {
    let kept = text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    let name: Option<UserName> = kept.take(30).collect::<String>().trim_matches('.').parse().ok();
    name.filter(|name| !name.is_reserved())
}
