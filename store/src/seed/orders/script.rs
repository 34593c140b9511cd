//! Demo orders before they are rows: who ordered what, how and when, and how far it is.

use std::collections::HashMap;

use super::{
    Customer, Shop,
    delivery::{self, Streets},
};
use crate::{
    account::delivery_address::DeliveryAddress,
    booking::Actor,
    cart::{
        QUANTITY_MAX,
        quote::{Discount, Quote, QuoteLine, Terms, quote},
    },
    fulfilment::{Fulfilment, FulfilmentOption},
    order::OrderState,
    payment::Provider,
    seed::{Size, random::SeededRng},
    types::{ids::PromoCodeId, timestamp::Timestamp},
};

const YEAR: i64 = 365 * Timestamp::DAY;
/// Age from which an order of the same day is done.
const DONE_AFTER: i64 = 2 * Timestamp::HOUR;
/// Share of orders of the company that visitors sign in as, in percent.
const SHOWN: u32 = 35;
/// Maximum orders of the day in progress.
const OPEN_MAX: usize = 120;
/// Distance within which customers live, in metres.
const TOWN: i64 = 6_000;
/// Minutes until the steps of an order of the same day.
const STEP_MINUTES: [i64; 6] = [0, 2, 6, 25, 28, 35];
/// Share of the promised time until the steps of an order in days, in percent.
const STEP_SHARES: [i64; 6] = [0, 1, 10, 60, 80, 97];
/// Reasons of cancellations: keys of the lists that each side chooses from.
const CUSTOMER_REASONS: [&str; 4] = ["changed_mind", "by_mistake", "too_late", "wrong_details"];
const COMPANY_REASONS: [&str; 3] = ["sold_out", "too_busy", "closing"];

/// Order of the demo. Shops, customers and goods are indices.
pub struct Order {
    pub shop: usize,
    pub customer: usize,
    pub at: Timestamp,
    pub kind: Fulfilment,
    pub promised_at: Timestamp,
    pub address: Option<DeliveryAddress>,
    /// Good and quantity of each line.
    pub lines: Vec<(usize, i64)>,
    pub quote: Quote,
    /// Promo code of the shop.
    pub promo: Option<usize>,
    pub provider: Provider,
    pub steps: Vec<(OrderState, Actor, Timestamp)>,
    pub cancel_reason: Option<&'static str>,
    /// The customer has confirmed the handover.
    pub received: bool,
    /// A unit of the first line came back, and its money went back.
    pub is_returned: bool,
    /// The bank disputes the payment.
    pub is_disputed: bool,
}

impl Order {
    pub fn state(&self) -> OrderState {
        self.steps.last().map_or(OrderState::New, |(state, ..)| *state)
    }
}

/// Makes orders one after the other.
struct Script<'a> {
    shops: &'a [Shop],
    customers: &'a [Customer],
    streets: &'a Streets,
    size: Size,
    random: &'a mut SeededRng,
    now: Timestamp,
    /// Addresses by customer and town.
    addresses: HashMap<(usize, String), DeliveryAddress>,
    /// Uses of promo codes: in all, and by customer.
    uses: HashMap<(PromoCodeId, Option<usize>), i64>,
}

/// Returns orders, the oldest first. More of them are recent, as in a business that grows.
pub fn orders(
    shops: &[Shop],
    customers: &[Customer],
    streets: &Streets,
    size: Size,
    count: usize,
    random: &mut SeededRng,
    now: Timestamp,
) -> Vec<Order> {
    let mut times: Vec<i64> = (0..count).map(|_| age(random)).collect();
    // The last orders are in progress, one in each state and more that are new.
    let open = (count / 40).clamp(5, OPEN_MAX);
    for (index, time) in times.iter_mut().take(open).enumerate() {
        *time = Timestamp::MINUTE * (i64::try_from(index).unwrap_or(0) * 110 / i64::try_from(open).unwrap_or(1) + 2);
    }
    times.sort_unstable_by(|one, other| other.cmp(one));
    let (addresses, uses) = (HashMap::new(), HashMap::new());
    let mut script = Script { shops, customers, streets, size, random, now, addresses, uses };
    times.into_iter().filter_map(|age| script.order(age)).collect()
}

/// Age of an order: the square of a share of the year, within the hours of a day.
fn age(random: &mut SeededRng) -> i64 {
    let share = i64::from(random.upto(10_000));
    let age = YEAR / 10_000 * share / 10_000 * share;
    age + DONE_AFTER + i64::from(random.upto(6 * 60)) * Timestamp::MINUTE
}

