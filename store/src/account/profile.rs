//! Reads and updates the account of the owner.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    AccountKind, Bio, Email, Gender, Name, Phone, ShortText, Taken, UserCard, UserName,
    address::{self, FormerAddress},
};
use crate::{
    Db, Error, Result,
    account::document::{self, Document, NewDocument},
    catalogue::category,
    company::{self, Company},
    on,
    social::search_key,
    types::{
        country::Country,
        ids::UserId,
        language::Language,
        timestamp::{Date, Timestamp},
    },
};

/// Account as returned to its owner.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct Profile {
    pub id: UserId,
    #[serde(rename = "type")]
    pub kind: AccountKind,
    pub user_name: String,
    pub first_name: String,
    pub last_name: String,
    /// Null for guests.
    pub email: Option<String>,
    /// True if the owner has verified the e-mail address.
    pub email_verified: bool,
    /// Address that replaces `email` after verification.
    pub pending_email: Option<String>,
    /// False if the account signs in by a social provider only.
    pub has_password: bool,
    pub phone: Option<String>,
    pub phone_verified: bool,
    pub dob: Option<Date>,
    pub gender: Option<Gender>,
    pub address: Option<String>,
    #[serde(rename = "addressLine2")]
    pub address_line2: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// Code from the list of languages.
    pub language: String,
    pub marketing: bool,
    /// Self-description of the account.
    pub bio: Option<String>,
    pub picture: Option<String>,
    pub created_at: Timestamp,
    /// Documents, newest first.
    pub documents: Vec<Document>,
    /// Keys of the chosen categories.
    pub favourite_categories: Vec<String>,
    /// Company of a business account; null for other accounts.
    pub company: Option<Company>,
    /// Company whose inbox the account shares; null for accounts that work for none.
    pub acts_for: Option<UserCard>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UserId,
    kind: AccountKind,
    user_name: String,
    first_name: String,
    last_name: String,
    email: Option<String>,
    email_verified: bool,
    pending_email: Option<String>,
    has_password: bool,
    phone: Option<String>,
    phone_verified: bool,
    dob: Option<Date>,
    gender: Option<Gender>,
    address: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
    country: Option<String>,
    language: String,
    marketing: bool,
    bio: Option<String>,
    picture: Option<String>,
    created_at: Timestamp,
}

/// Returns the account as its owner sees it.
pub async fn profile(db: &Db, id: UserId) -> Result<Profile> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, email, email_verified_at IS NOT NULL AS email_verified,
            pending_email, password_hash IS NOT NULL AS has_password, phone,
            phone_verified_at IS NOT NULL AS phone_verified, dob, gender, address, address_line2, city, postal_code,
            country, language, marketing, bio, picture, created_at
         FROM account WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    let company = match row.kind {
        AccountKind::Professional => company::of(db, id).await?,
        AccountKind::Regular | AccountKind::Guest | AccountKind::Company => None,
    };
    let acts_for = match row.kind {
        AccountKind::Professional => company::team::employer(db, id).await?,
        AccountKind::Regular | AccountKind::Guest | AccountKind::Company => None,
    };
    Ok(Profile {
        documents: document::of(db, id).await?,
        favourite_categories: category::favourites(db, id).await?,
        company,
        acts_for,
        id: row.id,
        kind: row.kind,
        user_name: row.user_name,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        email_verified: row.email_verified,
        pending_email: row.pending_email,
        has_password: row.has_password,
        phone: row.phone,
        phone_verified: row.phone_verified,
        dob: row.dob,
        gender: row.gender,
        address: row.address,
        address_line2: row.address_line2,
        city: row.city,
        postal_code: row.postal_code,
        country: row.country,
        language: row.language,
        marketing: row.marketing,
        bio: row.bio,
        picture: row.picture,
        created_at: row.created_at,
    })
}

/// Fields to change. `None` leaves a field unchanged; `Some(None)` clears it. All values are validated.
#[derive(Clone, Debug, Default)]
pub struct ProfileChange {
    pub first_name: Option<Name>,
    pub last_name: Option<Name>,
    pub user_name: Option<UserName>,
    pub email: Option<Email>,
    pub phone: Option<Option<Phone>>,
    pub dob: Option<Date>,
    pub gender: Option<Gender>,
    pub address: Option<ShortText>,
    pub address_line2: Option<Option<ShortText>>,
    pub city: Option<Option<ShortText>>,
    pub postal_code: Option<Option<ShortText>>,
    pub country: Option<Option<Country>>,
    pub language: Option<Language>,
    pub marketing: Option<bool>,
    pub bio: Option<Option<Bio>>,
    /// URL of the picture, as a browser requests it.
    pub picture: Option<Option<String>>,
    /// Document to add.
    pub document: Option<NewDocument>,
}

impl ProfileChange {
    /// Returns true if the change affects the public card of the account.
    pub fn is_seen(&self) -> bool {
        self.first_name.is_some() || self.last_name.is_some() || self.user_name.is_some() || self.picture.is_some()
    }
}

#[derive(sqlx::FromRow)]
struct Known {
    user_name: String,
    first_name: String,
    last_name: String,
    email_key: Option<String>,
    phone: Option<String>,
}

