//! The load of a run: how much is sent, when, and how it is measured.

use std::time::Duration;

use crate::accounts::AccountArgs;
use crate::schedule::{Arrivals, Stage};
use crate::stamp::MIN_SIZE;

/// The load of a run, and how it is measured.
#[derive(clap::Args, Clone, Debug)]
pub struct Load {
    /// Messages per second, from all senders together
    #[arg(long, value_name = "R", value_parser = rate, conflicts_with_all = ["stages", "closed"])]
    pub rate: Option<f64>,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Instead of one rate for all the time: RATE:SECONDS or FROM..TO:SECONDS, given several times, one after the other
    #[arg(long = "stage", value_name = "STAGE", conflicts_with_all = ["seconds", "closed"])]
    pub stages: Vec<Stage>,
    /// A closed loop instead: each sender has N messages on the way, and an answer brings the next. Finds the ceiling;
    /// its latencies are those of a server that is asked for all it has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub closed: Option<u32>,
    /// Send this long before measuring; what is sent then is checked as well
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub warm_up: u32,
    /// Bytes of text in a message
    #[arg(long, value_name = "BYTES", default_value_t = 200, value_parser = size)]
    pub size: usize,
    /// Whether messages are due evenly or at random intervals
    #[arg(long, value_enum, default_value_t = Arrivals::Even)]
    pub arrivals: Arrivals,
    /// How late the driver itself may be at the 99th percentile before the run is INVALID
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = crate::threshold::duration)]
    pub max_lag: Duration,
    /// How long to wait, after the last message, for what is still on its way
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub drain: u32,
    /// Send what the server does not take for the moment (busy, unavailable, too many) again, with the same id, until it
    /// is taken: for a server that is being disturbed
    #[arg(long, alias = "insist")]
    pub retry: bool,
    /// The longest pause between two tries to come back after a cut
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = crate::threshold::duration)]
    pub back_off: Duration,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1e6 => Ok(rate),
        _ => Err("a rate is messages per second, above 0".to_owned()),
    }
}

pub fn size(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(size) if (MIN_SIZE..=4000).contains(&size) => Ok(size),
        _ => Err(format!("a message has {MIN_SIZE} to 4000 bytes")),
    }
}

impl Load {
    pub fn warm_up(&self) -> Duration {
        Duration::from_secs(self.warm_up.into())
    }

    /// The stages of the schedule, the warm-up first, at the rate that the measured part begins with. None when the loop
    /// is closed.
    pub fn schedule(&self) -> Result<Vec<Stage>, String> {
        let measured = match (self.rate, self.stages.as_slice(), self.closed) {
            (Some(rate), [], None) => vec![Stage::even(rate, Duration::from_secs(self.seconds.into()))],
            (None, stages @ [_, ..], None) => stages.to_vec(),
            (None, [], Some(_)) => return Ok(Vec::new()),
            _ => return Err("say how much to send: --rate R, --stage R:S (several), or --closed N".to_owned()),
        };
        let warm_up = (self.warm_up > 0).then(|| Stage::even(measured[0].from, self.warm_up()));
        Ok(warm_up.into_iter().chain(measured).collect())
    }

    /// From the start to the last message.
    pub fn length(&self, stages: &[Stage]) -> Duration {
        if stages.is_empty() {
            self.warm_up() + Duration::from_secs(self.seconds.into())
        } else {
            stages.iter().map(|stage| stage.length).sum()
        }
    }

    /// For people.
    pub fn shown(&self) -> String {
        let stages: Vec<_> = self
            .stages
            .iter()
            .map(|Stage { from, to, length }| format!("{from}..{to}/s for {} s", length.as_secs()))
            .collect();
        match (self.rate, self.closed) {
            (Some(rate), _) => format!("{rate}/s for {} s", self.seconds),
            (_, Some(in_flight)) => format!("closed, {in_flight} on the way for {} s", self.seconds),
            _ => stages.join(", "),
        }
    }
}
