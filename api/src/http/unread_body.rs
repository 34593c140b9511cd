//! Closes connections whose client is still sending a body that no handler reads.
//!
//! An early response (not signed in, too large, too slow) ends the request but not its body. With a content length,
//! actix-http closes the connection after its disconnect timeout. It reads a dropped chunked body to its end, without a
//! limit in bytes or time. While the response holds the request body, the body counts as unread, and the connection
//! closes in both cases.

use std::{
    cell::{Cell, RefCell},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};

use actix_web::{
    HttpMessage as _,
    body::{BodySize, BoxBody, EitherBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
};
use bytes::Bytes;
use futures_util::Stream;

/// Request body, shared by the handler that reads it and an early response.
#[derive(Clone)]
pub struct RequestBody(Rc<Shared>);

struct Shared {
    payload: RefCell<Payload>,
    is_read: Cell<bool>,
}

impl RequestBody {
    /// Takes the body of a request and gives the handler a view of it. `None`: the request has no body.
    pub fn of(request: &mut ServiceRequest) -> Option<Self> {
        let payload = request.take_payload();
        if matches!(payload, Payload::None) {
            return None;
        }
        let body = Self(Rc::new(Shared { payload: RefCell::new(payload), is_read: Cell::new(false) }));
        request.set_payload(Payload::Stream { payload: Box::pin(body.clone()) });
        Some(body)
    }

    fn is_read(&self) -> bool {
        self.0.is_read.get()
    }
}

impl Stream for RequestBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = Pin::new(&mut *self.0.payload.borrow_mut()).poll_next(context);
        if let Poll::Ready(None) = polled {
            self.0.is_read.set(true);
        }
        polled
    }
}

/// Response body that holds the unread body of its request.
pub struct Holding {
    body: BoxBody,
    _request: RequestBody,
}

impl MessageBody for Holding {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// Makes the response hold the request body unless that was read to its end.
pub fn hold_unread<B: MessageBody + 'static>(
    response: ServiceResponse<B>,
    request: Option<RequestBody>,
) -> ServiceResponse<EitherBody<B, Holding>> {
    match request.filter(|request| !request.is_read()) {
        None => response.map_into_left_body(),
        Some(request) => {
            response.map_body(|_, body| Holding { body: BoxBody::new(body), _request: request }).map_into_right_body()
        }
    }
}
