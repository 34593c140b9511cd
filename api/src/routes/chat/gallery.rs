//! The files that a chat shows.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    chat::{self, ChatFile},
    ids::ChatId,
    media::MediaKind,
};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    envelope::Stretch,
    error::{Error, Result},
    extract::{App, Query, Registered},
};

/// Messages in a stretch unless said otherwise.
const MESSAGES: i64 = 40;

pub fn routes(api: &mut ServiceConfig) {
    api.service(files);
}

/// Which files are wanted.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FileKind {
    Picture,
    Video,
    Voice,
    File,
}

impl From<FileKind> for MediaKind {
    fn from(kind: FileKind) -> Self {
        match kind {
            FileKind::Picture => Self::Image,
            FileKind::Video => Self::Video,
            FileKind::Voice => Self::Voice,
            FileKind::File => Self::File,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FilesQuery {
    /// All kinds without it.
    #[param(inline)]
    kind: Option<FileKind>,
    /// Those of messages before this sequence number.
    before: Option<i64>,
    /// Messages whose files are shown at most: 1 to 100, 40 unless given.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// The files of a chat
///
/// The newest first. The files of one message stay together.
#[utoipa::path(
    tag = "chat",
    params(("chat_id" = ChatId, Path), FilesQuery),
    responses((status = 200, body = Stretch<ChatFile>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/media/")]
async fn files(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    query: Query<FilesQuery>,
) -> Result<Stretch<ChatFile>> {
    let FilesQuery { kind, before, limit } = query.0;
    let before = before.unwrap_or(i64::MAX);
    if before < 0 {
        return Err(Error::field("before", "Expected a sequence number, from 0."));
    }
    let limit = match limit.unwrap_or(MESSAGES) {
        limit @ 1..=100 => limit,
        _ => return Err(Error::field("limit", "Expected a number from 1 to 100.")),
    };
    let kind = kind.map(MediaKind::from);
    let (files, next) = chat::files(&app.db, user.user, chat.into_inner(), kind, before, limit).await?;
    Ok(Stretch::new(files, next))
}
