//! Bus over Redis: one RESP3 connection with ordinary channels, or sharded channels on a cluster.
//!
//! Reconnects without limit. Pings every second, so it detects a dead connection within seconds.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::try_join_all;
use redis::{
    AsyncConnectionConfig, Client, Cmd, InfoDict, IntoConnectionInfo as _, Pipeline, ProtocolVersion, PushInfo,
    PushKind, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection},
    cluster::ClusterClient,
    cluster_async::ClusterConnection,
};
use tokio::{
    sync::mpsc::{self, UnboundedReceiver, unbounded_channel},
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use super::{BusCommand, BusEvent, EventSink};
use crate::{Error, Result};

/// Response timeout and ping interval. A server that does not respond in time is treated as disconnected.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(1);
const BACKOFF_MIN: Duration = Duration::from_millis(50);
/// Maximum backoff: bounds the delay of subscribers after the server is back.
const BACKOFF_MAX: Duration = Duration::from_millis(300);
/// Maximum number of commands per round trip.
const BATCH: usize = 1_024;

/// Redis client and channel prefix of this deployment.
pub(super) struct Server {
    client: Client,
    prefix: String,
}

impl Server {
    pub(super) fn new(url: &str, namespace: &str) -> Result<Self> {
        let wrong = |cause: redis::RedisError| Error::Address(format!("the Redis server's address: {cause}"));
        let info = url.into_connection_info().map_err(wrong)?;
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let client = Client::open(info.set_redis_settings(settings)).map_err(wrong)?;
        Ok(Self { client, prefix: format!("plaza:{namespace}:") })
    }

    fn full(&self, channel: &str) -> String {
        format!("{}{channel}", self.prefix)
    }
}

/// A connection to a single server or to a cluster.
#[derive(Clone)]
enum Connection {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Connection {
    async fn open(server: &Server) -> RedisResult<(Self, UnboundedReceiver<PushInfo>)> {
        let (pushes, pushed) = unbounded_channel();
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(RESPONSE_TIMEOUT))
            .set_response_timeout(Some(RESPONSE_TIMEOUT))
            .set_push_sender(pushes.clone());
        let mut one = server.client.get_multiplexed_async_connection_with_config(&config).await?;
        let info: InfoDict = redis::cmd("INFO").arg("server").query_async(&mut one).await?;
        if info.get::<String>("redis_mode").as_deref() != Some("cluster") {
            return Ok((Self::One(one), pushed));
        }
        let (pushes, pushed) = unbounded_channel();
        let cluster = ClusterClient::builder([server.client.get_connection_info().clone()])
            .use_protocol(ProtocolVersion::RESP3)
            .connection_timeout(RESPONSE_TIMEOUT)
            .response_timeout(RESPONSE_TIMEOUT)
            .push_sender(pushes)
            .build()?;
        Ok((Self::Cluster(cluster.get_async_connection().await?), pushed))
    }

    async fn ping(&mut self) -> RedisResult<()> {
        let ping = redis::cmd("PING");
        match self {
            Self::One(link) => ping.query_async(link).await,
            Self::Cluster(link) => ping.query_async(link).await,
        }
    }

    async fn subscribe(&mut self, channels: &[String]) -> RedisResult<()> {
        match self {
            Self::One(link) => link.subscribe(channels).await,
            // One channel at a time: a command may name channels of one slot only.
            Self::Cluster(link) => {
                for channel in channels {
                    link.ssubscribe(channel).await?;
                }
                Ok(())
            }
        }
    }

    async fn unsubscribe(&mut self, channel: &str) -> RedisResult<()> {
        match self {
            Self::One(link) => link.unsubscribe(channel).await,
            Self::Cluster(link) => link.sunsubscribe(channel).await,
        }
    }

    async fn publish(&mut self, news: &[(String, Bytes)]) -> RedisResult<()> {
        match self {
            Self::One(link) => {
                let mut pipeline = Pipeline::with_capacity(news.len());
                for (channel, payload) in news {
                    pipeline.add_command(publication("PUBLISH", channel, payload)).ignore();
                }
                let count = news.len();
                link.req_packed_commands(&pipeline, 0, count).await.map(drop)
            }
            Self::Cluster(link) => {
                // A cluster connection does not keep commands in order. Messages of one channel are sent in sequence,
                // channels in parallel.
                let mut channels: HashMap<&str, Vec<&Bytes>> = HashMap::new();
                for (channel, payload) in news {
                    channels.entry(channel).or_default().push(payload);
                }
                let sent = channels.into_iter().map(|(channel, payloads)| {
                    let mut link = link.clone();
                    async move {
                        for payload in payloads {
                            publication("SPUBLISH", channel, payload).query_async::<()>(&mut link).await?;
                        }
                        RedisResult::Ok(())
                    }
                });
                try_join_all(sent).await.map(drop)
            }
        }
    }
}

fn publication(command: &str, channel: &str, payload: &Bytes) -> Cmd {
    let mut command = redis::cmd(command);
    command.arg(channel).arg(&payload[..]);
    command
}

/// Executes a node's commands until its last handle is dropped. Reconnects as needed.
pub(super) async fn run(server: Server, mut commands: mpsc::Receiver<BusCommand>, events: EventSink) {
    let mut followed = HashSet::new();
    let mut pause = BACKOFF_MIN;
    let mut is_told = false;
    loop {
        match Connection::open(&server).await {
            Ok((link, pushed)) => {
                is_told = false;
                let since = Instant::now();
                match run_connection(&server, link, pushed, &mut commands, &events, &mut followed).await {
                    Ok(()) => return,
                    Err(cause) => tracing::warn!(%cause, "the connection to Redis was lost"),
                }
                events.send(BusEvent::Disconnected);
                if since.elapsed() > BACKOFF_MAX {
                    pause = BACKOFF_MIN;
                }
            }
            // Logs the first failed attempt only.
            Err(cause) if !is_told => {
                is_told = true;
                tracing::warn!(%cause, "Redis cannot be reached");
            }
            Err(_) => {}
        }
        if !wait_disconnected(pause, &mut commands, &mut followed).await {
            return;
        }
        pause = (pause * 2).min(BACKOFF_MAX);
    }
}

/// Waits without a connection and drops published messages. Returns false if the last handle was dropped.
async fn wait_disconnected(
    pause: Duration,
    commands: &mut mpsc::Receiver<BusCommand>,
    followed: &mut HashSet<Arc<str>>,
) -> bool {
    let over = sleep(pause);
    tokio::pin!(over);
    loop {
        tokio::select! {
            () = &mut over => return true,
            order = commands.recv() => match order {
                None => return false,
                Some(BusCommand::Publish { .. }) => {}
                Some(BusCommand::Subscribe { channel, .. }) => drop(followed.insert(channel)),
                Some(BusCommand::Unsubscribe { channel }) => drop(followed.remove(&channel)),
            },
        }
    }
}

/// Serves one connection. Returns `Ok` when the last handle is dropped.
async fn run_connection(
    server: &Server,
    mut link: Connection,
    mut pushed: UnboundedReceiver<PushInfo>,
    commands: &mut mpsc::Receiver<BusCommand>,
    events: &EventSink,
    followed: &mut HashSet<Arc<str>>,
) -> RedisResult<()> {
    let channels: Vec<String> = followed.iter().map(|channel| server.full(channel)).collect();
    for channels in channels.chunks(BATCH) {
        link.subscribe(channels).await?;
    }
    events.send(BusEvent::Connected);
    let mut pulse = interval(RESPONSE_TIMEOUT);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Pings concurrently, so that received messages do not wait for the response.
    let mut alive = None;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            push = pushed.recv() => match push.map(|push| take(server, push)) {
                Some(Published::News(heard)) => events.send(heard),
                Some(Published::Other) => {}
                // A cluster connection reconnects and resubscribes by itself. Messages in between are lost.
                Some(Published::Lost) if matches!(link, Connection::Cluster(_)) => events.send(BusEvent::Connected),
                Some(Published::Lost) | None => return Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset).into()),
            },
            taken = commands.recv_many(&mut batch, BATCH) => {
                if taken == 0 {
                    return Ok(());
                }
                execute(server, &mut link, batch.drain(..), followed).await?;
            }
            _ = pulse.tick(), if alive.is_none() => {
                let mut link = link.clone();
                alive = Some(Box::pin(async move { link.ping().await }));
            }
            answer = async { match &mut alive { Some(alive) => alive.await, None => std::future::pending().await } } => {
                alive = None;
                answer?;
            }
        }
    }
}

