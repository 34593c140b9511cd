//! Social login (OIDC).

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use store::{
    account::{AccountKind, Name, NewAccount, UserName},
    security::federated_identity::{self, Identity},
    types::{ids::UserId, language::Language, timestamp::Timestamp},
};
use utoipa::ToSchema;

use super::SignInAnswer;
use crate::{
    auth::login::{self, LoginOutcome},
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, OptionalAuth, Origin},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    integrations::oidc::{Callback, GuestSession, OidcError, token::Claims},
};

/// Page of the web app to which providers redirect browsers.
const LANDING: &str = "/login/social";

pub fn routes(api: &mut ServiceConfig) {
    api.service(social_providers).service(start_social).service(finish_social);
}

#[derive(Serialize, ToSchema)]
pub struct SocialProvider {
    #[schema(example = "acme")]
    id: String,
    /// Label of the button.
    name: String,
}

/// List social login providers
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
    /// Returned by the provider. Must equal this value.
    state: String,
    /// Stored by the browser until the provider redirects back.
    nonce: String,
    /// URL to which the browser navigates now.
    authorize_url: String,
}

/// Start a social login
///
/// The provider redirects the browser to `/login/social` of the requesting site, with `code` and `state`. The login
/// must finish within ten minutes. A guest who sends its bearer token is converted into the new account and keeps its
/// data.
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
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let guest = caller.0.filter(|caller| caller.kind == AccountKind::Guest);
    let guest = guest.map(|guest| GuestSession { user: guest.user, session: guest.session });
    let start = app.social.start(&form.0.provider, format!("{}{LANDING}", origin.0), guest, now).await?;
    Ok(Envelope::ok(SocialTrip { state: start.state, nonce: start.nonce, authorize_url: start.authorize_url }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishSocial {
    /// As returned by the provider.
    state: String,
    /// As returned when the login was started.
    nonce: String,
    /// As returned by the provider.
    code: String,
    /// Stay signed in for 30 days instead of one.
    #[serde(default)]
    remember_me: bool,
    /// Language of a new account: a code of the languages list.
    language: Option<String>,
    /// The page showed the terms and the privacy policy as accepted with the sign-in. Must be true for a new account.
    #[serde(default)]
    terms: bool,
}

/// Finish a social login
///
/// Signs in to the account linked with the provider's identity. On first use, links the account whose e-mail address
/// both the provider and this server have verified. Otherwise creates an account, or converts the guest who started the
/// login, and returns 201. A known account gets the data of that guest. The new account takes an address that the provider has verified from an account that has not.
#[utoipa::path(
    tag = "users", operation_id = "auth_finish_social",
    request_body = FinishSocial,
    responses((status = 200, body = SignInAnswer), (status = 201, body = SignInAnswer))
)]
#[post("/users/social/sign-in/")]
async fn finish_social(app: App, device: ClientInfo, form: Body<FinishSocial>) -> Result<SignInAnswer> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::SignIns(device.address), now)?;
    let FinishSocial { state, nonce, code, remember_me, language, terms } = form.0;
    let mut checks = FieldErrors::default();
    let language = checks.optional::<Language>("language", language.as_deref());
    checks.finish()?;
    let Callback { provider, claims, guest } = app.social.finish(&state, &nonce, &code, now).await?;
    let identity = Identity {
        issuer: provider.issuer.clone(),
        subject: claims.sub.clone(),
        email: claims.email.as_ref().filter(|_| claims.email_verified).and_then(|email| email.parse().ok()),
    };
    let new = NewAccount { language, ..described(&claims, UserId(app.ids.next(now)), now)? };
    let linked =
        federated_identity::login_or_link(&app.db, &identity, terms.then_some(new), guest.map(|guest| guest.user), now)
            .await?
            .ok_or_else(|| Error::field("terms", "The terms must be accepted."))?;
    let outcome = login::complete_login(&app, linked.account, linked.kind, device, remember_me, guest, now).await?;
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

/// Returns the account to create from the provider's claims.
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
        language: None,
        marketing: false,
        picture: None,
        created_at: now,
    })
}

/// Returns a user name from the allowed characters of a text, if enough remain.
fn user_name(text: &str) -> Option<UserName> {
    let kept = text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    let name: Option<UserName> = kept.take(30).collect::<String>().trim_matches('.').parse().ok();
    name.filter(|name| !name.is_reserved())
}
