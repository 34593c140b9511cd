//! AWS Signature Version 4 for requests to S3: the header `authorization`.
//!
//! Rules: <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use store::types::timestamp::Timestamp;

/// Access key of an S3 service.
pub struct Credentials<'a> {
    pub access_key: &'a str,
    pub secret_key: &'a str,
    pub region: &'a str,
}

/// Request to sign.
pub struct Unsigned<'a> {
    pub method: &'a str,
    /// Absolute path of unreserved characters and slashes, so that it needs no encoding.
    pub path: &'a str,
    /// Query in canonical form: see [`canonical_query`].
    pub query: &'a str,
    /// Lower-case names and values, sorted by name.
    pub headers: &'a [(&'a str, &'a str)],
    /// SHA-256 of the body in hexadecimal digits.
    pub body_hash: &'a str,
}

impl Unsigned<'_> {
    /// Returns the header `authorization` of the request at a time in the form of [`amz_date`].
    pub fn authorization(&self, credentials: &Credentials<'_>, amz_date: &str) -> String {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let mut canonical = format!("{}\n{}\n{}\n", self.method, self.path, self.query);
        for (name, value) in self.headers {
            let _ = writeln!(canonical, "{name}:{value}");
        }
        let _ = write!(canonical, "\n{names}\n{}", self.body_hash);

        let day = &amz_date[..amz_date.len().min(8)];
        let scope = format!("{day}/{}/s3/aws4_request", credentials.region);
        let text = format!("AWS4-HMAC-SHA256\n{amz_date}\n{scope}\n{}", hash(canonical.as_bytes()));
        let first = format!("AWS4{}", credentials.secret_key).into_bytes();
        let key = [day, credentials.region, "s3", "aws4_request"].iter().fold(first, |key, part| mac(&key, part));
        let signature = hex(&mac(&key, &text));
        let access_key = credentials.access_key;
        format!("AWS4-HMAC-SHA256 Credential={access_key}/{scope},SignedHeaders={names},Signature={signature}")
    }
}

/// Returns a time as `20260102T030405Z`.
pub fn amz_date(time: Timestamp) -> String {
    let text = time.to_string();
    let seconds = text.split('.').next().unwrap_or_default();
    format!("{}Z", seconds.replace(['-', ':'], ""))
}

/// Returns pairs as a query: encoded, and sorted by name.
pub fn canonical_query(pairs: &[(&str, &str)]) -> String {
    let mut all: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    all.sort_unstable();
    all.join("&")
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREDENTIALS: Credentials<'_> = Credentials {
        access_key: "AKIAIOSFODNN7EXAMPLE",
        secret_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
    };
    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const DATE: &str = "20130524T000000Z";

    /// Examples of the rules' page.
    #[test]
    fn signatures_are_those_of_the_published_examples() {
        let host = ("host", "examplebucket.s3.amazonaws.com");
        let (hashed, date) = (("x-amz-content-sha256", EMPTY), ("x-amz-date", DATE));
        let get = |path, query: &str, headers: &[(&str, &str)]| {
            let request = Unsigned { method: "GET", path, query, headers, body_hash: EMPTY };
            request.authorization(&CREDENTIALS, DATE)
        };
        assert_eq!(
            get("/test.txt", "", &[host, ("range", "bytes=0-9"), hashed, date]),
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,\
             SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,\
             Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        );
        let list = get("/", &canonical_query(&[("prefix", "J"), ("max-keys", "2")]), &[host, hashed, date]);
        assert!(list.ends_with("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"), "{list}");

        let body_hash = hash(b"Welcome to Amazon S3.");
        let headers = [
            ("date", "Fri, 24 May 2013 00:00:00 GMT"),
            host,
            ("x-amz-content-sha256", &body_hash),
            date,
            ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        ];
        let put =
            Unsigned { method: "PUT", path: "/test%24file.text", query: "", headers: &headers, body_hash: &body_hash };
        let put = put.authorization(&CREDENTIALS, DATE);
        assert!(put.ends_with("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"), "{put}");
    }

    #[test]
    fn query_and_date_are_canonical() {
        assert_eq!(
            canonical_query(&[("prefix", "uploads/a b"), ("list-type", "2")]),
            "list-type=2&prefix=uploads%2Fa%20b"
        );
        assert_eq!(amz_date(Timestamp(1_369_353_600_999)), DATE);
    }
}
