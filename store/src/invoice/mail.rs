//! Mails of invoices. Each has a link of its own to the document; only a hash of its secret is stored.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use super::{Invoice, view};
use crate::{
    Db, Error, Result,
    notify::outbox::{self, NewOutboxMessage},
    on,
    security::rate_limit::{self, Quota},
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Time for which a link serves.
pub const LINK_LIFETIME: i64 = 90 * Timestamp::DAY;
/// Mails of one document within a day.
const OF_DOCUMENT: Quota = Quota { times: 3, period: Timestamp::DAY };
/// Mails of a company within a day.
const OF_COMPANY: Quota = Quota { times: 200, period: Timestamp::DAY };

/// Mail to send.
#[derive(Clone, Debug)]
pub struct InvoiceMail {
    /// Secret of the link: see [`secret`].
    pub secret: String,
    /// Language of the mail and of the document.
    pub language: String,
    pub message: NewOutboxMessage,
}

/// Returns a new secret: 256 random bits.
pub fn secret() -> String {
    format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>())
}

/// Adds the mail of a document to the outbox. Returns the seconds to wait after too many mails.
pub async fn send(
    db: &Db,
    company: CompanyId,
    number: &str,
    mail: &InvoiceMail,
    now: Timestamp,
) -> Result<Result<(), i64>> {
    let quotas =
        [(format!("invoice-mail:{company}:{number}"), OF_DOCUMENT), (format!("invoice-mails:{company}"), OF_COMPANY)];
    for (key, quota) in quotas {
        if let Err(wait) = rate_limit::take(db, &key, quota, now).await? {
            return Ok(Err(wait / 1_000 + 1));
        }
    }
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query("DELETE FROM invoice_mail WHERE company_id = $1 AND number = $2 AND at < $3")
        .bind(company).bind(number).bind(now.plus(-LINK_LIFETIME)).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO invoice_mail (secret_hash, company_id, number, language, at) VALUES ($1, $2, $3, $4, $5)")
        .bind(hash(&mail.secret)).bind(company).bind(number).bind(&mail.language).bind(now)
        .execute(at).await.map(drop))?;
    outbox::add_in(&mut tx, &mail.message).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Returns the document that the link with this secret leads to, and its language.
pub async fn document(db: &Db, secret: &str, now: Timestamp) -> Result<(Invoice, String)> {
    let found: Option<(CompanyId, String, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id, number, language FROM invoice_mail WHERE secret_hash = $1 AND at > $2")
        .bind(hash(secret)).bind(now.plus(-LINK_LIFETIME)).fetch_optional(at).await)?;
    let (company, number, language) = found.ok_or(Error::NotFound)?;
    Ok((view::find(db, company, &number).await?, language))
}

/// Hashes a secret. Random bits need no salt and no slow hash.
fn hash(secret: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(["invoice:", secret].concat()))
}
