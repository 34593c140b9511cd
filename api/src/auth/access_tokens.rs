//! Access tokens (JWT, 15 minutes) and socket tickets.
//!
//! Access tokens are verified without a database query. Sessions that end early are therefore kept in memory until
//! their last access token has expired.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use futures_util::{FutureExt as _, future::LocalBoxFuture};
use hub::{Authenticate, Principal, protocol::WireError};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use store::{
    account::AccountKind,
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::auth::socket_tickets::SocketTickets;

/// Lifetime of an access token.
pub const ACCESS_LIFETIME: i64 = 15 * Timestamp::MINUTE;

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    sid: i64,
    kind: AccountKind,
    iat: i64,
    exp: i64,
}

/// Reason for rejecting a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// Forged, damaged or expired.
    Invalid,
    /// The session was ended.
    Revoked,
}

pub struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    /// Recently ended sessions and the time of their end.
    revoked: RwLock<HashMap<SessionId, Timestamp>>,
    tickets: SocketTickets,
}

impl AccessTokens {
    /// `revoked`: sessions ended within the last [`ACCESS_LIFETIME`].
    pub fn new(
        secret: &[u8],
        revoked: impl IntoIterator<Item = (SessionId, Timestamp)>,
        tickets: SocketTickets,
    ) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 0;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            revoked: RwLock::new(revoked.into_iter().collect()),
            tickets,
        }
    }

    /// Creates an access token for `user` in `session`, valid from `now` for [`ACCESS_LIFETIME`].
    pub fn access(
        &self,
        user: UserId,
        session: SessionId,
        kind: AccountKind,
        now: Timestamp,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let claims = Claims {
            sub: user.to_string(),
            sid: session.0,
            kind,
            iat: now.0 / Timestamp::SECOND,
            exp: now.plus(ACCESS_LIFETIME).0 / Timestamp::SECOND,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
    }

    /// Verifies an access token and returns its principal.
    pub fn verify(&self, token: &str) -> Result<Principal, TokenError> {
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation)
            .map_err(|_| TokenError::Invalid)?
            .claims;
        let principal = Principal {
            user: claims.sub.parse().map_err(|_| TokenError::Invalid)?,
            session: SessionId(claims.sid),
            kind: claims.kind,
            expires_at: Timestamp(claims.exp.saturating_mul(Timestamp::SECOND)),
        };
        if self.is_revoked(principal.session) { Err(TokenError::Revoked) } else { Ok(principal) }
    }

    /// Revokes the access tokens of a session. Returns true if the session was not revoked before.
    pub fn revoke(&self, session: SessionId, now: Timestamp) -> bool {
        let mut revoked = self.revoked.write().unwrap_or_else(PoisonError::into_inner);
        revoked.retain(|_, at| at.plus(ACCESS_LIFETIME) > now);
        revoked.insert(session, now).is_none()
    }

    fn is_revoked(&self, session: SessionId) -> bool {
        self.revoked.read().unwrap_or_else(PoisonError::into_inner).contains_key(&session)
    }

    /// Issues a ticket with which `principal` may open a single socket.
    pub async fn new_ticket(&self, principal: Principal, now: Timestamp) -> store::Result<String> {
        self.tickets.issue(principal, now).await
    }

    async fn use_ticket(&self, ticket: &str, now: Timestamp) -> Result<Principal, WireError> {
        match self.tickets.redeem(ticket, now).await {
            Ok(holder) => holder.filter(|holder| !self.is_revoked(holder.session)).ok_or(WireError::UNAUTHENTICATED),
            Err(cause) => {
                tracing::warn!(%cause, "a ticket could not be looked up");
                Err(WireError::unavailable())
            }
        }
    }
}

impl Authenticate for AccessTokens {
    fn token(&self, token: &str) -> Option<Principal> {
        self.verify(token).ok()
    }

    fn ticket<'a>(&'a self, ticket: &'a str) -> LocalBoxFuture<'a, Result<Principal, WireError>> {
        self.use_ticket(ticket, Timestamp::now()).boxed_local()
    }

    fn ended(&self, session: SessionId) {
        self.revoke(session, Timestamp::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens() -> AccessTokens {
        AccessTokens::new(&[7; 32], [], SocketTickets::local())
    }

    fn access(tokens: &AccessTokens, now: Timestamp) -> String {
        tokens.access(UserId(5), SessionId(50), AccountKind::Regular, now).unwrap()
    }

    #[test]
    fn token_identifies_principal_until_expiry() {
        let (tokens, now) = (tokens(), Timestamp::now());
        let held = tokens.verify(&access(&tokens, now)).unwrap();
        assert_eq!((held.user, held.session, held.kind), (UserId(5), SessionId(50), AccountKind::Regular));
        assert_eq!(held.expires_at.0 / 1000, now.plus(ACCESS_LIFETIME).0 / 1000);
        let old = access(&tokens, now.plus(-ACCESS_LIFETIME - 2_000));
        assert_eq!(tokens.verify(&old), Err(TokenError::Invalid));
    }

    #[test]
    fn forged_tokens_are_rejected() {
        let tokens = tokens();
        let good = access(&tokens, Timestamp::now());
        let (head, rest) = good.split_once('.').unwrap();
        let (body, signature) = rest.split_once('.').unwrap();
        let other_key = access(&AccessTokens::new(&[8; 32], [], SocketTickets::local()), Timestamp::now());
        // {"alg":"none"}
        let unsigned = format!("eyJhbGciOiJub25lIn0.{body}.");
        let cut = format!("{head}.{body}.{}", &signature[..signature.len() - 4]);
        for forged in ["", "x", "a.b.c", &other_key, &unsigned, &cut] {
            assert_eq!(tokens.verify(forged), Err(TokenError::Invalid), "{forged}");
        }
    }

    #[tokio::test]
    async fn session_revocation_revokes_tokens_and_tickets() {
        let (tokens, now) = (tokens(), Timestamp::now());
        let token = access(&tokens, now);
        let holder = tokens.verify(&token).unwrap();
        let fine = tokens.new_ticket(holder, now).await.unwrap();
        assert_eq!(tokens.use_ticket(&fine, now).await.unwrap(), holder);
        assert_eq!(tokens.use_ticket(&fine, now).await.unwrap_err().code, "unauthenticated");
        let ticket = tokens.new_ticket(holder, now).await.unwrap();
        tokens.revoke(SessionId(50), now);
        assert_eq!(tokens.verify(&token), Err(TokenError::Revoked));
        assert_eq!(tokens.use_ticket(&ticket, now).await.unwrap_err().code, "unauthenticated");
    }
}
