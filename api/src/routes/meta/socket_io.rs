//! Socket.IO over HTTP long polling.

use actix_web::{HttpRequest, HttpResponse, http::Method, web};
use bytes::Bytes;
use hub::transport::socket_io::{
    Answer,
    engine::{EngineError, Query},
};

use crate::{
    http::{
        engine_io::{self, PollingPost},
        extract::{App, ClientInfo},
    },
    server::upgrade::origin_may,
};

/// Handles `/socket.io/` for polling clients. Errors have the form of Engine.IO, which its clients understand.
pub async fn polling(app: App, device: ClientInfo, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let head = request.head();
    let mut post = PollingPost::new(head, payload.into_inner());
    if !origin_may(head, &app.config.origins) {
        return post.answer(EngineError::Forbidden.into());
    }
    let mut response = if head.method == Method::OPTIONS && head.headers.contains_key("origin") {
        post.answer(Answer { status: 204, content_type: "text/plain", body: Bytes::new() })
    } else {
        let answer = answer(&app, &device, &request, &mut post).await;
        post.answer(answer)
    };
    engine_io::allow_origin(head, response.headers_mut());
    response
}

async fn answer(app: &App, device: &ClientInfo, request: &HttpRequest, post: &mut PollingPost) -> Answer {
    let (is_get, is_post) = (request.method() == Method::GET, request.method() == Method::POST);
    let query = request.query_string();
    // A new session counts as a new connection, because its TCP connection may be old.
    let begins = matches!(Query::parse(query, is_get, false), Ok(Query::Open(_)));
    if begins && app.connections.check(device.address).is_err() {
        return EngineError::TooMany.into();
    }
    app.hub.polling(device.address, is_get, is_post, query, async |limit| post.read(limit).await).await
}
