//! Fuzz tests of client input (see `store::testing::fuzz`). Forms parse the same in any chunking, files never exceed
//! their detected type, and unsigned tokens fail verification.

use std::{io::Cursor, net::IpAddr};

use actix_web::{FromRequest as _, dev::Payload, error::PayloadError, test::TestRequest};
use base64::{
    Engine as _,
    alphabet::URL_SAFE,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig, URL_SAFE_NO_PAD},
    },
};
use bytes::Bytes;
use image::{DynamicImage, ImageFormat, RgbaImage};
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, JwkSet};
use serde::Deserialize;
use store::{
    account::AccountKind,
    testing::fuzz::{Counted, Fuzz},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    auth::{access_tokens::AccessTokens, socket_tickets::SocketTickets},
    http::extract::{Body, client_address},
    integrations::oidc::{Provider, token as id_token},
    media::{
        document,
        sniff::{self, Sniffed},
    },
    notify::push::{SubscriptionKeys, vapid},
};

#[global_allocator]
static COUNTED: Counted = Counted;

/// Base64 that accepts trailing bits and any padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn saved(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    file
}

/// A form with one field of each kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "it is compared as it prints")]
struct Form {
    name: String,
    #[serde(default)]
    count: Option<i64>,
    #[serde(default)]
    on: bool,
}

fn read_form(kind: &str, pieces: Vec<Bytes>) -> Result<String, &'static str> {
    let request = TestRequest::post().insert_header(("content-type", kind)).to_http_request();
    let pieces = futures_util::stream::iter(pieces.into_iter().map(Ok::<_, PayloadError>));
    let mut payload = Payload::from(Box::pin(pieces) as std::pin::Pin<Box<dyn futures_util::Stream<Item = _>>>);
    let read = actix_rt::System::new().block_on(Body::<Form>::from_request(&request, &mut payload));
    read.map(|form| format!("{:?}", form.0)).map_err(|cause| cause.code())
}

#[test]
fn form_parses_the_same_in_any_chunking() {
    Fuzz::corpus(include_str!("fuzz/corpus/forms.txt")).few(400).memory(4 << 20, 64).check(|input| {
        let line = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
        let (kind, body) = input.split_at(line);
        let body = Bytes::copy_from_slice(body.strip_prefix(b"\n").unwrap_or(body));
        let kind: String = kind.iter().map(|byte| char::from(*byte)).filter(|c| (' '..='~').contains(c)).collect();
        let pieces = |size: usize| body.chunks(size).map(|piece| body.slice_ref(piece)).collect::<Vec<_>>();
        let whole = read_form(&kind, pieces(body.len().max(1)));
        // Bounds the number of chunks of a long input, which would only cost time.
        let smallest = 1 + body.len() / 2_000;
        assert_eq!(read_form(&kind, pieces(smallest)), whole);
        assert_eq!(read_form(&kind, pieces(smallest + 6)), whole);
        whole.map(|form| form.len())
    });
}

#[test]
fn document_type_matches_bytes_and_name_is_sanitized() {
    Fuzz::corpus(include_str!("fuzz/corpus/files.txt")).memory(4 << 20, 64).few(1_000).check(|input| {
        let line = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
        let (name, bytes) = input.split_at(line);
        let (name, bytes) = (String::from_utf8_lossy(name), bytes.strip_prefix(b"\n").unwrap_or(bytes));
        let clean = document::clean(&name);
        assert_eq!(document::clean(&clean), clean);
        assert!(!clean.contains(['/', '\\', '\0', '\n', '\u{202e}']) && clean != ".." && clean != ".");
        let told = sniff::sniff(&bytes[..bytes.len().min(sniff::HEAD)]);
        let Some(Sniffed::Document(format)) = told else { return (format!("{told:?}"), None) };
        let judged = document::judge(saved(bytes).path(), format, &name).unwrap();
        if let Ok(kept) = &judged {
            assert!(kept.name.chars().count() <= 200 && document::clean(&kept.name) == kept.name, "{:?}", kept.name);
            assert!(!["text/html", "image/svg+xml", "application/javascript"].contains(&kept.mime));
        }
        (format!("{told:?}"), Some(judged.map(|kept| kept.mime).map_err(|refused| format!("{refused:?}"))))
    });
}

#[test]
fn picture_decodes_within_size_limits_or_fails() {
    let small =
        DynamicImage::ImageRgba8(RgbaImage::from_fn(9, 5, |x, y| image::Rgba([x as u8 * 20, y as u8 * 40, 7, 200])));
    let mut pictures = Fuzz::corpus("GIF89a");
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Jpeg] {
        let mut bytes = Cursor::new(Vec::new());
        let plain = DynamicImage::ImageRgb8(small.to_rgb8());
        let one = if format == ImageFormat::Jpeg { &plain } else { &small };
        one.write_to(&mut bytes, format).unwrap();
        pictures = pictures.and(bytes.into_inner());
    }
    // Memory for decoding, including copies of the picture.
    pictures.few(100).memory(700 << 20, 0).check(|input| {
        let read = pictures::read(saved(input).path());
        if let Ok(kept) = &read {
            assert!(kept.width > 0 && kept.width.max(kept.height) <= 2_048, "{}×{}", kept.width, kept.height);
            let again = image::load_from_memory(&kept.bytes).expect("what is kept is a picture");
            assert_eq!((again.width(), again.height()), (kept.width, kept.height));
        }
        read.map(|kept| kept.mime).map_err(|refused| format!("{refused:?}"))
    });
}

