//! The outbox messages of a server, and their codes.

use std::time::Duration;

use serde_json::json;
use store::notify::outbox::{self, OutboxMessage};

use crate::support::app::{Person, TestApp};

impl TestApp {
    /// Returns all outbox messages, newest first, once this many exist.
    pub async fn letters(&self, count: u64) -> Vec<OutboxMessage> {
        self.state().outbox.written_count().wait_for(|written| *written >= count).await.unwrap();
        outbox::latest(&self.state().db, 50).await.unwrap()
    }

    /// Returns the newest outbox message that contains this text, once one exists. Receipts follow the answer.
    pub async fn letter_with(&self, text: &str) -> OutboxMessage {
        loop {
            let letters = outbox::latest(&self.state().db, 50).await.unwrap();
            if let Some(letter) = letters.into_iter().find(|letter| letter.body.contains(text)) {
                return letter;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Returns the code of the newest outbox message, once this many exist.
    pub async fn code(&self, count: u64) -> String {
        code_in(&self.letters(count).await[0])
    }

    /// Returns the code of the newest outbox message to this address. A demo server also writes to others.
    pub async fn code_for(&self, email: &str) -> String {
        let mut count = 1;
        loop {
            let letters = self.letters(count).await;
            if let Some(letter) = letters.iter().find(|letter| letter.recipient == email) {
                return code_in(letter);
            }
            count = letters.len() as u64 + 1;
        }
    }

    /// Returns a reset token for the account with this address, from the first outbox message to it.
    pub async fn proof(&self, realm: &str, email: &str) -> String {
        let asked = self.post(&format!("/api/v1/{realm}/forgot-password/")).json(json!({"email": email})).await;
        assert_eq!(asked.status, 200, "{}", asked.json);
        let typed = json!({"email": email, "otp": self.code_for(email).await});
        let proven = self.post(&format!("/api/v1/{realm}/verify-otp/")).json(typed).await;
        assert_eq!(proven.status, 200, "{}", proven.json);
        proven.data()["proof"].as_str().unwrap().to_owned()
    }

    /// Returns true if the access token of a user is still valid.
    pub async fn is_in(&self, person: &Person) -> bool {
        match self.get("/api/v1/users/get-user-profile/").as_(person).send().await.status {
            200 => true,
            401 => false,
            status => panic!("{status}"),
        }
    }
}

/// The first run of digits.
pub fn code_in(letter: &OutboxMessage) -> String {
    let digits: String =
        letter.body.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    assert!(!digits.is_empty(), "{letter:?}");
    digits
}

/// Returns a different code with the same number of digits.
pub fn other_than(digits: &str) -> String {
    let first = if digits.starts_with('0') { '1' } else { '0' };
    format!("{first}{}", &digits[1..])
}
