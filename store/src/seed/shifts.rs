//! Employees who write for a company in the demo's chats.

use std::collections::HashMap;

use super::{market::MarketScript, market_rows::MarketRows};

/// Age of the first message of the present shift. The first employee writes from then on, and the owner before.
const SHIFT_MINUTES: u32 = 24 * 60;

/// Companies and their first employees, by the owner's account.
pub(super) struct Shifts {
    companies: HashMap<i64, i64>,
    employees: HashMap<i64, i64>,
}

impl Shifts {
    pub fn of(market: &MarketScript, accounts: &HashMap<String, i64>, rows: &MarketRows) -> Self {
        let account = |name: &str| accounts.get(name).copied();
        let employees = market.companies.iter().filter_map(|company| {
            let employee = company.employee.as_ref()?;
            Some((account(company.owner_name())?, account(&employee.user_name)?))
        });
        Self { companies: rows.company_accounts().clone(), employees: employees.collect() }
    }

    /// Returns the account of the company that this account owns.
    pub fn company(&self, owner: i64) -> Option<i64> {
        self.companies.get(&owner).copied()
    }

    /// Returns the author of a message of the owner's company with this age.
    pub fn agent(&self, owner: i64, minutes_ago: u32) -> i64 {
        self.employees.get(&owner).copied().filter(|_| minutes_ago < SHIFT_MINUTES).unwrap_or(owner)
    }
}
