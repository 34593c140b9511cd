//! A TCP proxy that fails as networks do: closes its connections, or stops forwarding.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinHandle,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Forwards everything.
    Open,
    /// Accepts connections and closes them at once.
    Closed,
    /// Forwards nothing and closes nothing.
    Silent,
}

/// State of the proxy: the mode, and which connections were cut.
#[derive(Clone, Copy, Debug)]
struct AppState {
    mode: Mode,
    /// Counts the cuts and records the percentage of each.
    cut: (u64, u64),
}

pub struct Proxy {
    pub address: SocketAddr,
    state: watch::Sender<AppState>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// Forwards everything to `target`.
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (state, watched) = watch::channel(AppState { mode: Mode::Open, cut: (0, 0) });
        let listening = tokio::spawn(async move {
            let count = Arc::new(AtomicU64::new(0));
            loop {
                // Out of open files or similar: the connection waits in the backlog.
                let Ok((stream, _)) = listener.accept().await else { continue };
                let number = count.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(pass(stream, target, number, watched.clone()));
            }
        });
        Self { address, state, listening }
    }

    pub fn go(&self, mode: Mode) {
        self.state.send_modify(|state| state.mode = mode);
    }

    /// Cuts this percentage of the connections without a close.
    pub fn cut(&self, percent: u64) {
        self.state.send_modify(|state| state.cut = (state.cut.0 + 1, percent));
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Forwards one connection until either side or the proxy ends it.
async fn pass(stream: TcpStream, target: SocketAddr, number: u64, mut state: watch::Receiver<AppState>) {
    // Ends with a reset instead of a close, as networks do.
    let _ = stream.set_zero_linger();
    let first = state.borrow().cut.0;
    let ended = async |state: &mut watch::Receiver<AppState>| {
        let is_over = |state: &AppState| {
            let (cut, percent) = state.cut;
            // Each cut selects different connections.
            state.mode == Mode::Closed || (cut > first && (number.wrapping_mul(37) + cut * 11) % 100 < percent)
        };
        let _ = state.wait_for(is_over).await;
    };
    let mut own = state.clone();
    let through = async {
        own.wait_for(|state| state.mode == Mode::Open).await.ok()?;
        let other = TcpStream::connect(target).await.ok()?;
        let _ = other.set_zero_linger();
        stream.set_nodelay(true).ok()?;
        other.set_nodelay(true).ok()?;
        let ((from, to), (other_from, other_to)) = (stream.into_split(), other.into_split());
        tokio::select! {
            _ = copy(from, other_to, own.clone()) => {}
            _ = copy(other_from, to, own.clone()) => {}
        }
        Some(())
    };
    tokio::select! {
        _ = through => {}
        () = ended(&mut state) => {}
    }
}

async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<AppState>) -> io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await?;
        if count == 0 {
            return Ok(());
        }
        let _ = state.wait_for(|state| state.mode == Mode::Open).await;
        to.write_all(&buffer[..count]).await?;
    }
}
