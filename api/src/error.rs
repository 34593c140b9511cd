//! Everything that a request can be refused for: a status, a code for the program, a sentence for the person.

use std::{cell::RefCell, collections::BTreeMap, io};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use hub::protocol::WireError;
use serde::Serialize;
use utoipa::ToSchema;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Sentences by the field that they are about.
pub type Fields = BTreeMap<String, Vec<String>>;

#[derive(Debug)]
pub enum Error {
    /// No bearer token came with the request.
    Unauthenticated,
    /// A token that is forged, damaged or has run out.
    InvalidToken,
    /// A token whose session was ended.
    SessionRevoked,
    InvalidCredentials,
    /// The second step of a sign-in came too late, or too often wrong.
    ChallengeExpired,
    /// What came back from a social provider is not believed.
    SocialRefused,
    /// Two-factor sign-in is set up already.
    TwoFactorOn,
    /// There is no two-factor sign-in to speak of.
    TwoFactorOff,
    /// There is no code, or it has run out of time or tries.
    CodeExpired,
    /// The source has used its attempts at short codes up; the link in the mail serves.
    LinkOnly,
    /// An account without a password has to have signed in within the last minutes.
    SignInAgain,
    /// A guest asks for what takes an account.
    GuestRefused,
    NotAllowed,
    NotFound,
    /// The path exists, with these methods.
    MethodNotAllowed(Vec<String>),
    /// The request cannot be read; the sentence says what is wrong.
    Malformed(String),
    /// The request can be read, and these fields are wrong.
    Validation(Fields),
    /// More bytes than this.
    TooLarge(usize),
    UnsupportedType(&'static str),
    /// Sound and video need a program that this server does not have.
    EncoderUnavailable,
    /// The account has uploaded its bytes of the day; some of them are free again after so many seconds.
    UploadQuota(u32),
    /// The disk has no room for files of users. The cause goes to the log.
    StorageFull(String),
    /// The live part has refused it.
    Hub(WireError),
    /// Come back after so many seconds.
    TooMany(u32),
    /// The body did not arrive in time.
    Timeout,
    /// Something that the request needs cannot be reached right now.
    Unavailable(String),
    /// The same as `Internal`, in the words that the specification has for it.
    Failed {
        says: &'static str,
        cause: String,
    },
    /// The server's own fault. The cause goes to the log, not to the caller.
    Internal(String),
}

/// What a failed request answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always false.
    status: bool,
    /// The HTTP status once more.
    #[serde(rename = "statusCode")]
    status_code: u16,
    /// For the person.
    message: String,
    /// For the program: stable, and the key of a translation.
    #[schema(example = "validation")]
    code: String,
    /// Sentences by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Fields>,
    /// Names the request in the server's log, when the fault is the server's.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

tokio::task_local! {
    /// The id of the request that is being answered, and why it failed, for the log.
    pub static REQUEST_CONTEXT: Request;
}

/// What a failure needs to know of its request, and the other way round.
pub struct Request {
    pub id: String,
    pub cause: RefCell<Option<String>>,
}

impl Error {
    /// One field is wrong.
    pub fn field(name: &str, says: impl Into<String>) -> Self {
        Self::Validation(Fields::from([(name.to_owned(), vec![says.into()])]))
    }

    /// Something failed that should not.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// A file of the server could not be written or read. A full disk and the like pass.
    pub fn file(cause: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull, TimedOut};
        if matches!(cause.kind(), QuotaExceeded | StorageFull) {
            return Self::StorageFull(cause.to_string());
        }
        let may_pass = matches!(cause.kind(), FileTooLarge | ReadOnlyFilesystem | TimedOut)
            || cause.raw_os_error().is_some_and(|code| [libc::EIO, libc::EMFILE, libc::ENFILE].contains(&code));
        if may_pass { Self::Unavailable(cause.to_string()) } else { Self::Internal(cause.to_string()) }
    }

