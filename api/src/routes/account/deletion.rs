//! Leaving for good, and taking one's own things along.

use actix_web::{HttpResponse, delete, get, http::header, post};
use bytes::Bytes;
use futures_util::stream;
use hub::{
    Principal,
    protocol::Refusal,
    topics::{chat::Command, friends::Between},
};
use serde::{Deserialize, Serialize};
use store::{
    account::{
        self, AccountKind, Profile, UserCard, deletion, export,
        privacy::{self, Privacy},
    },
    chat::CommandId,
    security::{session, two_factor},
    types::{ids::ChatId, timestamp::Millis},
};
use tokio::sync::mpsc;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::routes::auth::sessions::SignedInDevice;
use crate::{
    app_state::State,
    auth::login::{self, Proof, end_session},
    error::{Error, Result},
    http::{
        extract::{App, Body, Device, User},
        rate_limit::Key,
        response::Done,
    },
};

/// Messages that are read at a time for an export.
const MESSAGES: i64 = 500;

pub fn routes(api: &mut ServiceConfig) {
    api.service(delete_account).service(delete_user_test).service(export_account);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// Of the account, where it has one. Else it signs in within five minutes before.
    password: Option<String>,
    /// Of the authenticator app, instead of the password.
    code: Option<String>,
    /// Instead of `code`, where the app is lost.
    recovery_code: Option<String>,
}

/// Delete one's own account
///
/// Its name, its address and everything else that tells who it was go at once, with its sessions, files, friends and
/// settings. What it said in chats stays, as from "Deleted account". There is no way back.
#[utoipa::path(
    tag = "users", operation_id = "account_delete", request_body = Option<DeleteAccount>, responses((status = 200, body = Done)), security(("bearer" = []))
)]
#[post("/users/account/delete/")]
async fn delete_account(app: App, user: User, device: Device, form: Body<DeleteAccount>) -> Result<Done> {
    // A guest has nothing to prove itself with but its bearer.
    if user.kind != AccountKind::Guest {
        let DeleteAccount { password, code, recovery_code } = form.0;
        login::prove(&app, &user, &device, Proof { password, code, recovery_code }).await?;
    }
    leave(&app, &user).await?;
    Ok(Done::saying("The account is deleted."))
}

/// Delete one's own account, without being asked again
///
/// The same as `POST /users/account/delete/`, within five minutes of a sign-in: it takes no password. Later it is refused.
/// A guest, who cannot sign in again, deletes its account at any time.
#[utoipa::path(tag = "users", operation_id = "account_delete_unasked", responses((status = 200, body = Done)), security(("bearer" = [])))]
#[delete("/users/delete-user-test/")]
async fn delete_user_test(app: App, user: User) -> Result<Done> {
    if user.kind != AccountKind::Guest {
        login::require_recent(&app, &user).await?;
    }
    leave(&app, &user).await?;
    Ok(Done::saying("The account is deleted."))
}

async fn leave(app: &App, user: &Principal) -> Result<()> {
    say_farewell(app, user).await.map_err(|failed| failed.saying("Something went wrong while deleting user"))
}

/// Ends an account, and tells everybody whom it concerns.
async fn say_farewell(app: &App, user: &Principal) -> Result<()> {
    for group in deletion::groups(&app.db, user.user).await? {
        leave_group(app, user, group).await?;
    }
    let left = deletion::delete(&app.db, user.user, Millis::now()).await?;
    // Those into which somebody brought it meanwhile. From now on nobody can.
    for group in deletion::groups(&app.db, user.user).await? {
        leave_group(app, user, group).await?;
    }
    for session in left.sessions {
        end_session(app, session, false).await?;
    }
    app.hub.chats_moved(&left.chats);
    for friend in left.friends {
        app.hub.friends_changed(user.user, friend, Between::Parted).await?;
    }
    Ok(app.hub.account_changed(user.user).await?)
}

