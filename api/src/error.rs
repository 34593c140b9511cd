//! Errors of requests: a status, a code for programs, a message for the user.

use std::{cell::RefCell, collections::BTreeMap, io};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use hub::protocol::WireError;
use serde::Serialize;
use store::types::{ids::CompanyId, timestamp::Timestamp};
use utoipa::ToSchema;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Messages by field.
pub type Fields = BTreeMap<String, Vec<String>>;

/// Returns a wait of milliseconds in whole seconds, rounded up, as `Retry-After` states it.
pub fn retry_after(wait: i64) -> u32 {
    u32::try_from(wait.saturating_add(Timestamp::SECOND - 1) / Timestamp::SECOND).unwrap_or(u32::MAX)
}

#[derive(Debug)]
pub enum Error {
    /// The request has no bearer token.
    Unauthenticated,
    /// Same, with the message that the specification prescribes for comments.
    TokenMissing,
    /// The token is forged, damaged or expired.
    InvalidToken,
    /// The session of the token has ended.
    SessionRevoked,
    InvalidCredentials,
    /// The challenge of a two-factor login is expired or has no attempts left.
    ChallengeExpired,
    /// The response of a social login provider failed verification.
    SocialRefused,
    /// Two-factor login is already enabled.
    TwoFactorOn,
    /// Two-factor login is not enabled.
    TwoFactorOff,
    /// The code does not exist, is expired or has no attempts left.
    CodeExpired,
    /// The source has no attempts at short codes left. The link in the e-mail still works.
    LinkOnly,
    /// An account without a password requires a login within the last minutes.
    SignInAgain,
    /// The request requires an account; guests are rejected.
    GuestRefused,
    NotAllowed,
    NotFound,
    /// The path exists with these methods.
    MethodNotAllowed(Vec<String>),
    /// The request cannot be parsed. The message names the error.
    Malformed(String),
    /// The request can be parsed, but these fields are invalid.
    Validation(Fields),
    /// The body exceeds this many bytes.
    TooLarge(usize),
    UnsupportedType(&'static str),
    /// Audio and video require an encoder that this server does not have.
    EncoderUnavailable,
    /// The account's daily upload quota is used up. Retry after this many seconds.
    UploadQuota(u32),
    /// The network has checked too many e-mail addresses today. Retry after this many seconds.
    EmailChecks(u32),
    /// The disk has no space for user files. The cause is logged.
    StorageFull(String),
    /// The request conflicts with the current state.
    Conflict(Conflict),
    /// The hub has rejected the request.
    Hub(WireError),
    /// Rate limit exceeded. Retry after this many seconds.
    TooMany(u32),
    /// The body did not arrive before the timeout.
    Timeout,
    /// The search index is being made.
    SearchPreparing,
    /// A required dependency is unavailable.
    Unavailable(String),
    /// `Internal` with the message that the specification prescribes.
    Failed {
        says: &'static str,
        cause: String,
    },
    /// Internal server error. The cause is logged and not sent to the client.
    Internal(String),
}

/// Conflict with the current state: its code and message, and the amount that applies now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub code: &'static str,
    pub message: &'static str,
    /// Minor units.
    pub amount: Option<i64>,
}

/// Body of an error response.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always false.
    status: bool,
    /// The HTTP status.
    #[serde(rename = "statusCode")]
    status_code: u16,
    /// Message for the user.
    message: String,
    /// Code for programs. Stable; also a translation key.
    #[schema(example = "validation")]
    code: String,
    /// Messages by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Fields>,
    /// Amount that applies now, in minor units, where another was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<i64>,
    /// Request id in the server's log. Set for internal errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

tokio::task_local! {
    /// Current request: its id and the cause of its failure, for the log, and the company that it is meant for.
    pub static REQUEST_CONTEXT: Request;
}

