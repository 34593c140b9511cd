//! Categories of tickets and ways of contact as data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Category of a ticket. Source: the specification, ticket types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum TicketCategory {
    RefundRequest,
    QualityIssue,
    PaymentIssue,
    AccountProblem,
    OrderIssue,
    Other,
}

/// Way of contact. Source: the specification, support types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum SupportType {
    CustomerSupport,
    LiveChat,
    EmailSupport,
    TechnicalSupport,
}

/// Properties of a category.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = TicketCategoryChoice)]
pub struct CategorySpec {
    pub key: TicketCategory,
    /// English. Keys are stable.
    pub label: &'static str,
    /// A ticket of this category may name an order, and then goes to its company.
    pub about_order: bool,
}

/// Properties of a way of contact.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SupportOption)]
pub struct SupportSpec {
    pub key: SupportType,
    /// English. Keys are stable.
    pub label: &'static str,
    /// Promise to the customer, in English.
    pub text: &'static str,
    /// Category of the ticket that it opens.
    #[serde(skip)]
    pub category: TicketCategory,
}

const fn category(key: TicketCategory, label: &'static str, about_order: bool) -> CategorySpec {
    CategorySpec { key, label, about_order }
}

/// Categories in display order.
pub const CATEGORIES: [CategorySpec; 6] = [
    category(TicketCategory::RefundRequest, "Refund request", true),
    category(TicketCategory::QualityIssue, "Quality issue", true),
    category(TicketCategory::PaymentIssue, "Payment issue", true),
    category(TicketCategory::AccountProblem, "Account problem", false),
    category(TicketCategory::OrderIssue, "Order issue", true),
    category(TicketCategory::Other, "Other", true),
];

/// Ways of contact in display order.
pub const SUPPORT_TYPES: [SupportSpec; 4] = [
    SupportSpec {
        key: SupportType::CustomerSupport,
        label: "Customer support 24/7",
        text: "Questions about bookings, orders and payments, at any time.",
        category: TicketCategory::Other,
    },
    SupportSpec {
        key: SupportType::LiveChat,
        label: "Live chat",
        text: "Write with us. Answers appear at once while the page is open.",
        category: TicketCategory::Other,
    },
    SupportSpec {
        key: SupportType::EmailSupport,
        label: "Email support",
        text: "We tell you of our answer by mail.",
        category: TicketCategory::Other,
    },
    SupportSpec {
        key: SupportType::TechnicalSupport,
        label: "Technical support",
        text: "Something on this site does not work as it should.",
        category: TicketCategory::AccountProblem,
    },
];

impl TicketCategory {
    pub fn spec(self) -> &'static CategorySpec {
        // A test proves that each category has a row.
        CATEGORIES.iter().find(|spec| spec.key == self).unwrap_or(&CATEGORIES[0])
    }
}

impl SupportType {
    pub fn spec(self) -> &'static SupportSpec {
        // A test proves that each way has a row.
        SUPPORT_TYPES.iter().find(|spec| spec.key == self).unwrap_or(&SUPPORT_TYPES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_category_and_way_has_one_row() {
        use TicketCategory::{AccountProblem, OrderIssue, Other, PaymentIssue, QualityIssue, RefundRequest};
        for key in [RefundRequest, QualityIssue, PaymentIssue, AccountProblem, OrderIssue, Other] {
            assert_eq!(CATEGORIES.iter().filter(|spec| spec.key == key).count(), 1);
            assert_eq!(key.spec().key, key);
        }
        use SupportType::{CustomerSupport, EmailSupport, LiveChat, TechnicalSupport};
        for key in [CustomerSupport, LiveChat, EmailSupport, TechnicalSupport] {
            assert_eq!(SUPPORT_TYPES.iter().filter(|spec| spec.key == key).count(), 1);
            assert_eq!(key.spec().key, key);
        }
    }
}
