//! Demo orders before they are rows: who ordered what, when, and how far it is.

use super::{Customer, Shop};
use crate::{
    booking::Actor,
    cart::quote::{Discount, Quote, QuoteLine, Terms, quote},
    order::OrderState,
    payment::Provider,
    seed::{Size, random::SeededRng},
    types::timestamp::Timestamp,
};

const YEAR: i64 = 365 * Timestamp::DAY;
/// Age from which an order is done.
const DONE_AFTER: i64 = 2 * Timestamp::HOUR;
/// Share of orders of the company that visitors sign in as, in percent.
const SHOWN: u32 = 35;

/// Order of the demo. Shops, customers and goods are indices.
pub struct Order {
    pub shop: usize,
    pub customer: usize,
    pub at: Timestamp,
    /// Good and quantity of each line.
    pub lines: Vec<(usize, i64)>,
    pub quote: Quote,
    pub provider: Provider,
    pub steps: Vec<(OrderState, Actor, Timestamp)>,
}

impl Order {
    pub fn state(&self) -> OrderState {
        self.steps.last().map_or(OrderState::New, |(state, ..)| *state)
    }
}

/// Returns orders, the oldest first. More of them are recent, as in a business that grows.
pub fn orders(
    shops: &[Shop],
    customers: &[Customer],
    size: Size,
    count: usize,
    random: &mut SeededRng,
    now: Timestamp,
) -> Vec<Order> {
    let mut times: Vec<i64> = (0..count).map(|_| age(random)).collect();
    // The last orders are in progress, one in each state and more that are new.
    let open = (count / 40).max(5);
    for (index, time) in times.iter_mut().take(open).enumerate() {
        *time = Timestamp::MINUTE * (i64::try_from(index).unwrap_or(0) * 110 / i64::try_from(open).unwrap_or(1) + 2);
    }
    times.sort_unstable_by(|one, other| other.cmp(one));
    times.into_iter().filter_map(|age| order(shops, customers, size, age, random, now)).collect()
}

/// Age of an order: the square of a share of the year, within the hours of a day.
fn age(random: &mut SeededRng) -> i64 {
    let share = i64::from(random.upto(10_000));
    let age = YEAR / 10_000 * share / 10_000 * share;
    age + DONE_AFTER + i64::from(random.upto(6 * 60)) * Timestamp::MINUTE
}

fn order(
    shops: &[Shop],
    customers: &[Customer],
    size: Size,
    age: i64,
    random: &mut SeededRng,
    now: Timestamp,
) -> Option<Order> {
    let is_open = age < DONE_AFTER;
    let shown = shops.iter().position(|shop| shop.is_shown);
    // The board of the small demo is empty, so that a visitor sees the first order arrive.
    let may_show = size == Size::Full || !is_open;
    let shop = match shown {
        Some(shown) if may_show && random.chance(SHOWN) => shown,
        _ => random.below(shops.len()),
    };
    let shop = if Some(shop) == shown && !may_show { (shop + 1) % shops.len() } else { shop };
    if Some(shop) == shown && !may_show {
        return None;
    }
    let goods = &shops[shop].goods;
    let mut lines: Vec<(usize, i64)> = Vec::new();
    for _ in 0..random.between(1, 3) {
        let good = random.below(goods.len());
        if lines.iter().all(|(known, _)| *known != good) {
            lines.push((good, i64::from(random.between(1, 3))));
        }
    }
    let priced: Vec<_> = lines
        .iter()
        .map(|&(good, quantity)| QuoteLine { unit_price: goods[good].price, quantity, vat_rate: goods[good].vat_rate })
        .collect();
    let discount = if random.chance(12) { Discount::Percent(10) } else { Discount::None };
    let quote = quote(&priced, Terms { discount, vat_mode: shops[shop].vat_mode, ..Terms::default() })?;
    let at = now.plus(-age);
    let provider = if random.chance(80) { Provider::Sandbox } else { Provider::OnSite };
    let steps = steps(at, is_open, random);
    Some(Order { shop, customer: random.below(customers.len()), at, lines, quote, provider, steps })
}

/// Timeline: an order in progress stops somewhere, an old one is fulfilled or cancelled.
fn steps(at: Timestamp, is_open: bool, random: &mut SeededRng) -> Vec<(OrderState, Actor, Timestamp)> {
    use OrderState::{Accepted, Cancelled, Fulfilled, New, Processing, Ready};
    let after = |minutes: i64| at.plus(minutes * Timestamp::MINUTE);
    let mut steps = vec![
        (New, Actor::Customer, after(0)),
        (Accepted, Actor::Company, after(1)),
        (Processing, Actor::Company, after(1)),
        (Ready, Actor::Company, after(2)),
    ];
    if is_open {
        steps.truncate(1 + random.below(4));
        return steps;
    }
    for (step, minutes) in steps.iter_mut().zip([0, 2, 6, 25]) {
        step.2 = after(minutes);
    }
    if random.chance(8) {
        steps.truncate(1 + random.below(2));
        let by = if random.chance(60) { Actor::Customer } else { Actor::Company };
        steps.push((Cancelled, by, after(5)));
    } else {
        steps.push((Fulfilled, Actor::Company, after(35)));
    }
    steps
}
