//! Command-line options shared by scenarios.

mod load;

use std::path::PathBuf;

use serde_json::{Value, json};

pub use self::load::{Load, size};
use crate::target::Target;
use crate::threshold::Threshold;
use crate::wire::Wire;

/// Options of every scenario.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// Server on this machine: load goes to loopback addresses only. Repeatable: connections alternate between the
    /// nodes, and the first node serves REST
    #[arg(long = "url", value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub urls: Vec<Target>,
    /// Metrics listener of a node: reports how connections were brought up to date. Repeatable: one for each node
    #[arg(long = "metrics", value_name = "URL")]
    pub metrics: Vec<Target>,
    /// Plain WebSockets (one stream each) or Socket.IO over WebSocket
    #[arg(long, value_enum, default_value_t = Wire::Plain)]
    pub wire: Wire,
    /// Process id of the server: reports its CPU time and memory. Repeatable: reports the sum of all nodes
    #[arg(long = "server-pid", value_name = "PID")]
    pub server_pids: Vec<u32>,
    /// Seed of the schedule; the same seed gives the same schedule
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Limit on a figure, like 'delivery.p99<20ms'. Repeatable
    #[arg(long = "threshold", value_name = "LIMIT")]
    pub thresholds: Vec<Threshold>,
    /// Write the result as JSON to FILE
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the result as a self-contained HTML page with charts to FILE
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl Common {
    /// The node that serves REST. `urls` is never empty: it has a default.
    pub fn target(&self) -> &Target {
        &self.urls[0]
    }

    /// The targets as shown in reports.
    pub fn shown_urls(&self) -> Value {
        json!(self.urls.iter().map(|url| format!("http://{}", url.host)).collect::<Vec<_>>().join(" "))
    }

    pub fn shown_wire(&self) -> Value {
        json!(format!("{:?}", self.wire).to_lowercase())
    }
}