/// Context that an error and its request share.
pub struct Request {
    pub id: String,
    pub cause: RefCell<Option<String>>,
    /// Company that the client believes to act for.
    pub company: Option<CompanyId>,
}

impl Error {
    /// Returns a conflict with this code and message.
    pub fn conflict(code: &'static str, message: &'static str) -> Self {
        Self::Conflict(Conflict { code, message, amount: None })
    }

    /// Returns a validation error of one field.
    pub fn field(name: &str, says: impl Into<String>) -> Self {
        Self::Validation(Fields::from([(name.to_owned(), vec![says.into()])]))
    }

    /// Returns an internal error with this cause.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// Returns an error for a failed file operation. A full disk returns 507, transient causes 503, others 500.
    pub fn file(cause: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull, TimedOut};
        if matches!(cause.kind(), QuotaExceeded | StorageFull) {
            return Self::StorageFull(cause.to_string());
        }
        let may_pass = matches!(cause.kind(), FileTooLarge | ReadOnlyFilesystem | TimedOut)
            || cause.raw_os_error().is_some_and(|code| [libc::EIO, libc::EMFILE, libc::ENFILE].contains(&code));
        if may_pass { Self::Unavailable(cause.to_string()) } else { Self::Internal(cause.to_string()) }
    }

    /// Sets the message of an internal error. Other errors stay unchanged.
    pub fn with_message(self, says: &'static str) -> Self {
        match self {
            Self::Internal(cause) => Self::Failed { says, cause },
            other => other,
        }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Self::Unauthenticated | Self::TokenMissing => "unauthenticated",
            Self::InvalidToken => "auth.invalid_token",
            Self::SessionRevoked => "auth.session_revoked",
            Self::InvalidCredentials => "auth.invalid_credentials",
            Self::ChallengeExpired => "auth.challenge_expired",
            Self::SocialRefused => "auth.social_refused",
            Self::TwoFactorOn => "auth.two_factor_on",
            Self::TwoFactorOff => "auth.two_factor_off",
            Self::CodeExpired => "auth.code_expired",
            Self::LinkOnly => "auth.link_only",
            Self::SignInAgain => "auth.recent_sign_in",
            Self::GuestRefused => "auth.guest",
            Self::NotAllowed => "not_allowed",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed(_) => "method_not_allowed",
            Self::Malformed(_) => "malformed",
            Self::Validation(_) => "validation",
            Self::TooLarge(_) => "too_large",
            Self::UnsupportedType(_) => "unsupported_type",
            Self::EncoderUnavailable => "media.no_encoder",
            Self::UploadQuota(_) => "media.upload_quota",
            Self::EmailChecks(_) => "auth.email_checks",
            Self::StorageFull(_) => "media.storage_full",
            Self::Conflict(conflict) => conflict.code,
            Self::Hub(refusal) => refusal.code,
            Self::TooMany(_) => "too_many",
            Self::Timeout => "timeout",
            Self::SearchPreparing => "search.preparing",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) | Self::Failed { .. } => "internal",
        }
    }

    /// Returns the body. Also used by responses that [`ResponseError`] does not create.
    pub fn body(&self) -> ErrorBody {
        let errors = if let Self::Validation(fields) = self { Some(fields.clone()) } else { None };
        let amount = if let Self::Conflict(conflict) = self { conflict.amount } else { None };
        let own_fault =
            matches!(self, Self::Unavailable(_) | Self::StorageFull(_) | Self::Internal(_) | Self::Failed { .. });
        let request_id = if own_fault { REQUEST_CONTEXT.try_with(|request| request.id.clone()).ok() } else { None };
        ErrorBody {
            status: false,
            status_code: self.status_code().as_u16(),
            message: self.to_string(),
            code: self.code().to_owned(),
            errors,
            amount,
            request_id,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unauthenticated => "Unauthorized! Token not found.",
            Self::TokenMissing => "Token missing",
            Self::InvalidToken => "The token is not valid any more. Please sign in again.",
            Self::SessionRevoked => "You were signed out. Please sign in again.",
            Self::CodeExpired => "The code has expired. Ask for a new one.",
            Self::LinkOnly => "Too many wrong codes. Ask for a new mail and open the link in it.",
            Self::SignInAgain => "Sign out, sign in again and do this within five minutes.",
            Self::InvalidCredentials => "The e-mail, user name or password is wrong.",
            Self::ChallengeExpired => "The sign-in took too long or too many tries. Please start again.",
            Self::SocialRefused => "The sign-in with this provider did not work. Please try again.",
            Self::TwoFactorOn => "Two-factor sign-in is on already.",
            Self::TwoFactorOff => "Two-factor sign-in is not on.",
            Self::GuestRefused => "Create an account to do this.",
            Self::NotAllowed => "This is not open to your account.",
            Self::NotFound => "There is nothing here.",
            Self::MethodNotAllowed(_) => "This cannot be done here.",
            Self::Malformed(says) => return write!(f, "The request cannot be read: {says}."),
            Self::Validation(fields) if fields.len() == 1 => {
                return f.write_str(fields.values().flatten().next().map_or("A field is wrong.", String::as_str));
            }
            Self::Validation(_) => "Some fields are wrong.",
            Self::TooLarge(limit) => return write!(f, "This is too large: {} KB is the most.", limit / 1024),
            Self::UnsupportedType(expected) => return write!(f, "This kind of content is not taken: {expected}."),
            Self::EncoderUnavailable => "This server takes no recordings and no videos.",
            Self::UploadQuota(_) => "You have uploaded too much today. Please try again later.",
            Self::EmailChecks(_) => {
                "Too many e-mail addresses were checked from your network today. You can still sign up: the address is \
                 checked then."
            }
            Self::StorageFull(_) => "The server has no space for more files right now. Please try again later.",
            Self::Conflict(conflict) => conflict.message,
            Self::Hub(refusal) => refusal.message.as_ref(),
            Self::TooMany(_) => "Too many tries. Please wait a moment.",
            Self::Timeout => "The request took too long to arrive.",
            Self::SearchPreparing => "Search is being prepared. Please try again in a moment.",
            Self::Unavailable(_) => "This does not work right now. Please try again.",
            Self::Internal(_) => "Something went wrong",
            Self::Failed { says, .. } => says,
        })
    }
}

