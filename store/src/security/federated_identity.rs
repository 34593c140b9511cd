//! Who somebody is at an OpenID provider, and which account that is here.

use crate::{
    Db, Error, Result,
    account::{self, AccountKind, Email, NewAccount, UserName},
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Somebody as a provider names them. The provider's word is believed.
#[derive(Clone, Debug)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    /// Only an address that the provider has verified.
    pub email: Option<Email>,
}

/// The account that an identity signs into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedAccount {
    pub account: UserId,
    pub kind: AccountKind,
    /// Whether it was made for it just now.
    pub made: bool,
}

/// Accounts with the same derived name that are passed over before giving up.
const NAMES: u32 = 50;

/// The account of an identity: the one that it signed into before; else the consumer's account that has verified the same
/// address, which is linked with it for good; else the account that `new` describes, under a free user name. An account
/// that merely claims the address is left alone, and then the new one has none. A guest becomes the new account, and
/// keeps its id and everything that hangs on it.
pub async fn login_or_link(
    db: &Db,
    identity: &Identity,
    new: NewAccount,
    guest: Option<UserId>,
    now: Timestamp,
) -> Result<LinkedAccount> {
    if let Some(linked) = find(db, identity).await? {
        return Ok(linked);
    }
    if let Some(email) = &identity.email
        && let Some(account) = verified_owner(db, email).await?
    {
        return link(db, identity, account, now).await;
    }
    let new = create_under_free_name(db, new, guest).await?;
    let linked = link(db, identity, new.id, now).await?;
    if linked.account != new.id {
        // The same person came in twice at once; the other account is the one.
        on!(db.write(), at => sqlx::query("DELETE FROM account WHERE id = $1").bind(new.id).execute(at).await.map(drop))?;
        return Ok(linked);
    }
    if let Some(email) = &identity.email {
        match account::address::verify(db, new.id, email, now).await {
            // Somebody who has not verified it claims it: it stays theirs to prove.
            Err(Error::Taken) => {}
            done => done.map(drop)?,
        }
    }
    Ok(LinkedAccount { made: true, ..linked })
}

async fn find(db: &Db, identity: &Identity) -> Result<Option<LinkedAccount>> {
    let found: Option<(UserId, AccountKind)> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind FROM social_identity s JOIN account a ON a.id = s.account_id
         WHERE s.issuer = $1 AND s.subject = $2 AND a.deleted_at IS NULL")
        .bind(&identity.issuer).bind(&identity.subject).fetch_optional(at).await)?;
    Ok(found.map(|(account, kind)| LinkedAccount { account, kind, made: false }))
}

/// The consumer's account that has proved to own an address.
async fn verified_owner(db: &Db, email: &Email) -> Result<Option<UserId>> {
    let found: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM account
         WHERE email_key = $1 AND email_verified_at IS NOT NULL AND kind = 'regular' AND deleted_at IS NULL")
        .bind(email.key()).fetch_optional(at).await)?;
    Ok(found.map(|(id,)| id))
}

/// Links an identity with an account, unless it has one already. Answers the one that it has then.
async fn link(db: &Db, identity: &Identity, account: UserId, now: Timestamp) -> Result<LinkedAccount> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO social_identity (issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (issuer, subject) DO NOTHING")
        .bind(&identity.issuer).bind(&identity.subject).bind(account).bind(now).execute(at).await.map(drop))?;
    find(db, identity).await?.ok_or(Error::NotFound)
}

/// Makes the account, with a number behind its user name if need be, and without an address.
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
                // No guest any more.
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
