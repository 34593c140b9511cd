//! SMTP client for mails.

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{
        authentication::Credentials,
        client::{Certificate, CertificateStore, Tls, TlsParameters},
        response::{Category, Severity},
    },
};
use store::notify::outbox::OutboxMessage;
use url::{Host, Url};

use super::{DeliveryError, tls::TrustStore};

/// Timeout of an SMTP command.
const STEP: Duration = Duration::from_secs(10);
/// Timeout of the whole delivery, shorter than the claim timeout.
const PATIENCE: Duration = Duration::from_secs(40);
const EXPECTED: &str = "expected a server such as smtps://user:password@mail.example, or smtp:// for STARTTLS";

pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Parsed SMTP server address.
pub struct Server {
    host: String,
    port: u16,
    security: Security,
    credentials: Option<Credentials>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Security {
    /// Encrypted from the first byte.
    Tls,
    /// STARTTLS before any other data. Fails if the server does not offer it.
    StartTls,
    /// Unencrypted, to the same machine only.
    Plain,
}

/// Parses a server URL. Its user name and password are percent-encoded.
pub fn server(text: &str) -> Result<Server, &'static str> {
    let url = Url::parse(text).map_err(|_| EXPECTED)?;
    // The URL parser distinguishes IPv4 addresses from names only in web URLs.
    let host = match url.host().ok_or(EXPECTED)? {
        Host::Domain(name) => name.to_owned(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    };
    let is_here = host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    let (security, port) = match url.scheme() {
        "smtps" => (Security::Tls, 465),
        "smtp" if is_here => (Security::Plain, 25),
        "smtp" => (Security::StartTls, 587),
        _ => return Err(EXPECTED),
    };
    if host.is_empty() || !matches!(url.path(), "" | "/") || url.query().is_some() {
        return Err(EXPECTED);
    }
    let plain = |text: &str| {
        let pairs = serde_urlencoded::from_str::<Vec<(String, String)>>(&format!("v={}", text.replace('+', "%2B")));
        pairs.ok().and_then(|pairs| pairs.into_iter().next()).map(|(_, value)| value).ok_or(EXPECTED)
    };
    let credentials = match url.password() {
        Some(password) => Some(Credentials::new(plain(url.username())?, plain(password)?)),
        None if url.username().is_empty() => None,
        None => return Err("a user name needs a password: smtps://user:password@host"),
    };
    Ok(Server { host, port: url.port().unwrap_or(port), security, credentials })
}

impl Mail {
    /// Opens a client that sends mails from `from` through the server at `url`.
    pub fn open(url: &str, from: &str, trust: &TrustStore) -> Result<Self, String> {
        let server = server(url)?;
        let from = from.parse().map_err(|cause| format!("{from} is no mailbox: {cause}"))?;
        let tls = || {
            let own = trust.own().map(|der| Certificate::from_der(der.to_vec()));
            let mut tls = TlsParameters::builder(server.host.clone()).certificate_store(CertificateStore::WebpkiRoots);
            for certificate in own {
                tls = tls.add_root_certificate(certificate?);
            }
            tls.build_rustls()
        };
        let tls = match server.security {
            Security::Tls => tls().map(Tls::Wrapper),
            Security::StartTls => tls().map(Tls::Required),
            Security::Plain => Ok(Tls::None),
        }
        .map_err(|cause| format!("mails cannot be encrypted: {cause}"))?;
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
            .port(server.port)
            .tls(tls)
            .timeout(Some(STEP));
        if let Some(credentials) = server.credentials {
            builder = builder.credentials(credentials);
        }
        Ok(Self { transport: builder.build(), from })
    }

    /// Submits a message. Its id becomes the `Message-ID`, so that a receiver recognizes duplicates.
    pub async fn send(&self, letter: &OutboxMessage) -> Result<(), DeliveryError> {
        let never = |cause: &dyn std::fmt::Display| DeliveryError::Permanent(cause.to_string());
        let to = letter.recipient.parse().map_err(|cause| never(&cause))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject.clone().unwrap_or_default())
            .message_id(Some(format!("<{}@{}>", letter.id, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.body.clone())
            .map_err(|cause| never(&cause))?;
        // Suppresses automatic absence replies (RFC 3834).
        if let Ok(name) = HeaderName::new_from_ascii("Auto-Submitted".to_owned()) {
            message.headers_mut().insert_raw(HeaderValue::new(name, "auto-generated".to_owned()));
        }
        match tokio::time::timeout(PATIENCE, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(cause)) => Err(judged(&cause)),
            Err(_) => Err(DeliveryError::Transient("the server took too long".to_owned())),
        }
    }
}

/// Classifies an error. A rejection of this mail or mailbox (55x) is permanent. Any other, even a rejected password, is
/// temporary.
fn judged(cause: &lettre::transport::smtp::Error) -> DeliveryError {
    let is_final = cause.status().is_some_and(|code| {
        code.severity == Severity::PermanentNegativeCompletion && code.category == Category::MailSystem
    });
    if is_final { DeliveryError::Permanent(cause.to_string()) } else { DeliveryError::Transient(cause.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unencrypted_smtp_is_limited_to_loopback() {
        let read = |text| server(text).map(|server| (server.host, server.port, server.security));
        let owned = |host: &str, port, security| Ok((host.to_owned(), port, security));
        assert_eq!(read("smtps://a:b@mail.example"), owned("mail.example", 465, Security::Tls));
        assert_eq!(read("smtp://mail.example"), owned("mail.example", 587, Security::StartTls));
        assert_eq!(read("smtp://mail.example:2525/"), owned("mail.example", 2525, Security::StartTls));
        assert_eq!(read("smtp://localhost:1025"), owned("localhost", 1025, Security::Plain));
        assert_eq!(read("smtp://127.0.0.1:1025"), owned("127.0.0.1", 1025, Security::Plain));
        for text in ["mail.example", "http://mail.example", "smtp://", "smtp://a@mail.example", "smtp://h/?tls=none"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn password_is_percent_decoded() {
        let server =
            server("smtps://me%40plaza.example:p%3A+%2F@mail.example").unwrap_or_else(|_| panic!("an address"));
        assert_eq!(server.credentials, Some(Credentials::new("me@plaza.example".to_owned(), "p:+/".to_owned())));
    }
}
