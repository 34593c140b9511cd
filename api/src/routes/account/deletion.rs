//! Account deletion and data export.

use actix_web::{HttpResponse, delete, get, http::header, post};
use bytes::Bytes;
use futures_util::stream;
use hub::{
    Principal,
    protocol::WireError,
    topics::{chat::Command, friends::FriendshipChange},
};
use serde::{Deserialize, Serialize};
use store::{
    account::{
        self, AccountKind, Profile, UserCard, deletion,
        delivery_address::{self, DeliveryAddress},
        export,
        privacy::{self, Privacy},
    },
    chat::CommandId,
    company::team,
    favourite::export::{self as reel_export, ExportedReels},
    order::export as purchases,
    security::{session, two_factor},
    types::{ids::ChatId, timestamp::Timestamp},
};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::withdrawal::end_all;
use crate::{
    app_state::AppState,
    auth::login::{self, ChangeAuthorization, end_session},
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo, User},
        rate_limit::RateLimitKey,
        response::Confirmation,
    },
};
use crate::{http::openapi::ServiceConfig, routes::auth::sessions::SignedInDevice};

/// Messages read per batch of an export.
const MESSAGES: i64 = 500;

pub fn routes(api: &mut ServiceConfig) {
    api.service(delete_account).service(delete_user_test).service(export_account);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// Password of the account. An account without one must have signed in within the last five minutes.
    password: Option<String>,
    /// Code of the authenticator app, instead of the password.
    code: Option<String>,
    /// Recovery code, instead of `code`, if the app is lost.
    recovery_code: Option<String>,
}

/// Delete your account
///
/// Deletes the name, e-mail address and all other personal data, sessions, files, friends and settings at once.
/// Messages stay in their chats, from "Deleted account". Open bookings, and orders that no company prepares yet, are
/// cancelled; what is under way keeps contact and address until it ends. The companies of the account close, with notice to
/// its customers. Deletion cannot be undone.
#[utoipa::path(
    tag = "users", operation_id = "account_delete", request_body = Option<DeleteAccount>, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/users/account/delete/")]
async fn delete_account(app: App, user: User, device: ClientInfo, form: Body<DeleteAccount>) -> Result<Confirmation> {
    // A guest has nothing to prove itself with but its bearer.
    if user.kind != AccountKind::Guest {
        let DeleteAccount { password, code, recovery_code } = form.0;
        login::prove(&app, &user, &device, ChangeAuthorization { password, code, recovery_code }).await?;
    }
    leave(&app, &user).await?;
    Ok(Confirmation::new("The account is deleted."))
}

/// Delete your account without a password
///
/// Same as `POST /users/account/delete/`, but without a password. Requires a login within the last five minutes.
/// Guests, who cannot sign in again, may delete their account at any time.
#[utoipa::path(tag = "users", operation_id = "account_delete_unasked", responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[delete("/users/delete-user-test/")]
async fn delete_user_test(app: App, user: User) -> Result<Confirmation> {
    if user.kind != AccountKind::Guest {
        login::require_recent(&app, &user).await?;
    }
    leave(&app, &user).await?;
    Ok(Confirmation::new("The account is deleted."))
}

async fn leave(app: &App, user: &Principal) -> Result<()> {
    delete_with_notice(app, user)
        .await
        .map_err(|failed| failed.with_message("Something went wrong while deleting user"))
}

/// Deletes an account and notifies everyone affected.
pub async fn delete_with_notice(app: &AppState, user: &Principal) -> Result<()> {
    for group in deletion::groups(&app.db, user.user).await? {
        leave_group(app, user, group).await?;
    }
    end_all(app, user.user).await?;
    let left = deletion::delete(&app.db, user.user, Timestamp::now()).await?;
    // Bookings and orders that were made meanwhile. A closed company takes none.
    end_all(app, user.user).await?;
    // Groups that the account was added to meanwhile. After the deletion, no one can add it.
    for group in deletion::groups(&app.db, user.user).await? {
        leave_group(app, user, group).await?;
    }
    for session in left.sessions {
        end_session(app, session, false).await?;
    }
    app.hub.chats_moved(&left.chats);
    for friend in left.friends {
        app.hub.friends_changed(user.user, friend, FriendshipChange::Unfriended).await?;
    }
    for company in left.companies {
        app.hub.team_changed(company).await?;
        app.hub.account_changed(team::account(&app.db, company).await?).await?;
    }
    for reel in left.reels {
        app.hub.reel_account_deleted(reel);
    }
    for member in left.moved {
        app.hub.company_activated(member, &[]).await?;
    }
    Ok(app.hub.account_changed(user.user).await?)
}

/// Leaves a group through its room, which notifies the members and transfers ownership.
async fn leave_group(app: &AppState, user: &Principal, group: ChatId) -> Result<()> {
    let now = Timestamp::now();
    let id = CommandId::of(now, app.ids.next(now));
    match app.hub.ask_chat(user, group, id, Command::Remove { user: user.user }).await {
        // The account is no longer a member.
        Err(refusal) if refusal.code != WireError::NOT_FOUND.code => {
            Err(Error::Unavailable(format!("a group could not be left: {}", refusal.message)))
        }
        _ => Ok(()),
    }
}

