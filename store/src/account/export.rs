//! Data export: reads all data of an account in pages, for download by its owner.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    account::UserCard,
    media::{self, MediaKind},
    on,
    types::{
        ids::{BookingId, ChatId, CompanyId, FeedbackId, MediaId, ReviewId, TicketId, UserId, WaitlistEntryId},
        timestamp::{Date, Timestamp},
    },
};

/// File uploaded by the account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ExportedFile)]
pub struct ExportedFile {
    pub id: MediaId,
    pub kind: MediaKind,
    pub url: String,
    pub mime: String,
    pub name: Option<String>,
    pub bytes: i64,
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct FileRow {
    id: MediaId,
    key: String,
    kind: MediaKind,
    mime: String,
    name: Option<String>,
    bytes: i64,
    created_at: Timestamp,
}

/// Message sent by the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedMessage)]
pub struct ExportedMessage {
    pub chat_id: ChatId,
    pub seq: i64,
    pub text: String,
    #[serde(serialize_with = "json")]
    #[schema(value_type = Option<Vec<media::Media>>)]
    pub media: Option<String>,
    pub reply_to: Option<i64>,
    pub at: Timestamp,
    pub edited_at: Option<Timestamp>,
}

/// Current or former chat of the account.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedChat)]
pub struct ExportedChat {
    pub id: ChatId,
    pub kind: String,
    pub title: Option<String>,
    pub role: String,
    pub joined_at: Timestamp,
    pub left_at: Option<Timestamp>,
}

/// Identity of the account at a social provider.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedIdentity)]
pub struct SocialIdentity {
    pub issuer: String,
    pub subject: String,
    pub created_at: Timestamp,
}

/// Serializes JSON text from the database as JSON.
fn json<S: serde::Serializer>(text: &Option<String>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let value: Option<serde_json::Value> = text.as_deref().and_then(|text| serde_json::from_str(text).ok());
    value.serialize(serializer)
}

/// Returns messages sent by the account after a position, ordered by chat and `seq`.
pub async fn messages(db: &Db, id: UserId, after: (ChatId, i64), limit: i64) -> Result<Vec<ExportedMessage>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT m.chat_id, m.seq, m.text, m.media, m.reply_to, m.at, m.edited_at
         FROM chat_member c JOIN message m ON m.chat_id = c.chat_id AND m.sender_id = c.account_id
         WHERE c.account_id = $1 AND c.chat_id >= $2 AND (m.chat_id > $2 OR m.seq > $3)
            AND m.deleted_at IS NULL AND m.system IS NULL
         ORDER BY m.chat_id, m.seq LIMIT $4")
        .bind(id).bind(after.0).bind(after.1).bind(limit).fetch_all(at).await)?)
}

pub async fn chats(db: &Db, id: UserId) -> Result<Vec<ExportedChat>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.kind, c.title, m.role, m.joined_at, m.left_at FROM chat_member m JOIN chat c ON c.id = m.chat_id
         WHERE m.account_id = $1 ORDER BY c.id").bind(id).fetch_all(at).await)?)
}

pub async fn files(db: &Db, id: UserId) -> Result<Vec<ExportedFile>> {
    let rows: Vec<FileRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, key, kind, mime, name, bytes, created_at FROM media WHERE owner_id = $1 ORDER BY id")
        .bind(id).fetch_all(at).await)?;
    let shown = rows.into_iter().map(|row| ExportedFile {
        id: row.id,
        kind: row.kind,
        url: media::url(&row.key),
        mime: row.mime,
        name: row.name,
        bytes: row.bytes,
        created_at: row.created_at,
    });
    Ok(shown.collect())
}

pub async fn friends(db: &Db, id: UserId) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account
         WHERE id IN (SELECT high_id FROM friendship WHERE low_id = $1 UNION SELECT low_id FROM friendship WHERE high_id = $1)
         ORDER BY id").bind(id).fetch_all(at).await)?)
}

pub async fn blocked(db: &Db, id: UserId) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account
         WHERE id IN (SELECT blocked_id FROM block WHERE blocker_id = $1) ORDER BY id").bind(id).fetch_all(at).await)?)
}

pub async fn social_identities(db: &Db, id: UserId) -> Result<Vec<SocialIdentity>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT issuer, subject, created_at FROM social_identity WHERE account_id = $1 ORDER BY issuer, subject")
        .bind(id).fetch_all(at).await)?)
}

/// Booking of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedBooking)]
pub struct ExportedBooking {
    pub id: BookingId,
    pub code: String,
    /// Such as `confirmed`.
    pub state: String,
    pub company: String,
    pub offering: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub members: i64,
    pub children: i64,
    /// Minor units.
    pub total: i64,
    pub currency: String,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    pub cancel_reason: Option<String>,
    pub created_at: Timestamp,
}

/// Review by the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedReview)]
pub struct ExportedReview {
    pub id: ReviewId,
    pub company: String,
    pub offering: Option<String>,
    pub rating: i64,
    pub service_fast: bool,
    pub as_described: bool,
    pub meets_expectations: bool,
    pub product_quality: String,
    pub comments: String,
    pub reply: Option<String>,
    pub created_at: Timestamp,
}

/// Company that the account follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedFollowedCompany)]
pub struct FollowedCompany {
    pub id: CompanyId,
    pub name: String,
    pub since: Timestamp,
}