/// Frequency of a way among the orders of a shop.
fn weight(kind: Fulfilment) -> u32 {
    match kind {
        Fulfilment::Onsite => 24,
        Fulfilment::Collect => 36,
        Fulfilment::Delivery => 30,
        Fulfilment::Express => 8,
        Fulfilment::HomeService => 4,
        Fulfilment::Catering => 2,
    }
}

/// Returns the distance at which a customer lives from the shops that reach so far. It is the same for each order.
fn metres_of(customer: usize, reach: i64) -> i64 {
    const NEAREST: i64 = 200;
    let number = i64::try_from(customer).unwrap_or(0) * 7_919;
    NEAREST + number % (reach - NEAREST).max(1)
}

impl Script<'_> {
    fn order(&mut self, age: i64) -> Option<Order> {
        let is_recent = age < DONE_AFTER;
        let shop = self.shop(is_recent)?;
        let at = self.now.plus(-age);
        let customer = self.random.below(self.customers.len());
        let (shops, customers) = (self.shops, self.customers);
        let known = &shops[shop];
        let way = self.way(known)?;
        let (lines, priced) = self.lines(known, way.minimum_order);
        let subtotal: i64 = priced.iter().map(|line| line.unit_price * line.quantity).sum();
        let reach = way.zones.last().map_or(0, |zone| zone.up_to_metres.min(TOWN));
        let metres = metres_of(customer, reach);
        let address = way.kind.needs_address().then(|| {
            let key = (customer, known.place.city.clone());
            let (streets, random) = (self.streets, &mut *self.random);
            let new = || delivery::address(&known.place, metres, &customers[customer], streets, random);
            self.addresses.entry(key).or_insert_with(new).clone()
        });
        let zone = way.zone_at(metres).filter(|_| address.is_some());
        let fee = zone.map_or(0, |zone| if zone.free_from.is_some_and(|from| subtotal >= from) { 0 } else { zone.fee });
        let is_meal = way.is_within_a_day() && matches!(way.kind, Fulfilment::Onsite | Fulfilment::Delivery);
        let tip = if is_meal && self.random.chance(30) {
            subtotal * i64::from(self.random.between(1, 3)) / 200 * 10
        } else {
            0
        };
        let promo = self.promo(known, customer, subtotal, at);
        let discount = promo.map_or(Discount::None, |promo| known.promo_codes[promo].discount);
        let terms = Terms { discount, coins: 0, delivery_fee: fee, tip, vat_mode: known.vat_mode };
        let quote = quote(&priced, terms)?;
        let on_site = address.is_none() && self.random.chance(30);
        let provider = if on_site { Provider::OnSite } else { Provider::Sandbox };
        let promised_at = way.promised_at(at, &known.zone);
        let steps = self.steps(at, promised_at, way, provider, is_recent);
        let (state, by, ended) = *steps.last()?;
        let cancel_reason = (state == OrderState::Cancelled).then(|| match by {
            Actor::Customer => self.random.pick(&CUSTOMER_REASONS),
            _ => self.random.pick(&COMPANY_REASONS),
        });
        let is_done = state == OrderState::Fulfilled;
        let came_back = is_done && provider == Provider::Sandbox && self.now.plus(-Timestamp::DAY) > ended;
        let order = Order {
            shop,
            customer,
            at,
            kind: way.kind,
            promised_at,
            address,
            lines,
            quote,
            promo,
            provider,
            steps,
            cancel_reason: cancel_reason.flatten().copied(),
            received: is_done && self.random.chance(60),
            is_returned: came_back && self.random.chance(3),
            is_disputed: came_back && self.random.upto(399) == 0,
        };
        if let Some(promo) = promo.filter(|_| !matches!(state, OrderState::Cancelled | OrderState::PendingPayment)) {
            for by in [None, Some(customer)] {
                *self.uses.entry((known.promo_codes[promo].id, by)).or_default() += 1;
            }
        }
        Some(Order { is_disputed: order.is_disputed && !order.is_returned, ..order })
    }

    /// Returns the shop of the next order.
    fn shop(&mut self, is_recent: bool) -> Option<usize> {
        let shown = self.shops.iter().position(|shop| shop.is_shown);
        // The board of the small demo is empty, so that a visitor sees the first order arrive.
        let may_show = self.size == Size::Full || !is_recent;
        let shop = match shown {
            Some(shown) if may_show && self.random.chance(SHOWN) => shown,
            _ => self.random.below(self.shops.len()),
        };
        let shop = if Some(shop) == shown && !may_show { (shop + 1) % self.shops.len() } else { shop };
        (Some(shop) != shown || may_show).then_some(shop)
    }

    /// Returns a way to hand an order over. One that takes days would fill the board that is empty in the small demo.
    fn way<'s>(&mut self, shop: &'s Shop) -> Option<&'s FulfilmentOption> {
        let takes_days = self.size == Size::Full || !shop.is_shown;
        let ways = || shop.ways.iter().filter(|way| takes_days || way.is_within_a_day());
        let total: u32 = ways().map(|way| weight(way.kind)).sum();
        let mut chosen = self.random.upto(total.saturating_sub(1));
        ways().find(|way| {
            let is_it = chosen < weight(way.kind);
            chosen = chosen.saturating_sub(weight(way.kind));
            is_it
        })
    }

    /// Returns goods that reach the minimum order, with their prices.
    fn lines(&mut self, shop: &Shop, minimum: i64) -> (Vec<(usize, i64)>, Vec<QuoteLine>) {
        let mut lines: Vec<(usize, i64)> = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let good = self.random.below(shop.goods.len());
            if lines.iter().all(|(known, _)| *known != good) {
                lines.push((good, i64::from(self.random.between(1, 3))));
            }
        }
        let price = |(good, quantity): &(usize, i64)| shop.goods[*good].price * quantity;
        let sum: i64 = lines.iter().map(price).sum();
        let times = if sum > 0 { (minimum + sum - 1) / sum } else { 1 };
        for (_, quantity) in &mut lines {
            *quantity = (*quantity * times.max(1)).min(QUANTITY_MAX);
        }
        let priced = lines.iter().map(|&(good, quantity)| {
            let good = &shop.goods[good];
            QuoteLine { unit_price: good.price, quantity, vat_rate: good.vat_rate }
        });
        let priced = priced.collect();
        (lines, priced)
    }

    /// Returns a promo code that the customer may use then. Every third customer does.
    fn promo(&mut self, shop: &Shop, customer: usize, subtotal: i64, at: Timestamp) -> Option<usize> {
        if !self.random.chance(33) {
            return None;
        }
        let uses = |id, by| self.uses.get(&(id, by)).copied().unwrap_or(0);
        shop.promo_codes.iter().position(|promo| {
            promo.starts_at <= at
                && at < promo.ends_at
                && promo.minimum_order <= subtotal
                && promo.limit_total.is_none_or(|limit| uses(promo.id, None) < limit)
                && promo.limit_each.is_none_or(|limit| uses(promo.id, Some(customer)) < limit)
        })
    }

    /// Timeline: an order in progress stops somewhere, an old one is fulfilled or cancelled.
    fn steps(
        &mut self,
        at: Timestamp,
        promised_at: Timestamp,
        way: &FulfilmentOption,
        provider: Provider,
        is_recent: bool,
    ) -> Vec<(OrderState, Actor, Timestamp)> {
        use OrderState::{Accepted, Cancelled, EnRoute, Fulfilled, New, PendingPayment, Processing, Ready};
        let time = |step: usize| {
            let minutes = STEP_MINUTES[step] * Timestamp::MINUTE;
            at.plus(if way.is_within_a_day() { minutes } else { (promised_at.0 - at.0) / 100 * STEP_SHARES[step] })
        };
        let states = [New, Accepted, Processing, Ready, EnRoute, Fulfilled];
        let mut steps: Vec<_> =
            states.into_iter().enumerate().map(|(step, state)| (state, Actor::Company, time(step))).collect();
        steps[0].1 = Actor::Customer;
        steps.retain(|(state, ..)| *state != EnRoute || way.kind.needs_address());
        let is_open = is_recent || (!way.is_within_a_day() && promised_at > self.now);
        if is_open {
            let last = steps.len() - 1;
            if is_recent && provider == Provider::Sandbox && self.size == Size::Full && self.random.chance(10) {
                return vec![(PendingPayment, Actor::Customer, at)];
            }
            // An order that takes days was accepted within hours.
            let first = if is_recent { 1 } else { 2 };
            steps.truncate(first + self.random.below(last - first + 1));
            let mut before = at;
            for (.., reached) in &mut steps {
                *reached = (*reached).min(self.now).max(before);
                before = *reached;
            }
            return steps;
        }
        if self.random.chance(8) {
            steps.truncate(1 + self.random.below(2));
            let by = if self.random.chance(60) { Actor::Customer } else { Actor::Company };
            let after = steps.last().map_or(at, |(.., reached)| *reached);
            steps.push((Cancelled, by, after.plus(3 * Timestamp::MINUTE)));
        }
        steps
    }
}