/// Executes commands in order. Publishes all messages of a batch in one round trip.
async fn execute(
    server: &Server,
    link: &mut Connection,
    commands: impl Iterator<Item = BusCommand>,
    followed: &mut HashSet<Arc<str>>,
) -> RedisResult<()> {
    let mut news = Vec::new();
    let mut failed = None;
    for order in commands {
        match order {
            BusCommand::Publish { channel, payload } => news.push((server.full(&channel), payload)),
            // After a failure, only records the subscriptions. The next connection restores them.
            BusCommand::Subscribe { channel, done } => {
                followed.insert(channel.clone());
                if failed.is_none() {
                    failed = link.subscribe(&[server.full(&channel)]).await.err();
                }
                // The caller may have been dropped.
                let _ = done.send(());
            }
            BusCommand::Unsubscribe { channel } => {
                followed.remove(&channel);
                if failed.is_none() {
                    failed = link.unsubscribe(&server.full(&channel)).await.err();
                }
            }
        }
    }
    if failed.is_none() && !news.is_empty() {
        failed = link.publish(&news).await.err();
    }
    failed.map_or(Ok(()), Err)
}

enum Published {
    News(BusEvent),
    Lost,
    Other,
}

fn take(server: &Server, push: PushInfo) -> Published {
    match push.kind {
        PushKind::Message | PushKind::SMessage => {}
        PushKind::Disconnection => return Published::Lost,
        _ => return Published::Other,
    }
    let mut data = push.data.into_iter();
    let (Some(Value::BulkString(channel)), Some(Value::BulkString(payload))) = (data.next(), data.next()) else {
        return Published::Other;
    };
    let channel = std::str::from_utf8(&channel).ok().and_then(|channel| channel.strip_prefix(&server.prefix));
    channel.map_or(Published::Other, |channel| {
        Published::News(BusEvent::Message { channel: channel.into(), payload: payload.into() })
    })
}