    /// The server's own fault told in these words; any other refusal as it is.
    pub fn with_message(self, says: &'static str) -> Self {
        match self {
            Self::Internal(cause) => Self::Failed { says, cause },
            other => other,
        }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Self::Unauthenticated => "unauthenticated",
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
            Self::StorageFull(_) => "media.storage_full",
            Self::Hub(refusal) => refusal.code,
            Self::TooMany(_) => "too_many",
            Self::Timeout => "timeout",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) | Self::Failed { .. } => "internal",
        }
    }

    /// The body, also for answers that are not made by [`ResponseError`].
    pub fn body(&self) -> ErrorBody {
        let errors = if let Self::Validation(fields) = self { Some(fields.clone()) } else { None };
        let own_fault =
            matches!(self, Self::Unavailable(_) | Self::StorageFull(_) | Self::Internal(_) | Self::Failed { .. });
        let request_id = if own_fault { REQUEST_CONTEXT.try_with(|request| request.id.clone()).ok() } else { None };
        ErrorBody {
            status: false,
            status_code: self.status_code().as_u16(),
            message: self.to_string(),
            code: self.code().to_owned(),
            errors,
            request_id,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unauthenticated => "Unauthorized! Token not found.",
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
            Self::StorageFull(_) => "The server has no space for more files right now. Please try again later.",
            Self::Hub(refusal) => refusal.message.as_ref(),
            Self::TooMany(_) => "Too many tries. Please wait a moment.",
            Self::Timeout => "The request took too long to arrive.",
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
            | Self::InvalidToken
            | Self::SessionRevoked
            | Self::InvalidCredentials
            | Self::ChallengeExpired
            | Self::SocialRefused => StatusCode::UNAUTHORIZED,
            Self::TwoFactorOn | Self::TwoFactorOff => StatusCode::CONFLICT,
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
            Self::TooMany(_) | Self::UploadQuota(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::StorageFull(_) => StatusCode::INSUFFICIENT_STORAGE,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) | Self::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::Internal(cause)
        | Self::Unavailable(cause)
        | Self::StorageFull(cause)
        | Self::Failed { cause, .. } = self
        {
            // The access log tells it, with the request's id.
            let _ = REQUEST_CONTEXT.try_with(|request| *request.cause.borrow_mut() = Some(cause.clone()));
        }
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::Unauthenticated | Self::InvalidToken | Self::SessionRevoked => {
                response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
            }
            Self::TooMany(after) | Self::UploadQuota(after) => {
                response.insert_header((header::RETRY_AFTER, after.to_string()));
            }
            Self::Unavailable(_) => {
                response.insert_header((header::RETRY_AFTER, "1"));
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
    /// The same codes as on the wire.
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

/// Collects what is wrong with each field of a form, so that a person learns everything at once.
#[derive(Default)]
pub struct FieldErrors(Fields);

impl FieldErrors {
    /// A field's value, or its sentence in the list.
    pub fn check<T, E: Into<String>>(&mut self, field: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|says| self.add(field, says)).ok()
    }

    /// The value of a field that has to be there.
    pub fn required<T: std::str::FromStr<Err = &'static str>>(&mut self, field: &str, text: &str) -> Option<T> {
        if text.trim().is_empty() {
            self.add(field, "This is required.");
            return None;
        }
        self.check(field, text.parse())
    }

    /// The value of a field that may be left out or empty.
    pub fn optional<T: std::str::FromStr<Err = &'static str>>(&mut self, field: &str, text: Option<&str>) -> Option<T> {
        let text = text.filter(|text| !text.trim().is_empty())?;
        self.check(field, text.parse())
    }

    /// The new value of a field that must not become empty; none where it was not sent.
    pub fn if_present<T: std::str::FromStr<Err = &'static str>>(
        &mut self,
        field: &str,
        text: Option<&String>,
    ) -> Option<T> {
        self.required(field, text?)
    }

    /// The new value of a field that may become empty; none where it was not sent.
    pub fn nullable<T: std::str::FromStr<Err = &'static str>>(
        &mut self,
        field: &str,
        text: Option<&String>,
    ) -> Option<Option<T>> {
        Some(self.optional(field, Some(text?)))
    }

    /// Refuses a user name that nobody may choose, in the words for one that is taken.
    pub fn unreserved(&mut self, name: Option<&store::account::UserName>) {
        if name.is_some_and(store::account::UserName::is_reserved) {
            self.add("userName", "Username is not available");
        }
    }

    pub fn add(&mut self, field: &str, says: impl Into<String>) {
        self.0.entry(field.to_owned()).or_default().push(says.into());
    }

    /// Refuses when anything was wrong.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Validation(self.0)) }
    }
}
