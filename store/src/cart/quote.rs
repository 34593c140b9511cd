//! Price of a cart: pure, in integers of minor units. Rounds once per line.

use crate::types::{currency::distribute, vat::VatMode};

/// Line to price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    /// Options included.
    pub unit_price: i64,
    pub quantity: i64,
    /// Hundredths of a percent.
    pub vat_rate: i64,
}

/// Terms of an order besides its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    pub discount: Discount,
    /// Value of the loyalty coins that pay for goods, at most what the discount leaves.
    pub coins: i64,
    pub delivery_fee: i64,
    pub tip: i64,
    pub vat_mode: VatMode,
}

/// Reduction of a promo code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discount {
    #[default]
    None,
    /// Percent of the subtotal.
    Percent(i64),
    /// Minor units, at most the subtotal.
    Amount(i64),
    FreeDelivery,
}

/// Line with its part of the discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PricedLine {
    pub discount: i64,
    /// After the discount, without VAT that is added.
    pub amount: i64,
    pub vat: i64,
}

/// Priced cart: `total = subtotal - discount + delivery_fee + tip + vat_added`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    pub lines: Vec<PricedLine>,
    pub subtotal: i64,
    /// Coins included.
    pub discount: i64,
    /// Part of the discount that coins paid for.
    pub coins: i64,
    pub delivery_fee: i64,
    pub tip: i64,
    /// Contained in the total.
    pub vat: i64,
    /// The VAT if it is added to the prices, else 0.
    pub vat_added: i64,
    pub total: i64,
}

/// Maximum total, so that sums of orders never overflow.
pub const TOTAL_MAX: i64 = 1_000_000_000_000;

/// Prices a cart. Returns none if the total exceeds [`TOTAL_MAX`].
///
/// The delivery bears the highest VAT rate of the lines. A tip bears none. Coins reduce the lines as a promo code does,
/// and the VAT with them.
pub fn quote(lines: &[QuoteLine], terms: Terms) -> Option<Quote> {
    let Terms { discount, coins, delivery_fee, tip, vat_mode } = terms;
    let gross = |line: &QuoteLine| line.unit_price.checked_mul(line.quantity);
    let amounts: Vec<i64> = lines.iter().map(gross).collect::<Option<_>>()?;
    let subtotal = amounts.iter().try_fold(0_i64, |sum, amount| sum.checked_add(*amount))?;
    let of_code = match discount {
        Discount::None | Discount::FreeDelivery => 0,
        Discount::Percent(percent) => percent_of(subtotal, percent.clamp(0, 100)),
        Discount::Amount(amount) => amount.clamp(0, subtotal),
    };
    let coins = coins.clamp(0, subtotal - of_code);
    let of_lines = of_code + coins;
    let of_delivery = if discount == Discount::FreeDelivery { delivery_fee } else { 0 };
    let parts = distribute(of_lines, &amounts);
    let priced: Vec<_> = lines
        .iter()
        .zip(amounts.iter().zip(parts))
        .map(|(line, (amount, discount))| {
            let amount = amount - discount;
            PricedLine { discount, amount, vat: vat_mode.vat_of(amount, line.vat_rate) }
        })
        .collect();
    let rate = lines.iter().map(|line| line.vat_rate).max().unwrap_or(0);
    let vat =
        priced.iter().map(|line| line.vat).sum::<i64>() + vat_mode.vat_of(delivery_fee.checked_sub(of_delivery)?, rate);
    let vat_added = vat_mode.added(vat);
    let discount = of_lines + of_delivery;
    let total = (subtotal - discount).checked_add(delivery_fee)?.checked_add(tip)?.checked_add(vat_added)?;
    let lines = priced;
    (total <= TOTAL_MAX).then_some(Quote { lines, subtotal, discount, coins, delivery_fee, tip, vat, vat_added, total })
}

