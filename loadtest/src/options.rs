//! Options of the command line that scenarios share.

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
    /// The server, on this machine: load goes to loopback addresses only. Given several times, connections take turns
    /// between the nodes, and the first serves what is not a socket
    #[arg(long = "url", value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub urls: Vec<Target>,
    /// Plain WebSockets (one stream each) or Socket.IO over WebSocket
    #[arg(long, value_enum, default_value_t = Wire::Plain)]
    pub wire: Wire,
    /// The server's process id: reports its processor time and memory. Given several times, of all nodes together
    #[arg(long = "server-pid", value_name = "PID")]
    pub server_pids: Vec<u32>,
    /// Decides who sends when; the same seed gives the same schedule
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A limit that the run must keep, like 'delivery.p99<20ms'; may be given several times
    #[arg(long = "threshold", value_name = "LIMIT")]
    pub thresholds: Vec<Threshold>,
    /// Write the result as JSON to FILE
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the result as one self-contained page with charts to FILE
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl Common {
    /// The node that serves what is not a socket. The command line always names one, or has the default.
    pub fn target(&self) -> &Target {
        &self.urls[0]
    }

    /// The targets, as reports show them.
    pub fn shown_urls(&self) -> Value {
        json!(self.urls.iter().map(|url| format!("http://{}", url.host)).collect::<Vec<_>>().join(" "))
    }

    pub fn shown_wire(&self) -> Value {
        json!(format!("{:?}", self.wire).to_lowercase())
    }
}