/// Updates an account atomically. A new phone number is unverified. A new e-mail address is pending until verified.
/// Returns the address to be replaced if the pending address is new. Returns [`Error::Taken`] if another account has
/// the user name or a look-alike.
pub async fn update(db: &Db, id: UserId, change: &ProfileChange, now: Timestamp) -> Result<Option<FormerAddress>> {
    let mut tx = db.begin().await?;
    // This no-op update locks the row on PostgreSQL, so that no concurrent request verifies a value being replaced.
    let known: Option<Known> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE account SET marketing = marketing WHERE id = $1 AND deleted_at IS NULL
         RETURNING user_name, first_name, last_name, email_key, phone")
        .bind(id).fetch_optional(at).await)?;
    let known = known.ok_or(Error::NotFound)?;
    let user_name = match &change.user_name {
        Some(name) => name.clone(),
        None => known.user_name.parse().map_err(|_| Error::Corrupt(format!("account {id} has a wrong user name")))?,
    };
    let first_name = change.first_name.as_ref().map_or(known.first_name.as_str(), Name::as_str);
    let last_name = change.last_name.as_ref().map_or(known.last_name.as_str(), Name::as_str);
    // An address that differs only in case is stored as typed now.
    let same_email = change.email.as_ref().filter(|email| known.email_key.as_deref() == Some(&email.key()));
    let phone = change.phone.as_ref().map(|phone| phone.as_ref().map(Phone::as_str));
    let other_phone = phone.is_some_and(|phone| phone != known.phone.as_deref());
    // A flag beside each nullable value marks a change, because NULL is a valid new value.
    let text = |text: &Option<Option<ShortText>>| text.clone().flatten().map(|text| text.as_str().to_owned());
    on!(tx.at(), at => sqlx::query(
        "UPDATE account SET
            user_name = $2, user_name_key = $3, user_name_look = $4, first_name = $5, last_name = $6,
            email = coalesce($7, email),
            phone = CASE WHEN $8 THEN $9 ELSE phone END,
            phone_verified_at = CASE WHEN $10 THEN NULL ELSE phone_verified_at END,
            dob = coalesce($11, dob), gender = coalesce($12, gender), address = coalesce($13, address),
            address_line2 = CASE WHEN $14 THEN $15 ELSE address_line2 END,
            city = CASE WHEN $16 THEN $17 ELSE city END,
            postal_code = CASE WHEN $18 THEN $19 ELSE postal_code END,
            country = CASE WHEN $20 THEN $21 ELSE country END,
            language = coalesce($22, language), marketing = coalesce($23, marketing),
            picture = CASE WHEN $24 THEN $25 ELSE picture END, search_key = $26,
            bio = CASE WHEN $27 THEN $28 ELSE bio END
         WHERE id = $1")
        .bind(id).bind(user_name.as_str()).bind(user_name.key()).bind(user_name.skeleton()).bind(first_name).bind(last_name)
        .bind(same_email.map(Email::as_str))
        .bind(phone.is_some()).bind(phone.flatten()).bind(other_phone)
        .bind(change.dob.as_ref()).bind(change.gender).bind(change.address.as_ref().map(ShortText::as_str))
        .bind(change.address_line2.is_some()).bind(text(&change.address_line2))
        .bind(change.city.is_some()).bind(text(&change.city))
        .bind(change.postal_code.is_some()).bind(text(&change.postal_code))
        .bind(change.country.is_some()).bind(change.country.flatten().map(Country::code))
        .bind(change.language.map(Language::code)).bind(change.marketing)
        .bind(change.picture.is_some()).bind(change.picture.clone().flatten())
        .bind(search_key(user_name.as_str(), first_name, last_name))
        .bind(change.bio.is_some()).bind(change.bio.as_ref().and_then(|bio| bio.as_ref()).map(Bio::as_str))
        .execute(at).await.map(drop))?;
    if let Some(new) = &change.document {
        let company = company::team::active(&mut tx, id).await?;
        document::insert(&mut tx, std::slice::from_ref(new), company).await?;
    }
    let former = match &change.email {
        Some(email) => address::set_pending(&mut tx, id, email, now).await?,
        None => None,
    };
    tx.commit().await?;
    Ok(former)
}

/// Checks which of these names an account other than `id` has. A user name also counts as taken if an account has a
/// look-alike name. An e-mail counts only if its account has verified it.
pub async fn taken_by_another(
    db: &Db,
    id: UserId,
    user_name: Option<&UserName>,
    email: Option<&Email>,
) -> Result<Taken> {
    let rows: Vec<(String, String, Option<String>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT user_name_key, user_name_look, CASE WHEN email_verified_at IS NOT NULL THEN email_key END FROM account
         WHERE id <> $1 AND (user_name_key = $2 OR user_name_look = $3 OR email_key = $4)")
        .bind(id).bind(user_name.map(UserName::key)).bind(user_name.map(UserName::skeleton)).bind(email.map(Email::key))
        .fetch_all(at).await)?;
    let reserved = match email {
        Some(email) => address::is_reserved(db, id, email).await?,
        None => false,
    };
    Ok(Taken {
        user_name: user_name
            .is_some_and(|name| rows.iter().any(|(key, look, _)| *key == name.key() || *look == name.skeleton())),
        email: reserved || email.is_some_and(|email| rows.iter().any(|(_, _, key)| *key == Some(email.key()))),
    })
}
