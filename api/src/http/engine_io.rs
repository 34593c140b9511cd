//! Responses of `/socket.io/`: Engine.IO errors `{code, message}` and the CORS headers.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use actix_http::RequestHead;
use actix_web::{
    HttpResponse,
    body::{BodySize, MessageBody},
    dev::Payload,
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderValue},
    },
};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use hub::transport::socket_io::{Answer, engine::EngineError};

use crate::error::Error;

/// Post timeout: 64 KiB at 30 kbit/s.
const POST_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout for a client to read the response to an unread request. Then the connection is closed.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);
/// Bytes of an unread request to discard meanwhile. Most clients read the response only after sending everything.
const MAX_DISCARDED: usize = 1024 * 1024;
/// Preflight cache lifetime in browsers, the maximum of Chromium.
const PREFLIGHT_SECONDS: &str = "7200";

/// Returns the Engine.IO error for an error.
pub fn refusal(error: &Error) -> EngineError {
    match error {
        Error::NotAllowed => EngineError::Forbidden,
        Error::TooMany(_) => EngineError::TooMany,
        Error::Unavailable(_) => EngineError::Unavailable,
        Error::TooLarge(_) => EngineError::TooLarge,
        Error::Timeout => EngineError::Timeout,
        _ => EngineError::BadRequest,
    }
}

/// CORS headers for a page of another, allowed origin. Credentials are allowed for load balancers with sticky-session
/// cookies; this server sets none.
pub fn allow_origin(request: &RequestHead, headers: &mut HeaderMap) {
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    let Some(origin) = request.headers.get(header::ORIGIN) else { return };
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    if request.method != Method::OPTIONS {
        return;
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_SECONDS));
    // Any request header is allowed: none has a meaning here.
    if let Some(asked) = request.headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
}

/// Incoming post payload.
pub struct PollingPost {
    payload: Payload,
    /// Content length, if the client sent it.
    announced: Option<usize>,
    /// Set at the end of the payload.
    is_read: bool,
}

impl PollingPost {
    pub fn new(request: &RequestHead, payload: Payload) -> Self {
        let length = request.headers.get(header::CONTENT_LENGTH);
        let announced = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let is_read = announced.unwrap_or(0) == 0 && !request.headers.contains_key(header::TRANSFER_ENCODING);
        Self { payload, announced, is_read }
    }

    /// Reads the whole payload. Fails early if it exceeds `limit`, times out or is incomplete.
    pub async fn read(&mut self, limit: usize) -> Result<Bytes, EngineError> {
        self.read_within(POST_TIMEOUT, limit).await
    }

    async fn read_within(&mut self, timeout: Duration, limit: usize) -> Result<Bytes, EngineError> {
        if self.announced.is_some_and(|length| length > limit) {
            return Err(EngineError::TooLarge);
        }
        let read = async {
            let mut body = BytesMut::new();
            while let Some(chunk) = self.payload.next().await {
                let chunk = chunk.map_err(|_| EngineError::BadRequest)?;
                if body.len() + chunk.len() > limit {
                    return Err(EngineError::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            if self.announced.is_some_and(|length| length != body.len()) {
                return Err(EngineError::BadRequest);
            }
            Ok(body.freeze())
        };
        let body = actix_rt::time::timeout(timeout, read).await.unwrap_or(Err(EngineError::Timeout))?;
        self.is_read = true;
        Ok(body)
    }

    /// Sends the response. If the payload is unread, then closes the connection without reading more.
    pub fn answer(self, answer: Answer) -> HttpResponse {
        let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = HttpResponse::build(status);
        response.content_type(answer.content_type);
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.insert_header((header::RETRY_AFTER, "1"));
        }
        if self.is_read {
            return response.body(answer.body);
        }
        response.force_close();
        response.body(Unread {
            length: answer.body.len() as u64,
            text: Some(answer.body),
            payload: self.payload,
            discarded: 0,
            until: Box::pin(actix_rt::time::sleep(LINGER_TIMEOUT)),
        })
    }
}

/// Body of a response to an unread request. actix-http reads a dropped payload to its end, whatever its size. This
/// payload is kept instead. Past [`MAX_DISCARDED`] the connection reads only into its buffer, and closes if the client
/// continues to send.
struct Unread {
    text: Option<Bytes>,
    length: u64,
    payload: Payload,
    discarded: usize,
    until: Pin<Box<actix_rt::time::Sleep>>,
}

impl MessageBody for Unread {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.length)
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if let Some(text) = self.text.take() {
            return Poll::Ready(Some(Ok(text)));
        }
        while self.discarded < MAX_DISCARDED {
            match self.payload.poll_next_unpin(context) {
                Poll::Ready(Some(Ok(chunk))) => self.discarded += chunk.len(),
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Some(Err(io::ErrorKind::ConnectionAborted.into()))),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => break,
            }
        }
        self.until.as_mut().poll(context).map(|()| Some(Err(io::ErrorKind::ConnectionAborted.into())))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{error::PayloadError, test::TestRequest};
    use futures_util::{Stream, stream};

    use super::*;

    const LIMIT: usize = 100;

    /// Reads a post made of these pieces whose head announces `length` bytes.
    async fn read(
        length: Option<usize>,
        pieces: impl Stream<Item = Result<Bytes, PayloadError>> + 'static,
    ) -> Result<Bytes, EngineError> {
        let request = length.map_or_else(TestRequest::default, |length| {
            TestRequest::default().insert_header((header::CONTENT_LENGTH, length.to_string()))
        });
        let boxed: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(pieces);
        let mut post = PollingPost::new(request.to_http_request().head(), Payload::from(boxed));
        post.read_within(Duration::from_millis(50), LIMIT).await
    }

    fn piece(bytes: usize) -> Result<Bytes, PayloadError> {
        Ok(Bytes::from(vec![b'x'; bytes]))
    }

    #[actix_web::test]
    async fn post_is_rejected_when_large_late_or_incomplete() {
        assert_eq!(read(Some(60), stream::iter([piece(30), piece(30)])).await.map(|body| body.len()), Ok(60));
        assert_eq!(read(None, stream::iter([piece(60), piece(60)])).await, Err(EngineError::TooLarge));
        // The announced length exceeds the limit, so the server does not wait.
        assert_eq!(read(Some(LIMIT + 1), stream::pending()).await, Err(EngineError::TooLarge));
        assert_eq!(read(Some(60), stream::iter([piece(30)])).await, Err(EngineError::BadRequest), "cut short");
        let broken = [piece(30), Err(PayloadError::Incomplete(None))];
        assert_eq!(read(None, stream::iter(broken)).await, Err(EngineError::BadRequest));
        // Occasional bytes do not extend the timeout.
        let drip = stream::unfold((), |()| async {
            actix_rt::time::sleep(Duration::from_millis(5)).await;
            Some((piece(1), ()))
        });
        assert_eq!(read(Some(60), drip).await, Err(EngineError::Timeout));
    }
}
