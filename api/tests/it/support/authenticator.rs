//! An authenticator app: an independent implementation of RFC 6238.

use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::support::app::{PASSWORD, Person, TestApp};

pub struct Authenticator {
    secret: Vec<u8>,
    /// Last step whose code was used. The next code needs a later step.
    shown: i64,
}

impl Authenticator {
    /// Reads the secret shown by the server.
    pub fn new(base32: &str) -> Self {
        let mut secret = Vec::new();
        let (mut held, mut bits) = (0_u64, 0);
        for letter in base32.bytes() {
            let value = if letter.is_ascii_digit() { letter - b'2' + 26 } else { letter - b'A' };
            held = held << 5 | u64::from(value);
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                secret.push((held >> bits) as u8);
            }
        }
        Self { secret, shown: 0 }
    }

    /// Enables two-factor sign-in for a user. Returns the app and the recovery codes.
    pub async fn of(app: &TestApp, person: &Person) -> (Self, Vec<String>) {
        let start = app.post("/api/v1/users/two-factor/start/").as_(person).json(json!({"password": PASSWORD})).await;
        assert_eq!(start.status, 200, "{}", start.json);
        let mut phone = Self::new(start.data()["secret"].as_str().unwrap());
        let code = json!({"code": phone.code()});
        let confirmed = app.post("/api/v1/users/two-factor/confirm/").as_(person).json(code).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.json);
        // Backdates the setup by some minutes, so that two unused codes are valid for the next half minute.
        let db = &app.state().db;
        store::on!(db.write(), at => store::testing::sqlx::query("UPDATE two_factor SET used_step = used_step - 20")
            .execute(at).await.map(drop))
        .unwrap();
        phone.shown = 0;
        let codes = confirmed.data()["recovery_codes"].as_array().unwrap();
        (phone, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
    }

    /// Returns an unused code: the current one, then the next, which is accepted as well.
    pub fn code(&mut self) -> String {
        self.shown = (self.shown + 1).max(Timestamp::now().0 / 30_000);
        self.at(self.shown)
    }

    pub fn at(&self, step: i64) -> String {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.secret);
        let tag = ring::hmac::sign(&key, &step.to_be_bytes());
        let bytes = tag.as_ref();
        let offset = usize::from(bytes[19] & 15);
        let number = bytes[offset..offset + 4].iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }

    /// Returns six digits that match no currently valid code.
    pub fn wrong(&self) -> String {
        let now = Timestamp::now().0 / 30_000;
        let near: Vec<String> = (now - 3..=now + 3).map(|step| self.at(step)).collect();
        (0..).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
    }
}
