//! OpenID Connect login: authorization code flow with PKCE. The server redeems the code.
//!
//! [`OidcLogin::start`] creates the authorization request that sends the browser to the provider. [`OidcLogin::finish`]
//! redeems the code that the browser returns, and accepts the ID token only after [`token::verify`].

mod keys;
mod provider;
pub mod token;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{
    Db,
    security::one_time_token::{self, Kind},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use self::{keys::ProviderClient, token::Claims};
use super::http_client::Http;

pub use provider::Provider;

/// Lifetime of an authorization request.
const REQUEST_LIFETIME: i64 = 10 * Timestamp::MINUTE;

/// Reason for a failed provider login. The cause is for the log.
#[derive(Debug)]
pub enum OidcError {
    NoSuchProvider,
    /// The provider is unreachable or does not support OpenID Connect.
    Unreachable(String),
    /// The request, the code or the ID token is invalid.
    Rejected(String),
    /// An authorization request could not be stored or found.
    Store(store::Error),
}

impl From<store::Error> for OidcError {
    fn from(cause: store::Error) -> Self {
        Self::Store(cause)
    }
}

/// Configured providers and pending authorization requests.
pub struct OidcLogin {
    http: Http,
    providers: Vec<ProviderClient>,
    db: Db,
}

/// Pending authorization request.
#[derive(Serialize, Deserialize)]
struct AuthenticationRequest {
    provider: String,
    nonce: String,
    verifier: String,
    redirect_uri: String,
    /// Guest who started the request.
    guest: Option<GuestSession>,
}

/// Guest session that the login upgrades to an account.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct GuestSession {
    pub user: UserId,
    pub session: SessionId,
}

/// Parameters of the callback.
pub struct Callback<'a> {
    pub provider: &'a Provider,
    pub claims: Claims,
    pub guest: Option<GuestSession>,
}

/// Start of a login.
pub struct Start {
    /// `state` of the authorization request, returned with the code.
    pub state: String,
    /// Stays in the browser that started, and proves at the end that the same browser returns.
    pub nonce: String,
    pub authorize_url: String,
}

#[derive(Deserialize)]
struct Redeemed {
    id_token: String,
}

impl OidcLogin {
    pub fn new(http: Http, db: Db, providers: Vec<Provider>) -> Self {
        Self { http, providers: providers.into_iter().map(ProviderClient::new).collect(), db }
    }

    fn known(&self, provider: &str) -> Result<&ProviderClient, OidcError> {
        self.providers.iter().find(|known| known.provider.id == provider).ok_or(OidcError::NoSuchProvider)
    }

    pub fn providers(&self) -> impl Iterator<Item = &Provider> {
        self.providers.iter().map(|known| &known.provider)
    }

    /// Returns the URL of the provider's login page. The provider redirects back to `redirect_uri`.
    pub async fn start(
        &self,
        provider: &str,
        redirect_uri: String,
        guest: Option<GuestSession>,
        now: Timestamp,
    ) -> Result<Start, OidcError> {
        let known = self.known(provider)?;
        let described = known.describe(&self.http, now).await?;
        let (nonce, verifier) = (secret(), secret());
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
        let provider = provider.to_owned();
        let trip = AuthenticationRequest {
            provider,
            nonce: nonce.clone(),
            verifier,
            redirect_uri: redirect_uri.clone(),
            guest,
        };
        let state = one_time_token::issue(&self.db, Kind::Oidc, &trip, now.plus(REQUEST_LIFETIME)).await?;
        let query = serde_urlencoded::to_string([
            ("response_type", "code"),
            ("client_id", &known.provider.client_id),
            ("redirect_uri", &redirect_uri),
            ("scope", "openid email profile"),
            ("state", &state),
            ("nonce", &nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ])
        .map_err(|cause| OidcError::Unreachable(cause.to_string()))?;
        let separator = if described.authorization_endpoint.contains('?') { '&' } else { '?' };
        Ok(Start { authorize_url: format!("{}{separator}{query}", described.authorization_endpoint), state, nonce })
    }

    /// Returns the identity behind this code. The first attempt consumes the authorization request, whatever its
    /// result.
    pub async fn finish(
        &self,
        state: &str,
        nonce: &str,
        code: &str,
        now: Timestamp,
    ) -> Result<Callback<'_>, OidcError> {
        let rejected = |says: &str| OidcError::Rejected(says.to_owned());
        let trip: Option<AuthenticationRequest> = one_time_token::redeem(&self.db, Kind::Oidc, state, now).await?;
        let trip = trip.ok_or_else(|| rejected("no such trip, or it took too long"))?;
        if trip.nonce != nonce {
            return Err(rejected("another browser than the one that began"));
        }
        let known = self.known(&trip.provider)?;
        let id_token = self.redeem(known, &trip, code, now).await?;
        let claims = known.verify_id_token(&self.http, &id_token, &trip.nonce, now).await?;
        Ok(Callback { provider: &known.provider, claims, guest: trip.guest })
    }

    /// Exchanges the code for an ID token, directly with the provider.
    async fn redeem(
        &self,
        known: &ProviderClient,
        trip: &AuthenticationRequest,
        code: &str,
        now: Timestamp,
    ) -> Result<String, OidcError> {
        let described = known.describe(&self.http, now).await?;
        let provider = &known.provider;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &trip.redirect_uri),
            ("client_id", &provider.client_id),
            ("code_verifier", &trip.verifier),
        ];
        let mut call = self.http.post(&described.token_endpoint).header("accept", "application/json");
        match &provider.client_secret {
            Some(secret) if described.takes_secret_in_form() => form.push(("client_secret", secret)),
            Some(secret) => call = call.header("authorization", basic(&provider.client_id, secret)?),
            None => {}
        }
        let answer = call.form(&form).send().await.map_err(|cause| OidcError::Unreachable(cause.to_string()))?;
        if answer.status >= 500 {
            return Err(OidcError::Unreachable(format!("the token endpoint answers {}", answer.status)));
        }
        if !answer.is_success() {
            return Err(OidcError::Rejected(format!("the token endpoint answers {}", answer.status)));
        }
        let redeemed: Redeemed =
            answer.json().map_err(|cause| OidcError::Rejected(format!("no ID token came: {cause}")))?;
        Ok(redeemed.id_token)
    }
}

/// Generates 256 random bits.
fn secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Returns the HTTP Basic header of RFC 6749, section 2.3.1: both parts are urlencoded first.
fn basic(id: &str, secret: &str) -> Result<String, OidcError> {
    let encoded = |text: &str| {
        let pair =
            serde_urlencoded::to_string([("", text)]).map_err(|cause| OidcError::Unreachable(cause.to_string()))?;
        Ok::<_, OidcError>(pair.trim_start_matches('=').to_owned())
    };
    let both = format!("{}:{}", encoded(id)?, encoded(secret)?);
    Ok(format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(both)))
}
