//! Envelope of success responses: `{status, statusCode, message, data, …}`.

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder, Responder,
    body::BoxBody,
    http::{StatusCode, header},
};
use serde::Serialize;
use store::types::timestamp::Timestamp;
use utoipa::ToSchema;

use crate::error::{Error, Result};

/// Success response with data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// Always true.
    status: bool,
    /// HTTP status code.
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    data: T,
}

impl<T> Envelope<T> {
    pub fn ok(data: T) -> Self {
        Self { status: true, status_code: 200, message: "OK".to_owned(), data }
    }

    pub fn created(data: T) -> Self {
        Self { status: true, status_code: 201, message: "Created".to_owned(), data }
    }

    pub fn data(&self) -> &T {
        &self.data
    }
}

impl<T: Serialize> Responder for Envelope<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Success response with a message only.
#[derive(Debug, Serialize, ToSchema)]
pub struct Confirmation {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
}

impl Confirmation {
    pub fn new(message: &str) -> Self {
        Self { status: true, status_code: 200, message: message.to_owned() }
    }
}

impl Responder for Confirmation {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    data: Vec<T>,
    page: i64,
    per_page: i64,
    /// Total number of rows on all pages.
    total: i64,
    /// Number of the next page, if any.
    next: Option<i64>,
}

impl<T> Page<T> {
    pub fn new(data: Vec<T>, paging: Pagination, total: i64) -> Self {
        let Pagination { page, per_page } = paging;
        let next = (page * per_page < total).then_some(page + 1);
        Self { status: true, status_code: 200, message: "OK".to_owned(), data, page, per_page, total, next }
    }
}

impl<T: Serialize> Responder for Page<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Cursor page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct CursorPage<T> {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    data: Vec<T>,
    /// `before` of the next page, if any. A page may be short and still have a next page.
    next: Option<i64>,
}

impl<T> CursorPage<T> {
    pub fn new(data: Vec<T>, next: Option<i64>) -> Self {
        Self { status: true, status_code: 200, message: "OK".to_owned(), data, next }
    }
}

impl<T: Serialize> Responder for CursorPage<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Page of a list whose cursor is an opaque text.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenPage<T> {
    status: bool,
    #[serde(rename = "statusCode")]
    status_code: u16,
    message: String,
    data: Vec<T>,
    /// `cursor` of the next page, if any. A page may be short and still have a next page.
    next: Option<String>,
}

impl<T> TokenPage<T> {
    pub fn new(data: Vec<T>, next: Option<String>) -> Self {
        Self { status: true, status_code: 200, message: "OK".to_owned(), data, next }
    }
}

impl<T: Serialize> Responder for TokenPage<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answer(self.status_code, &self)
    }
}

/// Validated page request.
#[derive(Clone, Copy, Debug)]
pub struct Pagination {
    pub page: i64,
    pub per_page: i64,
}

impl Pagination {
    /// Reads page number and size. Defaults to the first page with `usual` rows.
    pub fn checked(page: Option<i64>, per_page: Option<i64>, usual: i64) -> Result<Self> {
        let paging = Self { page: page.unwrap_or(1), per_page: per_page.unwrap_or(usual) };
        // The upper bound keeps the offset far from overflow.
        if !(1..=1_000_000).contains(&paging.page) {
            return Err(Error::field("page", "Expected a number from 1."));
        }
        if !(1..=100).contains(&paging.per_page) {
            return Err(Error::field("per_page", "Expected a number from 1 to 100."));
        }
        Ok(paging)
    }

    /// Rows before this page.
    pub fn offset(self) -> i64 {
        (self.page - 1) * self.per_page
    }
}

/// Checks that a range of times does not end before it begins.
pub fn check_range(from: Option<Timestamp>, to: Option<Timestamp>) -> Result<()> {
    match from.zip(to) {
        Some((from, to)) if to < from => Err(Error::field("to", "Choose a time after the first.")),
        _ => Ok(()),
    }
}

/// Returns the head of a file to save, which no cache keeps.
pub fn attachment(content_type: &str, name: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(content_type)
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    response
}

pub fn answer(status_code: u16, body: &impl Serialize) -> HttpResponse {
    HttpResponse::build(StatusCode::from_u16(status_code).unwrap_or(StatusCode::OK)).json(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_next_until_last_page() {
        let next = |page, total| Page::<u8>::new(Vec::new(), Pagination { page, per_page: 10 }, total).next;
        assert_eq!(
            (next(1, 0), next(1, 10), next(1, 11), next(2, 20), next(2, 21)),
            (None, None, Some(2), None, Some(3))
        );
    }
}