/// Returns a share of an amount, rounded half up.
fn percent_of(amount: i64, percent: i64) -> i64 {
    i64::try_from((2 * i128::from(amount) * i128::from(percent) + 100) / 200).unwrap_or(amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::currency::Currency;

    /// Random carts to price. Each is checked exactly.
    const CARTS: usize = 1_000_000;

    fn line(unit_price: i64, quantity: i64, vat_rate: i64) -> QuoteLine {
        QuoteLine { unit_price, quantity, vat_rate }
    }

    fn terms(discount: Discount, delivery_fee: i64, tip: i64) -> Terms {
        Terms { discount, delivery_fee, tip, ..Terms::default() }
    }

    #[test]
    fn coins_reduce_lines_and_their_vat_after_the_code() {
        let lines = [line(1_000, 1, 1_000), line(1_000, 1, 2_000)];
        let terms = Terms { coins: 500, ..terms(Discount::Percent(50), 300, 0) };
        let priced = quote(&lines, terms).unwrap();
        assert_eq!((priced.discount, priced.coins, priced.total), (1_500, 500, 800));
        // 250 at 10 %: 23; 250 at 20 %: 42; 300 at 20 %: 50.
        assert_eq!(priced.vat, 23 + 42 + 50);
        let priced = quote(&lines, Terms { coins: 5_000, ..terms }).unwrap();
        assert_eq!((priced.coins, priced.total), (1_000, 300));
    }

    #[test]
    fn vat_on_top_is_added_once_for_each_line() {
        let lines = [line(999, 1, 825), line(500, 3, 0)];
        let priced = quote(&lines, Terms { vat_mode: VatMode::OnTop, ..terms(Discount::None, 300, 100) }).unwrap();
        // 999 at 8.25 %: 82; 300 at 8.25 %: 25.
        assert_eq!((priced.vat, priced.vat_added, priced.total), (107, 107, 999 + 1_500 + 300 + 100 + 107));
        assert_eq!(priced.lines[0].amount, 999);
    }

    #[test]
    fn discount_is_shared_by_the_lines_exactly() {
        let lines = [line(1_000, 1, 1_000), line(999, 1, 2_000), line(1, 1, 2_000)];
        let quote = quote(&lines, terms(Discount::Amount(1_000), 300, 100)).unwrap();
        assert_eq!(quote.lines.iter().map(|line| line.discount).collect::<Vec<_>>(), [500, 500, 0]);
        assert_eq!((quote.subtotal, quote.discount, quote.total), (2_000, 1_000, 1_400));
        // 500 at 10 %: 45; 499 at 20 %: 83; 1 at 20 %: 0; 300 at 20 %: 50.
        assert_eq!(quote.vat, 45 + 83 + 50);
    }

    #[test]
    fn free_delivery_takes_off_the_fee() {
        let quote = quote(&[line(1_000, 2, 0)], terms(Discount::FreeDelivery, 450, 0)).unwrap();
        assert_eq!((quote.discount, quote.delivery_fee, quote.total), (450, 450, 2_000));
    }

    #[test]
    fn amount_above_the_subtotal_takes_off_all() {
        let quote = quote(&[line(1_000, 1, 1_000)], terms(Discount::Amount(5_000), 0, 0)).unwrap();
        assert_eq!((quote.total, quote.vat), (0, 0));
    }

    #[test]
    fn total_that_is_too_large_is_refused() {
        assert_eq!(quote(&[line(i64::MAX, 2, 0)], Terms::default()), None);
        assert_eq!(quote(&[line(TOTAL_MAX, 1, 0)], terms(Discount::None, 1, 0)), None);
        assert_eq!(quote(&[line(1, 1, 0)], terms(Discount::None, i64::MAX, i64::MAX)), None);
    }

    #[test]
    fn random_carts_add_up() {
        let mut state = 7_u64;
        let mut random = move |below: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 33).unwrap() % below
        };
        // Two, none and three decimals.
        let currencies: [Currency; 8] =
            ["EUR", "USD", "GBP", "CHF", "JPY", "KRW", "KWD", "TND"].map(|code| code.parse().unwrap());
        for currency in currencies.into_iter().cycle().take(CARTS) {
            let lines: Vec<_> =
                (0..=random(8)).map(|_| line(random(1_000_000), 1 + random(99), random(3) * 1_000)).collect();
            let discount = match random(4) {
                0 => Discount::None,
                1 => Discount::Percent(random(101)),
                2 => Discount::Amount(random(10_000_000)),
                _ => Discount::FreeDelivery,
            };
            let (fee, tip, coins) = (random(2_000), random(5_000), random(2) * random(1_000_000));
            let vat_mode = if random(2) == 0 { VatMode::Included } else { VatMode::OnTop };
            let quote = quote(&lines, Terms { discount, coins, delivery_fee: fee, tip, vat_mode }).unwrap();
            let of_lines: i64 = quote.lines.iter().map(|line| line.discount).sum();
            let amounts: i64 = quote.lines.iter().map(|line| line.amount).sum();
            assert_eq!(amounts + of_lines, quote.subtotal);
            assert!(quote.coins <= coins && quote.coins <= of_lines);
            assert_eq!(quote.total, quote.subtotal - quote.discount + fee + tip + quote.vat_added);
            assert_eq!(amounts + (fee - (quote.discount - of_lines)) + tip + quote.vat_added, quote.total);
            assert_eq!(quote.vat_added, vat_mode.added(quote.vat));
            assert!(quote.lines.iter().all(|line| line.amount >= 0 && line.discount >= 0));
            assert!(quote.vat >= 0 && quote.vat <= quote.total);
            // The text that a provider charges and an invoice shows is the same amount.
            assert_eq!(currency.amount(&currency.plain(quote.total)), Some(quote.total));
        }
    }
}