/// Leaves through the group's room, which tells the others and passes the ownership on.
async fn leave_group(app: &App, user: &Principal, group: ChatId) -> Result<()> {
    let now = Millis::now();
    let id = CommandId::of(now, app.ids.next(now));
    match app.hub.ask_chat(user, group, id, Command::Remove { user: user.user }).await {
        // Somebody else was quicker.
        Err(refusal) if refusal.code != Refusal::NOT_FOUND.code => {
            Err(Error::Unavailable(format!("a group could not be left: {}", refusal.message)))
        }
        _ => Ok(()),
    }
}

/// Everything that an account owns.
#[derive(Serialize, ToSchema)]
pub struct Export {
    profile: Profile,
    settings: Privacy,
    two_factor: bool,
    social_identities: Vec<export::SocialIdentity>,
    sessions: Vec<SignedInDevice>,
    friends: Vec<UserCard>,
    blocked: Vec<UserCard>,
    media: Vec<export::File>,
    chats: Vec<export::Joined>,
    /// What the account itself said, by chat and in order.
    messages: Vec<export::Said>,
}

/// Take one's own data along
///
/// A JSON file of everything that the account owns, written as it is read.
#[utoipa::path(tag = "users", operation_id = "account_export", responses((status = 200, body = Export)), security(("bearer" = [])))]
#[get("/users/export/")]
async fn export_account(app: App, user: User) -> Result<HttpResponse> {
    app.limits.take(Key::Exports(user.user.0), Millis::now())?;
    let name = account::profile(&app.db, user.user).await?.user_name;
    // A few pieces ahead of whoever reads them, and no more.
    let (pieces, read) = mpsc::channel(4);
    let state = app.shared();
    let current = user.0;
    actix_rt::spawn(async move {
        let out = Out { pieces: pieces.clone() };
        if let Err(failed) = write(&state, current, &out).await {
            // A cut connection tells that the file is not whole.
            let _ = pieces.send(Err(failed)).await;
        }
    });
    let body = stream::unfold(read, |mut read| async { read.recv().await.map(|piece| (piece, read)) });
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"plaza-{name}.json\"")))
        .streaming(Box::pin(body)))
}

/// Where the pieces of a file go.
struct Out {
    pieces: mpsc::Sender<Result<Bytes>>,
}

impl Out {
    async fn text(&self, text: String) -> Result<()> {
        // Whoever asked has gone: then there is nothing more to write.
        self.pieces.send(Ok(Bytes::from(text))).await.map_err(|_| Error::internal("the reader of an export has gone"))
    }

    async fn field(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let value = serde_json::to_string(value).map_err(Error::internal)?;
        self.text(format!("\"{name}\":{value},\n")).await
    }
}

async fn write(app: &State, user: Principal, out: &Out) -> Result<()> {
    let (db, id) = (&app.db, user.user);
    out.text("{".to_owned()).await?;
    out.field("profile", &account::profile(db, id).await?).await?;
    out.field("settings", &privacy::of(db, &[id]).await?.remove(&id).unwrap_or_default()).await?;
    out.field("two_factor", &two_factor::is_on(db, id).await?).await?;
    out.field("social_identities", &export::social_identities(db, id).await?).await?;
    let sessions = session::list(db, id, Millis::now()).await?;
    let devices = sessions.into_iter().map(|open| SignedInDevice::new(open, user.session));
    out.field("sessions", &devices.collect::<Vec<_>>()).await?;
    out.field("friends", &export::friends(db, id).await?).await?;
    out.field("blocked", &export::blocked(db, id).await?).await?;
    out.field("media", &export::files(db, id).await?).await?;
    out.field("chats", &export::chats(db, id).await?).await?;
    out.text("\"messages\":[".to_owned()).await?;
    let mut after = (ChatId(0), 0);
    let mut separator = "\n";
    loop {
        let said = export::said(db, id, after, MESSAGES).await?;
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
