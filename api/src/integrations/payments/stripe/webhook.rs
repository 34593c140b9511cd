//! Webhook events: their signature and the object that each concerns.
//!
//! An event says only that an object has changed. Its state is read from the API, so order and age of events do not
//! matter.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use store::types::timestamp::Timestamp;

/// Maximum difference between the signature's time and now, in both directions.
const TOLERANCE: i64 = 5 * Timestamp::MINUTE;
/// Maximum signatures of a header. Stripe sends two while a secret is being replaced.
const SIGNATURES_MAX: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// No signature, or none of the secret.
    Wrong,
    /// Signed too long ago, or in the future.
    Time,
}

/// Object that an event concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Intent(String),
    Refund(String),
    Dispute(String),
    /// No concern of this server.
    Other,
}

#[derive(Debug, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: EventObject,
}

#[derive(Debug, Deserialize)]
struct EventObject {
    #[serde(default)]
    id: String,
    #[serde(default)]
    object: String,
}

impl Event {
    pub fn subject(&self) -> Subject {
        let EventObject { id, object } = &self.data.object;
        match object.as_str() {
            "payment_intent" if super::is_id(id, "pi_") => Subject::Intent(id.clone()),
            "refund" if super::is_id(id, "re_") || super::is_id(id, "pyr_") => Subject::Refund(id.clone()),
            "dispute" if super::is_id(id, "dp_") || super::is_id(id, "du_") => Subject::Dispute(id.clone()),
            _ => Subject::Other,
        }
    }
}

/// Verifies the header `Stripe-Signature` of a body: `t=seconds,v1=hex,…`. Comparison takes constant time.
pub fn verify(header: &str, body: &[u8], secret: &str, now: Timestamp) -> Result<(), SignatureError> {
    let mut time = None;
    let mut signatures = Vec::new();
    for (name, value) in header.split(',').filter_map(|part| part.trim().split_once('=')) {
        match name {
            "t" => time = Some(value),
            "v1" if signatures.len() < SIGNATURES_MAX => signatures.push(value),
            _ => {}
        }
    }
    let time = time.ok_or(SignatureError::Wrong)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|_| SignatureError::Wrong)?;
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    let is_signed = signatures.iter().filter_map(|text| unhex(text)).any(|one| mac.clone().verify_slice(&one).is_ok());
    if !is_signed {
        return Err(SignatureError::Wrong);
    }
    let seconds: i64 = time.parse().map_err(|_| SignatureError::Wrong)?;
    let age = now.0.saturating_sub(seconds.saturating_mul(1_000));
    if (-TOLERANCE..=TOLERANCE).contains(&age) { Ok(()) } else { Err(SignatureError::Time) }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    text.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_323_600_000);
    const BODY: &[u8] = br#"{"id": "evt_1"}"#;

    fn sign(seconds: i64, secret: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{seconds}.").as_bytes());
        mac.update(BODY);
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn signature_holds_for_its_body_secret_and_time() {
        let seconds = NOW.0 / 1_000;
        let (own, old) = (sign(seconds, "whsec_new"), sign(seconds, "whsec_old"));
        let check = |header: &str, body: &[u8]| verify(header, body, "whsec_new", NOW);
        assert_eq!(check(&format!("t={seconds},v1={old},v1={own},v0=x"), BODY), Ok(()));
        for header in [
            format!("t={seconds},v1={old}"),
            format!("t={seconds}"),
            format!("v1={own}"),
            format!("t={},v1={own}", seconds + 1),
            format!("t={seconds},v1={}", &own[..62]),
            format!("t={seconds},v0={own}"),
            String::new(),
        ] {
            assert_eq!(check(&header, BODY), Err(SignatureError::Wrong), "{header}");
        }
        assert_eq!(check(&format!("t={seconds},v1={own}"), b"{}"), Err(SignatureError::Wrong));
    }

    #[test]
    fn signature_holds_five_minutes() {
        let at = |seconds: i64| {
            let seconds = NOW.0 / 1_000 + seconds;
            verify(&format!("t={seconds},v1={}", sign(seconds, "whsec")), BODY, "whsec", NOW)
        };
        assert_eq!([at(-300), at(300)], [Ok(()), Ok(())]);
        assert_eq!([at(-301), at(301)], [Err(SignatureError::Time), Err(SignatureError::Time)]);
    }
}
