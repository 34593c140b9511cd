//! Socket.IO without a WebSocket: requests that are held until there is something to tell.

use actix_web::{HttpRequest, HttpResponse, http::Method, http::StatusCode, web};
use bytes::BytesMut;
use futures_util::StreamExt as _;
use hub::socket_io::engine::Query;

use crate::{
    error::{Error, Result},
    extract::{App, Device},
    upgrade::origin_may,
};

/// `/socket.io/` for whoever polls. What is refused is refused in the words of Engine.IO, which its clients know.
pub async fn polling(
    app: App,
    device: Device,
    request: HttpRequest,
    mut payload: web::Payload,
) -> Result<HttpResponse> {
    if !origin_may(request.head(), &app.config.origins) {
        return Err(Error::NotAllowed);
    }
    let (is_get, is_post) = (request.method() == Method::GET, request.method() == Method::POST);
    // A session is a connection more, over one that was let in long ago.
    let begins = matches!(Query::parse(request.query_string(), is_get, false), Ok(Query::Open(_)));
    if begins && app.gate.knock(device.address).is_err() {
        return Err(Error::TooMany(1));
    }
    // A little more than is allowed, so that the live part sees that it is too much.
    let limit = app.hub.core().limits.frame as usize;
    let body = async {
        let mut body = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            body.extend_from_slice(&chunk.ok()?);
            if body.len() > limit {
                break;
            }
        }
        Some(body.freeze())
    };
    let answer = app.hub.polling(device.address, is_get, is_post, request.query_string(), body).await;
    let status = StatusCode::from_u16(answer.status).map_err(Error::internal)?;
    Ok(HttpResponse::build(status).content_type(answer.content_type).body(answer.body))
}
