//! HTTP layer around the handlers: middleware, extractors, forms, responses, rate limits and the OpenAPI document.

pub(crate) mod engine_io;
pub(crate) mod extract;
pub(crate) mod file_range;
pub mod forms;
pub(crate) mod middleware;
pub mod openapi;
pub mod page_cache;
pub(crate) mod rate_limit;
pub(crate) mod request_key;
pub(crate) mod response;
pub(crate) mod spa;
pub(crate) mod unread_body;