#[test]
fn push_keys_parse_only_when_valid() {
    Fuzz::corpus(include_str!("fuzz/corpus/keys.txt")).few(1_000).check(|input| {
        let text = String::from_utf8_lossy(input);
        let (public, secret) = text.split_once('\n').unwrap_or((&text, ""));
        let recipient = SubscriptionKeys::parse(public, secret);
        if let Some(recipient) = &recipient {
            let sealed = recipient.encrypt(b"hello").unwrap();
            assert_eq!(sealed.len(), 86 + 5 + 1 + 16);
            assert_eq!(URL_SAFE_NO_PAD.decode(public.trim_end_matches('=')).unwrap().len(), 65);
        }
        let private = vapid::private_key(&text);
        if let Some(bytes) = &private {
            assert_eq!(vapid::private_key(&URL_SAFE_NO_PAD.encode(bytes)).as_ref(), Some(bytes));
            assert!(vapid::Vapid::new(bytes, None).is_some());
        }
        (recipient.is_some(), private.is_some())
    });
}

#[test]
fn access_token_verifies_only_for_its_holder() {
    let tokens = AccessTokens::new(&[7; 32], [], SocketTickets::local());
    let access = |user| tokens.access(UserId(user), SessionId(50), AccountKind::Regular, Timestamp::now()).unwrap();
    let made: Vec<_> = [5, 6].map(access).into();
    let holders: Vec<_> = made.iter().map(|token| tokens.verify(token).unwrap()).collect();
    let corpus = Fuzz::corpus(include_str!("fuzz/corpus/tokens.txt"));
    let corpus = made.iter().fold(corpus, |corpus, token| corpus.and(token.as_bytes()));
    corpus.check(|input| {
        let text = String::from_utf8_lossy(input);
        let verified = tokens.verify(&text);
        if let Ok(who) = &verified {
            // A signature is valid only for the exact text that was signed.
            let place = holders.iter().position(|holder| holder == who).expect("a holder");
            let signed = |token: &str| token.rsplit_once('.').map(|(signed, _)| signed.to_owned());
            assert_eq!(signed(&text), signed(&made[place]));
        }
        (verified.is_ok(), text.matches('.').count().min(4))
    });
}

const KEY_SETS: &str = include_str!("fuzz/corpus/key_sets.txt");
const ID_TOKENS: &str = include_str!("fuzz/corpus/id_tokens.txt");

/// A provider, its keys and a token signed with them, valid until the year 2286, for the login with `nonce`. Index 1 is
/// the same of another user.
fn signed_in(place: usize) -> (Provider, JwkSet, &'static str) {
    let provider = "id=acme,issuer=https://id.acme.example,client_id=plaza".parse().unwrap();
    let keys = serde_json::from_str(KEY_SETS.lines().nth(place).unwrap()).unwrap();
    (provider, keys, ID_TOKENS.lines().nth(place).unwrap())
}

#[test]
fn id_token_verifies_only_when_provider_signed_for_login() {
    let (provider, keys, token) = signed_in(0);
    let (_, _, of_another) = signed_in(1);
    assert!(id_token::verify(token, &keys, &provider, "nonce").is_ok());
    assert_eq!(id_token::verify(token, &keys, &provider, "another").map(|_| ()), Err(id_token::IdTokenError::Nonce));
    assert!(id_token::verify(of_another, &keys, &provider, "nonce").is_err());
    let signed = |token: &str| token.rsplit_once('.').map(|(signed, _)| signed.to_owned());
    Fuzz::corpus(ID_TOKENS).few(1_000).check(|input| {
        let text = String::from_utf8_lossy(input);
        let believed = id_token::verify(&text, &keys, &provider, "nonce");
        if believed.is_ok() {
            assert_eq!(signed(&text), signed(token));
        }
        believed.map(|claims| claims.sub).map_err(|doubt| std::mem::discriminant(&doubt))
    });
}

#[test]
fn id_token_verifies_only_with_key_of_its_provider() {
    let (provider, keys, token) = signed_in(0);
    Fuzz::corpus(KEY_SETS).few(1_000).check(|input| {
        let Ok(published) = serde_json::from_slice::<JwkSet>(input) else { return None };
        let believed = id_token::verify(token, &published, &provider, "nonce");
        if believed.is_ok() {
            // Compares the decoded point: its encoding may differ in the last bits.
            let point = |key: &Jwk| match &key.algorithm {
                AlgorithmParameters::EllipticCurve(curve) => {
                    let bytes = |text: &str| LENIENT.decode(text).ok();
                    bytes(&curve.x).zip(bytes(&curve.y))
                }
                _ => None,
            };
            let own = point(&keys.keys[0]);
            assert!(own.is_some() && published.keys.iter().any(|key| point(key) == own));
        }
        Some((published.keys.len().min(3), believed.map(|_| ()).map_err(|doubt| std::mem::discriminant(&doubt))))
    });
}

#[test]
fn client_address_uses_forwarded_only_from_proxies() {
    let ip = |text: &str| text.parse::<IpAddr>().unwrap();
    let proxies = [ip("10.0.0.1"), ip("10.0.0.2"), ip("::1")];
    Fuzz::corpus(include_str!("fuzz/corpus/addresses.txt")).check(|input| {
        let text = String::from_utf8_lossy(input);
        assert_eq!(client_address(ip("8.8.8.8"), &[&text], &proxies), ip("8.8.8.8"));
        let told = client_address(proxies[0], &[&text], &proxies);
        assert!(
            told == proxies[0]
                || text.split(',').any(|hop| hop.trim().parse::<IpAddr>().is_ok_and(|hop| hop.to_canonical() == told))
        );
        // Prepended hops do not change the address that a proxy has added.
        if !proxies.contains(&told) {
            assert_eq!(client_address(proxies[0], &[&format!("1.2.3.4,{text}")], &proxies), told);
            assert_eq!(client_address(proxies[0], &["1.2.3.4", &text], &proxies), told);
        }
        (told == proxies[0], told.is_ipv4())
    });
}
