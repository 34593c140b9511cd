//! Provider metadata and keys (JWKS), cached.

use jsonwebtoken::jwk::JwkSet;
use serde::Deserialize;
use store::types::timestamp::Timestamp;
use tokio::sync::Mutex;

use super::{
    OidcError,
    provider::{Provider, is_safe},
    token::{self, Claims, IdTokenError},
};
use crate::integrations::http_client::Http;

/// Cache lifetime of the metadata.
const DESCRIPTION: i64 = Timestamp::HOUR;
/// Cache lifetime of the keys. A withdrawn key is rejected within the hour.
const KEYS: i64 = Timestamp::HOUR;
/// Minimum interval between JWKS refetches for an unknown `kid`. Keeps forged tokens from flooding the provider.
const REREAD: i64 = Timestamp::MINUTE;
/// Maximum bytes of metadata or keys.
const LIMIT: usize = 256 * 1024;

/// Used fields of OpenID Connect Discovery.
#[derive(Clone, Debug, Deserialize)]
pub struct ProviderMetadata {
    issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
}

impl ProviderMetadata {
    /// Returns true if the client secret is sent in the form. The standard's default is HTTP Basic.
    pub fn takes_secret_in_form(&self) -> bool {
        let methods = &self.token_endpoint_auth_methods_supported;
        methods.iter().any(|method| method == "client_secret_post")
            && !methods.iter().any(|method| method == "client_secret_basic")
    }
}

/// Provider with its cached metadata and keys.
pub struct ProviderClient {
    pub provider: Provider,
    description: Mutex<Option<(ProviderMetadata, Timestamp)>>,
    keys: Mutex<Option<Keys>>,
}

struct Keys {
    set: JwkSet,
    read_at: Timestamp,
    /// Time of the last JWKS refetch for an unknown `kid`.
    reread_at: Option<Timestamp>,
}

impl ProviderClient {
    pub fn new(provider: Provider) -> Self {
        Self { provider, description: Mutex::default(), keys: Mutex::default() }
    }

    /// Returns the provider's metadata.
    pub async fn describe(&self, http: &Http, now: Timestamp) -> Result<ProviderMetadata, OidcError> {
        let mut kept = self.description.lock().await;
        if let Some((description, at)) = kept.as_ref()
            && now.0 - at.0 < DESCRIPTION
        {
            return Ok(description.clone());
        }
        let address = format!("{}/.well-known/openid-configuration", self.provider.issuer.trim_end_matches('/'));
        let description: ProviderMetadata = read(http, &address).await?;
        if description.issuer != self.provider.issuer {
            return Err(OidcError::Unreachable(format!("{address} describes another issuer")));
        }
        let named = [&description.authorization_endpoint, &description.token_endpoint, &description.jwks_uri];
        if let Some(unsafe_one) = named.into_iter().find(|address| !is_safe(address)) {
            return Err(OidcError::Unreachable(format!("{address} names {unsafe_one}, which is not https")));
        }
        Ok(kept.insert((description, now)).0.clone())
    }

    /// Verifies an ID token and returns its claims.
    pub async fn verify_id_token(
        &self,
        http: &Http,
        id_token: &str,
        nonce: &str,
        now: Timestamp,
    ) -> Result<Claims, OidcError> {
        let description = self.describe(http, now).await?;
        let mut kept = self.keys.lock().await;
        let keys = match kept.take().filter(|keys| now.0 - keys.read_at.0 < KEYS) {
            Some(keys) => keys,
            None => Keys { set: read(http, &description.jwks_uri).await?, read_at: now, reread_at: None },
        };
        let keys = kept.insert(keys);
        let believed = match token::verify(id_token, &keys.set, &self.provider, nonce) {
            Err(IdTokenError::UnknownKey) if keys.reread_at.is_none_or(|at| now.0 - at.0 >= REREAD) => {
                keys.reread_at = Some(now);
                keys.set = read(http, &description.jwks_uri).await?;
                token::verify(id_token, &keys.set, &self.provider, nonce)
            }
            believed => believed,
        };
        believed.map_err(|doubt| OidcError::Rejected(doubt.to_string()))
    }
}

async fn read<T: serde::de::DeserializeOwned>(http: &Http, address: &str) -> Result<T, OidcError> {
    let answer = http.get(address).limit(LIMIT).send().await.map_err(|cause| unreachable_at(address, &cause))?;
    if !answer.is_success() {
        return Err(unreachable_at(address, &format!("status {}", answer.status)));
    }
    answer.json().map_err(|cause| unreachable_at(address, &cause))
}

fn unreachable_at(address: &str, cause: &dyn std::fmt::Display) -> OidcError {
    OidcError::Unreachable(format!("{address}: {cause}"))
}