impl std::error::Error for Error {}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Unauthenticated
            | Self::TokenMissing
            | Self::InvalidToken
            | Self::SessionRevoked
            | Self::InvalidCredentials
            | Self::ChallengeExpired
            | Self::SocialRefused => StatusCode::UNAUTHORIZED,
            Self::TwoFactorOn | Self::TwoFactorOff | Self::Conflict(_) => StatusCode::CONFLICT,
            Self::GuestRefused | Self::NotAllowed | Self::SignInAgain => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Validation(_) | Self::CodeExpired | Self::LinkOnly | Self::EncoderUnavailable => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Hub(refusal) => match refusal.code {
                "chat.blocked" | "chat.not_open" => StatusCode::FORBIDDEN,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::TooMany(_) | Self::UploadQuota(_) | Self::EmailChecks(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::StorageFull(_) => StatusCode::INSUFFICIENT_STORAGE,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::SearchPreparing | Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) | Self::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::Internal(cause)
        | Self::Unavailable(cause)
        | Self::StorageFull(cause)
        | Self::Failed { cause, .. } = self
        {
            // The access log records the error with the request's id.
            let _ = REQUEST_CONTEXT.try_with(|request| *request.cause.borrow_mut() = Some(cause.clone()));
        }
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::Unauthenticated | Self::TokenMissing | Self::InvalidToken | Self::SessionRevoked => {
                response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
            }
            Self::TooMany(after) | Self::UploadQuota(after) | Self::EmailChecks(after) => {
                response.insert_header((header::RETRY_AFTER, after.to_string()));
            }
            Self::Unavailable(_) => {
                response.insert_header((header::RETRY_AFTER, "1"));
            }
            Self::SearchPreparing => {
                response.insert_header((header::RETRY_AFTER, "2"));
            }
            Self::MethodNotAllowed(methods) => {
                response.insert_header((header::ALLOW, methods.join(", ")));
            }
            _ => {}
        }
        response.json(self.body())
    }
}

