//! `loadtest orders`: consumers check out while each company watches its order board. Every paid order must reach its
//! board once, and a board must receive its events without a gap.

mod board;
mod shop;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use serde_json::json;

use self::board::Board;
use self::shop::Shop;
use super::{Sample, check_pids, run_id};
use crate::accounts::{self, Account, AccountArgs};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::{Latency, Unit, micros};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};

/// Time after the last order in which boards may still receive it.
const SETTLE: Duration = Duration::from_secs(10);

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["checkout", "pay", "board"],
    figures: &[
        Figure { name: "orders.count", unit: Unit::Number },
        Figure { name: "orders.rate", unit: Unit::Number },
        Figure { name: "server.cpu_per_order", unit: Unit::Time },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest orders`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of companies, each with one board
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub companies: u16,
    /// Number of consumers
    #[arg(long, value_name = "M", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub consumers: u16,
    /// Orders per second [default: as many as the consumers can place]
    #[arg(long, value_name = "R")]
    pub rate: Option<f64>,
    /// Length of the run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// Latencies of all consumers.
struct Latencies {
    /// From the due time to the answer of the payment: cart, contact, order, payment.
    checkout: Latency,
    /// The payment alone.
    pay: Latency,
}

/// Runs the scenario. Fails if it could not start or if an order is refused.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    if args.rate.is_some_and(|rate| rate.is_nan() || rate <= 0.0) {
        return Err("--rate should be above 0".to_owned());
    }
    let api = Api::new(common.target());
    let id = run_id(common.seed, unix_ms());
    let consumers = accounts::provision(&api, &args.accounts, id, args.consumers.into(), false).await?;
    let mut shops = Vec::new();
    for index in 0..args.companies.into() {
        shops.push(Shop::open(&api, id, index).await?);
    }
    let boards = shops
        .iter()
        .enumerate()
        .map(|(index, shop)| Board::open(&common.urls[index % common.urls.len()], common.wire, shop));
    let boards = try_join_all(boards).await?;
    let stop = Rc::new(tokio::sync::Notify::new());
    let watching = boards.iter().map(|board| {
        let (board, stop) = (Rc::clone(board), Rc::clone(&stop));
        tokio::task::spawn_local(async move { board::watch(&board, &stop).await })
    });
    let watching: Vec<_> = watching.collect();

    let latencies = RefCell::new(Latencies { checkout: Latency::new()?, pay: Latency::new()? });
    let before = Sample::measure(&common.server_pids);
    let start = Instant::now();
    let ordering = consumers
        .iter()
        .enumerate()
        .map(|(index, consumer)| order_repeatedly(args, &api, consumer, &shops, &boards, (index, start), &latencies));
    let interrupted = tokio::select! {
        done = try_join_all(ordering) => done.map(|_| false)?,
        signal = tokio::signal::ctrl_c() => signal.is_ok(),
    };
    let after = Sample::measure(&common.server_pids);

    let until = Instant::now() + SETTLE;
    while Instant::now() < until && boards.iter().any(|board| board.borrow().waits()) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.notify_waiters();
    join_all(watching).await;

    let mut arrival = Latency::new()?;
    let wrong = boards.iter().flat_map(|board| board.borrow().findings(&mut arrival)).collect();
    let Latencies { checkout, pay } = latencies.into_inner();
    let (count, wall) = (pay.count() as f64, (after.at - before.at).as_secs_f64());
    let (driver_share, server_share) = after.shares_since(&before);
    let mut figures = vec![("orders.count", count), ("orders.rate", count / wall)];
    if let Some(cpu) = after.server_cpu_since(&before).filter(|_| count > 0.0) {
        figures.push(("server.cpu_per_order", cpu / count));
    }
    figures.extend(after.server_memory.map(|bytes| ("server.memory", bytes as f64)));
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.push(("driver.cpu_share", driver_share));
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("wire", common.shown_wire()),
            ("companies", json!(args.companies)),
            ("consumers", json!(args.consumers)),
            ("rate", args.rate.map_or(json!("unlimited"), |rate| json!(rate))),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("checkout", checkout), ("pay", pay), ("board", arrival)],
        figures,
        wrong,
        invalid: if interrupted { vec!["interrupted".to_owned()] } else { Vec::new() },
        ..Report::new("orders", &CATALOGUE)
    })
}

/// Places the orders of one consumer until the run is over. Orders alternate between the companies.
async fn order_repeatedly(
    args: &Args,
    api: &Api,
    consumer: &Account,
    shops: &[Shop],
    boards: &[Rc<RefCell<Board>>],
    (index, start): (usize, Instant),
    latencies: &RefCell<Latencies>,
) -> Result<(), String> {
    let over = start + Duration::from_secs(args.seconds.into());
    for turn in 0.. {
        let number = turn * usize::from(args.consumers) + index;
        let due = args.rate.map_or_else(Instant::now, |rate| start + Duration::from_secs_f64(number as f64 / rate));
        if due >= over {
            return Ok(());
        }
        tokio::time::sleep_until(due.into()).await;
        let at = number % shops.len();
        let paid = shops[at].checkout(api, consumer).await?;
        let mut latencies = latencies.borrow_mut();
        latencies.checkout.record(micros(paid.answered_at - due));
        latencies.pay.record(micros(paid.answered_at - paid.sent_at));
        boards[at].borrow_mut().add_paid(paid.order, paid.sent_at);
    }
    Ok(())
}