/// All data of an account.
#[derive(Serialize, ToSchema)]
pub struct Export {
    profile: Profile,
    settings: Privacy,
    two_factor: bool,
    social_identities: Vec<export::SocialIdentity>,
    sessions: Vec<SignedInDevice>,
    friends: Vec<UserCard>,
    blocked: Vec<UserCard>,
    media: Vec<export::ExportedFile>,
    documents: Vec<export::ExportedDocument>,
    favourite_categories: Vec<String>,
    addresses: Vec<DeliveryAddress>,
    bookings: Vec<export::ExportedBooking>,
    orders: Vec<purchases::ExportedOrder>,
    /// Lines of the orders.
    order_lines: Vec<purchases::ExportedOrderLine>,
    returns: Vec<purchases::ExportedReturn>,
    cart_lines: Vec<purchases::ExportedCartLine>,
    saved_cards: Vec<purchases::ExportedCard>,
    coins: Vec<purchases::ExportedCoins>,
    reviews: Vec<export::ExportedReview>,
    followed_companies: Vec<export::FollowedCompany>,
    waitlist: Vec<export::ExportedWaitlistEntry>,
    ticket_messages: Vec<export::ExportedTicketMessage>,
    feedback: Vec<export::ExportedFeedback>,
    notifications: Vec<export::ExportedNotification>,
    notification_preferences: Vec<export::ExportedPreference>,
    reels: ExportedReels,
    chats: Vec<export::ExportedChat>,
    /// Messages sent by the account, by chat and in order.
    messages: Vec<export::ExportedMessage>,
}

/// Export your data
///
/// A JSON file with all data of the account, streamed while it is read.
#[utoipa::path(tag = "users", operation_id = "account_export", responses((status = 200, body = Export)), security(("bearer" = [])))]
#[get("/users/export/")]
async fn export_account(app: App, user: User) -> Result<HttpResponse> {
    app.limits.check(RateLimitKey::Exports(user.user.0), Timestamp::now())?;
    let name = account::profile(&app.db, user.user).await?.user_name;
    // Buffers at most 4 chunks ahead of the client.
    let (pieces, read) = mpsc::channel(4);
    let state = app.shared();
    let current = user.0;
    actix_rt::spawn(async move {
        let out = Out { pieces: pieces.clone() };
        if let Err(failed) = write(&state, current, &out).await {
            // Aborts the connection, so that the client notices the incomplete file.
            let _ = pieces.send(Err(failed)).await;
        }
    });
    let body = stream::unfold(read, |mut read| async { read.recv().await.map(|piece| (piece, read)) });
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"plaza-{name}.json\"")))
        .streaming(Box::pin(body)))
}

/// Output of the export, in chunks.
struct Out {
    pieces: mpsc::Sender<Result<Bytes>>,
}

impl Out {
    async fn text(&self, text: String) -> Result<()> {
        // The client has disconnected; the export stops.
        self.pieces.send(Ok(Bytes::from(text))).await.map_err(|_| Error::internal("the reader of an export has gone"))
    }

    async fn field(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let value = serde_json::to_string(value).map_err(Error::internal)?;
        self.text(format!("\"{name}\":{value},\n")).await
    }
}

async fn write(app: &AppState, user: Principal, out: &Out) -> Result<()> {
    let (db, id) = (&app.db, user.user);
    out.text("{".to_owned()).await?;
    out.field("profile", &account::profile(db, id).await?).await?;
    out.field("settings", &privacy::of(db, &[id]).await?.remove(&id).unwrap_or_default()).await?;
    out.field("two_factor", &two_factor::is_on(db, id).await?).await?;
    out.field("social_identities", &export::social_identities(db, id).await?).await?;
    let sessions = session::list(db, id, Timestamp::now()).await?;
    let devices = sessions.into_iter().map(|open| SignedInDevice::new(open, user.session));
    out.field("sessions", &devices.collect::<Vec<_>>()).await?;
    out.field("friends", &export::friends(db, id).await?).await?;
    out.field("blocked", &export::blocked(db, id).await?).await?;
    out.field("media", &export::files(db, id).await?).await?;
    out.field("documents", &export::documents(db, id).await?).await?;
    out.field("favourite_categories", &export::favourite_categories(db, id).await?).await?;
    out.field("addresses", &delivery_address::list(db, id).await?).await?;
    out.field("bookings", &export::bookings(db, id).await?).await?;
    out.field("orders", &purchases::orders(db, id).await?).await?;
    out.field("order_lines", &purchases::order_lines(db, id).await?).await?;
    out.field("returns", &purchases::returns(db, id).await?).await?;
    out.field("cart_lines", &purchases::cart_lines(db, id).await?).await?;
    out.field("saved_cards", &purchases::cards(db, id).await?).await?;
    out.field("coins", &purchases::coins(db, id).await?).await?;
    out.field("reviews", &export::reviews(db, id).await?).await?;
    out.field("followed_companies", &export::followed_companies(db, id).await?).await?;
    out.field("waitlist", &export::waitlist(db, id).await?).await?;
    out.field("ticket_messages", &export::ticket_messages(db, id).await?).await?;
    out.field("feedback", &export::feedback(db, id).await?).await?;
    out.field("notifications", &export::notifications(db, id).await?).await?;
    out.field("notification_preferences", &export::preferences(db, id).await?).await?;
    out.field("reels", &reel_export::of_account(db, id).await?).await?;
    out.field("chats", &export::chats(db, id).await?).await?;
    out.text("\"messages\":[".to_owned()).await?;
    let mut after = (ChatId(0), 0);
    let mut separator = "\n";
    loop {
        let said = export::messages(db, id, after, MESSAGES).await?;
        let Some(last) = said.last() else { break };
        after = (last.chat_id, last.seq);
        let mut text = String::new();
        for message in &said {
            text.push_str(separator);
            text.push_str(&serde_json::to_string(message).map_err(Error::internal)?);
            separator = ",\n";
        }
        out.text(text).await?;
    }
    out.text("]}\n".to_owned()).await
}
