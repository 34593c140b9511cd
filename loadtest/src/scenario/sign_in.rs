//! `loadtest sign-in`: repeated logins. Each costs the server some 20 ms of a core for the password hash. Run beside
//! another scenario, it shows the effect of many logins on chats.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde_json::json;

use super::{Sample, check_pids, run_id};
use crate::accounts::{self, AccountArgs};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::{Latency, Unit, micros};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["sign_in"],
    figures: &[
        Figure { name: "sign_ins.count", unit: Unit::Number },
        Figure { name: "sign_ins.rate", unit: Unit::Number },
        Figure { name: "server.cpu_per_sign_in", unit: Unit::Time },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest sign-in`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of concurrent clients, each of which logs in repeatedly
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub at_once: u16,
    /// Length of the run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// Runs the scenario. Fails if it could not start or if a login is rejected.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    let api = Api::new(common.target());
    let credentials =
        accounts::credentials(&api, &args.accounts, run_id(common.seed, unix_ms()), args.at_once.into()).await?;

    let latency = RefCell::new(Latency::new()?);
    let before = Sample::measure(&common.server_pids);
    let over = Instant::now() + Duration::from_secs(args.seconds.into());
    let again = (0..args.at_once.into()).map(|index: usize| {
        let (api, credentials, latency) = (&api, &credentials[index % credentials.len()], &latency);
        async move {
            while Instant::now() < over {
                let start = Instant::now();
                credentials.sign_in(api).await?;
                latency.borrow_mut().record(micros(start.elapsed()));
            }
            Ok::<_, String>(())
        }
    });
    let interrupted = tokio::select! {
        done = try_join_all(again) => done.map(|_| false)?,
        signal = tokio::signal::ctrl_c() => signal.is_ok(),
    };
    let after = Sample::measure(&common.server_pids);

    let latency = latency.into_inner();
    let (count, wall) = (latency.count() as f64, (after.at - before.at).as_secs_f64());
    let (driver_share, server_share) = after.shares_since(&before);
    let mut figures = vec![("sign_ins.count", count), ("sign_ins.rate", count / wall)];
    if let Some(cpu) = after.server_cpu_since(&before).filter(|_| count > 0.0) {
        figures.push(("server.cpu_per_sign_in", cpu / count));
    }
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.push(("driver.cpu_share", driver_share));
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("at once", json!(args.at_once)),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("sign_in", latency)],
        figures,
        invalid: if interrupted { vec!["interrupted".to_owned()] } else { Vec::new() },
        ..Report::new("sign-in", &CATALOGUE)
    })
}
