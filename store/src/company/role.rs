//! Roles of a company's team and what each may do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Role of a member of a company's team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum TeamRole {
    /// The account that signed the company up. There is one.
    Owner,
    Manager,
    Staff,
}

/// Area of a company's business side that a role opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Orders, reservations, their customers, messages, and reading what the company sells.
    Orders,
    /// Support tickets of customers.
    Support,
    /// Offerings, schedules, staff and floor plan.
    Catalogue,
    /// Public page, policies, delivery and marketing. Earnings, refunds, and files of all orders and customers.
    Store,
    /// Legal data that invoices print, employees and invoices.
    Company,
}

use Permission::{Catalogue, Company, Orders, Store, Support};

impl TeamRole {
    /// Roles that the owner can give to an employee.
    pub const EMPLOYEES: [Self; 2] = [Self::Manager, Self::Staff];

    pub fn permissions(self) -> &'static [Permission] {
        match self {
            Self::Owner => &[Orders, Support, Catalogue, Store, Company],
            Self::Manager => &[Orders, Support, Catalogue, Store],
            Self::Staff => &[Orders, Support],
        }
    }

    pub fn may(self, permission: Permission) -> bool {
        self.permissions().contains(&permission)
    }
}

impl std::str::FromStr for TeamRole {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "manager" => Ok(Self::Manager),
            "staff" => Ok(Self::Staff),
            _ => Err("Choose manager or staff."),
        }
    }
}
