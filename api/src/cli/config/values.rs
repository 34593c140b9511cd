//! Parsers of setting values. Each error states the expected format.

use std::{
    io::Read as _,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use super::{Database, Encoder, MapTiles, MetricsListen, PushKey, Secret};

pub(super) fn listen(text: &str) -> Result<SocketAddr, String> {
    text.replace("localhost", "127.0.0.1")
        .parse()
        .map_err(|_| "expected an address and a port, such as 127.0.0.1:8080 or [::]:80".to_owned())
}

pub(super) fn metrics_listen(text: &str) -> Result<MetricsListen, String> {
    match text {
        "off" => Ok(MetricsListen::Off),
        _ => listen(text).map(MetricsListen::At).map_err(|says| format!("{says}, or off")),
    }
}

pub(super) fn database(text: &str) -> Result<Database, String> {
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        return Ok(Database::Postgres(text.to_owned()));
    }
    match text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")) {
        Some(file) if !file.is_empty() => Ok(Database::Sqlite(PathBuf::from(file))),
        _ => Err("expected postgres://user:password@host/name or sqlite:FILE".to_owned()),
    }
}

pub(super) fn redis(text: &str) -> Result<String, String> {
    if text.starts_with("redis://") { Ok(text.to_owned()) } else { Err("expected redis://host".to_owned()) }
}

pub(super) fn log(text: &str) -> Result<String, String> {
    match tracing_subscriber::EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => {
            Err("expected error, warn, info, debug or trace, or levels by module such as info,hub=debug".to_owned())
        }
    }
}

pub(super) fn origin(text: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('/').to_lowercase();
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let fits = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '*']);
    if host.is_some_and(fits) {
        Ok(text)
    } else {
        Err("expected an origin such as https://plaza.example or http://localhost:5173".to_owned())
    }
}

pub(super) fn push_key(text: &str) -> Result<PushKey, String> {
    if text == "off" {
        return Ok(PushKey::Off);
    }
    crate::notify::push::vapid::private_key(text)
        .map(PushKey::Private)
        .ok_or_else(|| "expected a P-256 private key of 32 bytes in base64url, or off".to_owned())
}

pub(super) fn contact(text: &str) -> Result<String, String> {
    if text.starts_with("mailto:") && text.contains('@') || text.starts_with("https://") {
        Ok(text.to_owned())
    } else {
        Err("expected mailto:somebody@plaza.example or an https address".to_owned())
    }
}

pub(super) fn map_tiles(text: &str) -> Result<MapTiles, String> {
    if let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // The origin becomes a part of a header.
        let is_host = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b));
        let is_plain = rest.bytes().all(|b| b.is_ascii_graphic());
        return if is_host && is_plain {
            Ok(MapTiles::Style(text.to_owned()))
        } else {
            Err("expected the URL of a MapLibre style".to_owned())
        };
    }
    let mut magic = [0; 8];
    let is_archive = std::fs::File::open(text).and_then(|mut file| file.read_exact(&mut magic)).is_ok();
    if is_archive && magic == *b"PMTiles\x03" {
        return Ok(MapTiles::File(PathBuf::from(text)));
    }
    Err("expected the path of a .pmtiles file of version 3, or the URL of a MapLibre style".to_owned())
}

pub(super) fn encoder(text: &str) -> Result<Encoder, String> {
    match Path::new(text) {
        _ if text == "off" => Ok(Encoder::Off),
        file if file.is_file() => Ok(Encoder::At(file.to_owned())),
        _ => Err("expected the path of ffmpeg, or off".to_owned()),
    }
}

pub(super) fn proxy(text: &str) -> Result<std::net::IpAddr, String> {
    let address: std::net::IpAddr =
        text.trim().parse().map_err(|_| "expected an IP address such as 10.0.0.2".to_owned())?;
    Ok(address.to_canonical())
}

pub(super) fn smtp(text: &str) -> Result<Secret, String> {
    crate::integrations::smtp::server(text).map_err(ToOwned::to_owned)?;
    text.parse::<Secret>().map_err(ToOwned::to_owned)
}

pub(super) fn mailbox(text: &str) -> Result<String, String> {
    match text.parse::<lettre::message::Mailbox>() {
        Ok(mailbox) => Ok(mailbox.to_string()),
        Err(_) => Err("expected a mailbox such as Plaza <hello@plaza.example>".to_owned()),
    }
}

/// Parses a URL that may contain a credential.
pub(super) fn webhook(text: &str) -> Result<Secret, String> {
    match url::Url::parse(text.trim()) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(Secret(text.trim().to_owned())),
        _ => Err("expected an address such as https://sms.example/send".to_owned()),
    }
}

pub(super) fn stripe_secret_key(text: &str) -> Result<Secret, String> {
    with_prefix(text, &["sk_", "rk_"]).map(Secret).ok_or_else(|| "expected a key such as sk_test_…".to_owned())
}

pub(super) fn stripe_publishable_key(text: &str) -> Result<String, String> {
    with_prefix(text, &["pk_"]).ok_or_else(|| "expected a key such as pk_test_…".to_owned())
}

pub(super) fn stripe_webhook_secret(text: &str) -> Result<Secret, String> {
    with_prefix(text, &["whsec_"]).map(Secret).ok_or_else(|| "expected a secret such as whsec_…".to_owned())
}

/// Parses the name of a bucket, which becomes a part of a path (S3's "general purpose bucket naming rules").
pub(super) fn bucket(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    let is_name = (3..=63).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with(['.', '-']);
    if is_name && !text.ends_with(['.', '-']) && !text.contains("..") {
        Ok(text.to_owned())
    } else {
        Err("expected the name of a bucket: 3 to 63 of a-z, 0-9, dot and hyphen".to_owned())
    }
}

pub(super) fn region(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_region = (1..=32).contains(&text.len()) && text.bytes().all(fits);
    if is_region { Ok(text.to_owned()) } else { Err("expected a region such as eu-central-1".to_owned()) }
}

pub(super) fn access_key(text: &str) -> Result<String, String> {
    let text = text.trim();
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"/,".contains(&byte);
    let is_key = (1..=128).contains(&text.len()) && text.bytes().all(fits);
    if is_key { Ok(text.to_owned()) } else { Err("expected an access key such as AKIAIOSFODNN7EXAMPLE".to_owned()) }
}

/// Returns a text of printable ASCII that begins with one of `prefixes` and goes on after it.
fn with_prefix(text: &str, prefixes: &[&str]) -> Option<String> {
    let text = text.trim();
    let fits = prefixes.iter().any(|prefix| text.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty()));
    (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| text.to_owned())
}
