//! Sandbox payments: the states of a real provider without money. Its cards are tokens, one for each outcome.

use store::payment::{Card, Payment, PaymentEvent, PaymentState};

/// Test card: its token, and what the provider does with it.
struct TestCard {
    token: &'static str,
    brand: &'static str,
    last4: &'static str,
    to: PaymentState,
    failure: Option<&'static str>,
}

const CARDS: &[TestCard] = &[
    TestCard { token: "sandbox_success", brand: "visa", last4: "4242", to: PaymentState::Paid, failure: None },
    TestCard {
        token: "sandbox_declined",
        brand: "visa",
        last4: "0002",
        to: PaymentState::RequiresMethod,
        failure: Some("card_declined"),
    },
    TestCard {
        token: "sandbox_authentication",
        brand: "visa",
        last4: "3155",
        to: PaymentState::RequiresAction,
        failure: None,
    },
    TestCard { token: "sandbox_late", brand: "mastercard", last4: "4444", to: PaymentState::Processing, failure: None },
];

/// Answers of the bank's page.
const AUTHENTICATED: &str = "sandbox_authenticated";
const REFUSED: &str = "sandbox_refused";

/// Returns the card behind a token.
pub fn card(token: &str) -> Option<Card> {
    find(token).map(|card| Card { brand: card.brand.to_owned(), last4: card.last4.to_owned() })
}

fn find(token: &str) -> Option<&'static TestCard> {
    CARDS.iter().find(|card| card.token == token)
}

/// Tries to pay. Returns none for an unknown token, or for an answer of the bank that was not asked.
pub fn pay(payment: &Payment, token: &str) -> Option<PaymentEvent> {
    let event = |to, card, failure: Option<&str>| PaymentEvent {
        id: format!("sandbox_{:032x}", rand::random::<u128>()),
        to,
        reference: Some(format!("sandbox_{}", payment.id)),
        card,
        failure: failure.map(str::to_owned),
    };
    let waits = payment.state == PaymentState::RequiresAction;
    match token {
        AUTHENTICATED if waits => Some(event(PaymentState::Paid, None, None)),
        REFUSED if waits => Some(event(PaymentState::RequiresMethod, None, Some("authentication_failed"))),
        _ => find(token).map(|known| event(known.to, card(token), known.failure)),
    }
}

/// Event that follows a late payment. It has one id, so it applies once.
pub fn late_success(payment: &Payment) -> PaymentEvent {
    PaymentEvent {
        id: format!("sandbox_late_{}", payment.id),
        to: PaymentState::Paid,
        reference: None,
        card: None,
        failure: None,
    }
}

#[cfg(test)]
mod tests {
    use store::{payment::Provider, types::ids::PaymentId};

    use super::*;

    fn payment(state: PaymentState) -> Payment {
        Payment {
            id: PaymentId(7),
            account_id: None,
            provider: Provider::Sandbox,
            reference: None,
            state,
            amount: 100,
            refunded: 0,
            currency: "EUR".to_owned(),
            card_brand: None,
            card_last4: None,
            failure: None,
            request_hash: String::new(),
        }
    }

    #[test]
    fn bank_answers_only_when_asked() {
        assert_eq!(pay(&payment(PaymentState::RequiresMethod), AUTHENTICATED), None);
        let event = pay(&payment(PaymentState::RequiresAction), AUTHENTICATED).unwrap();
        assert_eq!(event.to, PaymentState::Paid);
        assert_eq!(pay(&payment(PaymentState::RequiresMethod), "sandbox_unknown"), None);
    }
}