/// Waitlist entry of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedWaitlistEntry)]
pub struct ExportedWaitlistEntry {
    pub id: WaitlistEntryId,
    pub company: String,
    pub offering: String,
    pub date: Date,
    pub check_out: Option<Date>,
    pub slot_at: Option<Timestamp>,
    pub members: i64,
    pub children: i64,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    pub offered_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

pub async fn bookings(db: &Db, id: UserId) -> Result<Vec<ExportedBooking>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT b.id, b.code, b.state, c.name AS company, o.name AS offering, b.starts_at, b.ends_at, b.members, b.children, b.total,
            b.currency, b.customer_name, b.contact_number, b.email, b.note, b.cancel_reason, b.created_at
         FROM booking b JOIN company c ON c.id = b.company_id JOIN offering o ON o.id = b.offering_id
         WHERE b.customer_id = $1 ORDER BY b.id").bind(id).fetch_all(at).await)?)
}

pub async fn reviews(db: &Db, id: UserId) -> Result<Vec<ExportedReview>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, c.name AS company, o.name AS offering, r.rating, r.service_fast, r.as_described, r.meets_expectations,
            r.product_quality, r.comments, r.reply, r.created_at
         FROM review r JOIN company c ON c.id = r.company_id LEFT JOIN offering o ON o.id = r.offering_id
         WHERE r.author_id = $1 ORDER BY r.id").bind(id).fetch_all(at).await)?)
}

pub async fn followed_companies(db: &Db, id: UserId) -> Result<Vec<FollowedCompany>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.name, f.since FROM company_follower f JOIN company c ON c.id = f.company_id
         WHERE f.account_id = $1 ORDER BY f.since, c.id").bind(id).fetch_all(at).await)?)
}

pub async fn waitlist(db: &Db, id: UserId) -> Result<Vec<ExportedWaitlistEntry>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT e.id, c.name AS company, o.name AS offering, e.date, e.check_out, e.slot_at, e.members, e.children, e.customer_name,
            e.contact_number, e.email, e.note, e.offered_at, e.created_at
         FROM waitlist_entry e JOIN company c ON c.id = e.company_id JOIN offering o ON o.id = e.offering_id
         WHERE e.account_id = $1 ORDER BY e.id").bind(id).fetch_all(at).await)?)
}

/// Message of the account in a support ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedTicketMessage)]
pub struct ExportedTicketMessage {
    pub ticket_id: TicketId,
    pub code: String,
    /// Null: the operator answers.
    pub company: Option<String>,
    pub category: String,
    pub subject: String,
    /// Such as `open`.
    pub state: String,
    pub text: String,
    pub at: Timestamp,
}

/// Feedback of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedFeedback)]
pub struct ExportedFeedback {
    pub id: FeedbackId,
    pub title: String,
    pub description: String,
    pub at: Timestamp,
}

pub async fn ticket_messages(db: &Db, id: UserId) -> Result<Vec<ExportedTicketMessage>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT m.ticket_id, t.code, c.name AS company, t.category, t.subject, t.state, m.text, m.at
         FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id LEFT JOIN company c ON c.id = t.company_id
         WHERE m.author_id = $1 AND m.kind = 'message' ORDER BY m.id").bind(id).fetch_all(at).await)?)
}

pub async fn feedback(db: &Db, id: UserId) -> Result<Vec<ExportedFeedback>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, title, description, at FROM feedback WHERE account_id = $1 ORDER BY id")
        .bind(id).fetch_all(at).await)?)
}

/// Document that the account handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedDocument)]
pub struct ExportedDocument {
    pub kind: String,
    pub name: String,
    pub mime: String,
    pub bytes: i64,
    pub expires_on: Option<Date>,
    pub created_at: Timestamp,
}

/// Notification of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedNotification)]
pub struct ExportedNotification {
    /// Such as `friend_request`.
    pub kind: String,
    pub at: Timestamp,
    pub read_at: Option<Timestamp>,
}

/// Channels that the account chose for a group of notifications. Null: the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = ExportedNotificationPreference)]
pub struct ExportedPreference {
    pub kind_group: String,
    pub push: Option<bool>,
    pub mail: Option<bool>,
}

pub async fn documents(db: &Db, id: UserId) -> Result<Vec<ExportedDocument>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT kind, name, mime, bytes, expires_on, created_at FROM document WHERE account_id = $1 ORDER BY id")
        .bind(id).fetch_all(at).await)?)
}

pub async fn notifications(db: &Db, id: UserId) -> Result<Vec<ExportedNotification>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT kind, at, read_at FROM notification WHERE account_id = $1 ORDER BY position").bind(id).fetch_all(at).await)?)
}

pub async fn preferences(db: &Db, id: UserId) -> Result<Vec<ExportedPreference>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT kind_group, push, mail FROM notification_preference WHERE account_id = $1 ORDER BY kind_group")
        .bind(id).fetch_all(at).await)?)
}

/// Returns the keys of the categories that the account likes.
pub async fn favourite_categories(db: &Db, id: UserId) -> Result<Vec<String>> {
    let keys: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT category FROM favourite_category WHERE account_id = $1 ORDER BY category").bind(id).fetch_all(at).await)?;
    Ok(keys.into_iter().map(|(key,)| key).collect())
}
