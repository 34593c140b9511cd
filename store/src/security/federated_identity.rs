//! Sign-in with OpenID Connect: maps provider identities to accounts.

use crate::{
    Db, Error, Result,
    account::{self, AccountKind, Email, NewAccount, UserName},
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// A user's identity at a provider. The provider's claims are trusted.
#[derive(Clone, Debug)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    /// E-mail address; only one that the provider has verified.
    pub email: Option<Email>,
}

/// The account linked to an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedAccount {
    pub account: UserId,
    pub kind: AccountKind,
    /// True if this sign-in created the account.
    pub made: bool,
}

/// Maximum number of candidate user names to try.
const NAMES: u32 = 50;

/// Returns the account of an identity. Uses the linked account first. Else links the consumer account that has verified
/// the same address. Else creates an account from `new` with a free user name; returns `None` without `new`.
///
/// An account that claims the address unverified is not linked, since somebody else may have made it; it loses the address
/// to the new account. A guest is promoted to the new account and keeps its id and data.
pub async fn login_or_link(
    db: &Db,
    identity: &Identity,
    new: Option<NewAccount>,
    guest: Option<UserId>,
    now: Timestamp,
) -> Result<Option<LinkedAccount>> {
    if let Some(linked) = find(db, identity).await? {
        return Ok(Some(linked));
    }
    if let Some(email) = &identity.email
        && let Some(account) = verified_owner(db, email).await?
    {
        return link(db, identity, account, now).await.map(Some);
    }
    let Some(new) = new else { return Ok(None) };
    let new = create_under_free_name(db, new, guest).await?;
    let linked = link(db, identity, new.id, now).await?;
    if linked.account != new.id {
        // The user signed in twice concurrently; the other request's account is kept.
        on!(db.write(), at => sqlx::query("DELETE FROM account WHERE id = $1").bind(new.id).execute(at).await.map(drop))?;
        return Ok(Some(linked));
    }
    if let Some(email) = &identity.email {
        match account::address::verify(db, new.id, email, now).await {
            // A concurrent request verified the address, or its former account may still restore it.
            Err(Error::Taken) => {}
            done => done.map(drop)?,
        }
    }
    Ok(Some(LinkedAccount { made: true, ..linked }))
}

async fn find(db: &Db, identity: &Identity) -> Result<Option<LinkedAccount>> {
    let found: Option<(UserId, AccountKind)> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind FROM social_identity s JOIN account a ON a.id = s.account_id
         WHERE s.issuer = $1 AND s.subject = $2 AND a.deleted_at IS NULL")
        .bind(&identity.issuer).bind(&identity.subject).fetch_optional(at).await)?;
    Ok(found.map(|(account, kind)| LinkedAccount { account, kind, made: false }))
}

/// Returns the consumer account that has verified an address.
async fn verified_owner(db: &Db, email: &Email) -> Result<Option<UserId>> {
    let found: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM account
         WHERE email_key = $1 AND email_verified_at IS NOT NULL AND kind = 'regular' AND deleted_at IS NULL")
        .bind(email.key()).fetch_optional(at).await)?;
    Ok(found.map(|(id,)| id))
}

/// Links an identity to an account. If the identity is already linked, returns its existing account.
async fn link(db: &Db, identity: &Identity, account: UserId, now: Timestamp) -> Result<LinkedAccount> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO social_identity (issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (issuer, subject) DO NOTHING")
        .bind(&identity.issuer).bind(&identity.subject).bind(account).bind(now).execute(at).await.map(drop))?;
    find(db, identity).await?.ok_or(Error::NotFound)
}

/// Creates the account without an address. Appends a number to the user name if needed.
async fn create_under_free_name(db: &Db, new: NewAccount, mut guest: Option<UserId>) -> Result<NewAccount> {
    let wanted = new.user_name.as_str().to_owned();
    let made_for = new.id;
    let mut new = NewAccount { email: None, ..new };
    for number in 1..=NAMES {
        if number > 1 {
            let tail = if number > 9 { rand::random::<u16>().to_string() } else { number.to_string() };
            let head: String = wanted.chars().take(30 - tail.len()).collect();
            new.user_name = format!("{head}{tail}")
                .parse::<UserName>()
                .map_err(|says| Error::Corrupt(format!("user name: {says}")))?;
        }
        if let Some(guest_id) = guest {
            new.id = guest_id;
            match account::guest::promote(db, &new).await {
                // The account is no longer a guest.
                Err(Error::NotFound) => (guest, new.id) = (None, made_for),
                Err(Error::Taken) => continue,
                made => return made.map(|()| new),
            }
        }
        match account::create(db, &new).await {
            Err(Error::Taken) => {}
            made => return made.map(|()| new),
        }
    }
    Err(Error::Taken)
}
