//! Options for the load of a run and its measurement.

use std::time::Duration;

use crate::accounts::AccountArgs;
use crate::schedule::{Arrivals, Stage};
use crate::stamp::MIN_SIZE;

/// Load of a run and its measurement.
#[derive(clap::Args, Clone, Debug)]
pub struct Load {
    /// Messages per second of all senders together
    #[arg(long, value_name = "R", value_parser = rate, conflicts_with_all = ["stages", "closed"])]
    pub rate: Option<f64>,
    /// Length of the measurement
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Instead of one constant rate: RATE:SECONDS or FROM..TO:SECONDS. Repeatable: stages run one after the other
    #[arg(long = "stage", value_name = "STAGE", conflicts_with_all = ["seconds", "closed"])]
    pub stages: Vec<Stage>,
    /// Closed loop: each sender keeps N messages in flight. Finds the maximum throughput; latencies are those of a
    /// saturated server
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub closed: Option<u32>,
    /// Send for this long before measuring; these messages are checked as well
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub warm_up: u32,
    /// Bytes of text in a message
    #[arg(long, value_name = "BYTES", default_value_t = 200, value_parser = size)]
    pub size: usize,
    /// Even or random intervals between messages
    #[arg(long, value_enum, default_value_t = Arrivals::Even)]
    pub arrivals: Arrivals,
    /// Maximum lag of the driver at the 99th percentile; a run above it is INVALID
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = crate::threshold::duration)]
    pub max_lag: Duration,
    /// Maximum time to wait for outstanding replies and deliveries after the last message
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub drain: u32,
    /// Resend messages that the server rejects temporarily (busy, unavailable, too many), with the same id, until they
    /// are accepted: for a server under disturbance
    #[arg(long, alias = "insist")]
    pub retry: bool,
    /// Maximum delay between two attempts to reconnect
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = crate::threshold::duration)]
    pub back_off: Duration,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1e6 => Ok(rate),
        _ => Err("a rate must be a number of messages per second above 0".to_owned()),
    }
}

pub fn size(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(size) if (MIN_SIZE..=4000).contains(&size) => Ok(size),
        _ => Err(format!("a message must have {MIN_SIZE} to 4000 bytes")),
    }
}

impl Load {
    pub fn warm_up(&self) -> Duration {
        Duration::from_secs(self.warm_up.into())
    }

    /// Stages of the schedule, starting with a warm-up at the initial rate. Empty for a closed loop.
    pub fn schedule(&self) -> Result<Vec<Stage>, String> {
        let measured = match (self.rate, self.stages.as_slice(), self.closed) {
            (Some(rate), [], None) => vec![Stage::even(rate, Duration::from_secs(self.seconds.into()))],
            (None, stages @ [_, ..], None) => stages.to_vec(),
            (None, [], Some(_)) => return Ok(Vec::new()),
            _ => return Err("specify the load: --rate R, --stage R:S (repeatable), or --closed N".to_owned()),
        };
        let warm_up = (self.warm_up > 0).then(|| Stage::even(measured[0].from, self.warm_up()));
        Ok(warm_up.into_iter().chain(measured).collect())
    }

    /// Time from the start to the last message.
    pub fn length(&self, stages: &[Stage]) -> Duration {
        if stages.is_empty() {
            self.warm_up() + Duration::from_secs(self.seconds.into())
        } else {
            stages.iter().map(|stage| stage.length).sum()
        }
    }

    /// Short description for reports.
    pub fn shown(&self) -> String {
        let stages: Vec<_> = self
            .stages
            .iter()
            .map(|Stage { from, to, length }| format!("{from}..{to}/s for {} s", length.as_secs()))
            .collect();
        match (self.rate, self.closed) {
            (Some(rate), _) => format!("{rate}/s for {} s", self.seconds),
            (_, Some(in_flight)) => format!("closed, {in_flight} in flight for {} s", self.seconds),
            _ => stages.join(", "),
        }
    }
}