impl From<store::Error> for Error {
    fn from(cause: store::Error) -> Self {
        match cause {
            store::Error::NotFound => Self::NotFound,
            _ if cause.is_outage() => Self::Unavailable(cause.to_string()),
            _ => Self::Internal(cause.to_string()),
        }
    }
}

impl From<WireError> for Error {
    /// Uses the same codes as the wire protocol.
    fn from(refusal: WireError) -> Self {
        match refusal.code {
            "not_found" => Self::NotFound,
            "not_allowed" => Self::NotAllowed,
            "busy" | "unavailable" => Self::Unavailable(refusal.message.into_owned()),
            _ => Self::Hub(refusal),
        }
    }
}

impl From<crate::http::rate_limit::RateLimited> for Error {
    fn from(refused: crate::http::rate_limit::RateLimited) -> Self {
        Self::TooMany(refused.retry_after)
    }
}

impl From<crate::auth::access_tokens::TokenError> for Error {
    fn from(refused: crate::auth::access_tokens::TokenError) -> Self {
        match refused {
            crate::auth::access_tokens::TokenError::Invalid => Self::InvalidToken,
            crate::auth::access_tokens::TokenError::Revoked => Self::SessionRevoked,
        }
    }
}

impl From<actix_web::error::BlockingError> for Error {
    fn from(cause: actix_web::error::BlockingError) -> Self {
        Self::Unavailable(cause.to_string())
    }
}

/// Collects the errors of all fields of a form, so that the user sees them at once.
#[derive(Default)]
pub struct FieldErrors(Fields);

impl FieldErrors {
    /// Returns the value, or records the message for its field.
    pub fn check<T, E: Into<String>>(&mut self, field: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|says| self.add(field, says)).ok()
    }

    /// Parses a required field.
    pub fn required<T: std::str::FromStr<Err = &'static str>>(&mut self, field: &str, text: &str) -> Option<T> {
        if text.trim().is_empty() {
            self.add(field, "This is required.");
            return None;
        }
        self.check(field, text.parse())
    }

    /// Parses a field that may be missing or empty.
    pub fn optional<T: std::str::FromStr<Err = &'static str>>(&mut self, field: &str, text: Option<&str>) -> Option<T> {
        let text = text.filter(|text| !text.trim().is_empty())?;
        self.check(field, text.parse())
    }

    /// Parses the new value of a field that must not become empty. `None` if the field was not sent.
    pub fn if_present<T: std::str::FromStr<Err = &'static str>>(
        &mut self,
        field: &str,
        text: Option<&String>,
    ) -> Option<T> {
        self.required(field, text?)
    }

    /// Parses the new value of a field that may become empty. `None` if the field was not sent.
    pub fn nullable<T: std::str::FromStr<Err = &'static str>>(
        &mut self,
        field: &str,
        text: Option<&String>,
    ) -> Option<Option<T>> {
        Some(self.optional(field, Some(text?)))
    }

    /// Rejects a reserved user name with the message for a taken one.
    pub fn unreserved(&mut self, name: Option<&store::account::UserName>) {
        if name.is_some_and(store::account::UserName::is_reserved) {
            self.add("userName", "Username is not available");
        }
    }

    pub fn add(&mut self, field: &str, says: impl Into<String>) {
        self.0.entry(field.to_owned()).or_default().push(says.into());
    }

    /// Returns an error if any field is invalid.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Validation(self.0)) }
    }
}
