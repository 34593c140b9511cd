//! A TCP proxy that can be made to fail as networks do: it closes what goes through it, or falls silent.

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
    /// Everything passes.
    Open,
    /// Connections are taken and ended at once.
    Closed,
    /// Nothing passes, and nothing is closed.
    Silent,
}

/// What goes on: the mode, and which connections were cut.
#[derive(Clone, Copy, Debug)]
struct AppState {
    mode: Mode,
    /// Counts the cuts, and says how many in a hundred each one took.
    cut: (u64, u64),
}

pub struct Proxy {
    pub address: SocketAddr,
    state: watch::Sender<AppState>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// Passes everything on to `target`.
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (state, watched) = watch::channel(AppState { mode: Mode::Open, cut: (0, 0) });
        let listening = tokio::spawn(async move {
            let count = Arc::new(AtomicU64::new(0));
            loop {
                // Out of files or the like: what cannot be taken waits.
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

    /// Ends so many in a hundred of the connections, without a word.
    pub fn cut(&self, percent: u64) {
        self.state.send_modify(|state| state.cut = (state.cut.0 + 1, percent));
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// One connection, until either side or the proxy ends it.
async fn pass(stream: TcpStream, target: SocketAddr, number: u64, mut state: watch::Receiver<AppState>) {
    // A reset, not a farewell: that is how a network ends things.
    let _ = stream.set_zero_linger();
    let first = state.borrow().cut.0;
    let ended = async |state: &mut watch::Receiver<AppState>| {
        let is_over = |state: &AppState| {
            let (cut, percent) = state.cut;
            // Which ones differs from cut to cut.
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
