//! A PostgreSQL server that vanishes: its host is gone, and no connection is closed.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};
use std::time::Duration;

use store::{
    Db,
    chat::{self, Change, ChatWrite, NewDirect, NewMessage, Outcome, Window},
    db::group_commit::GroupCommit,
    testing,
    types::ids::ChatId,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::mpsc,
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(7);

/// Fault of the next COMMIT. Its connection then forwards nothing and is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// COMMIT does not reach the server.
    Unheard,
    /// COMMIT is executed, and the reply is lost.
    Untold,
}

type Next = Arc<Mutex<Option<Fate>>>;

/// Starts a proxy to the server at `target`. Returns its port.
async fn way(target: u16, next: Next) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let Ok(server) = TcpStream::connect(("127.0.0.1", target)).await else { continue };
            let ((asked, back), (answered, to)) = (client.into_split(), server.into_split());
            let swallowed = Arc::new(AtomicBool::new(false));
            tokio::spawn(ask(asked, to, swallowed.clone(), next.clone()));
            tokio::spawn(answer(answered, back, swallowed));
        }
    });
    port
}

async fn ask(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, swallowed: Arc<AtomicBool>, next: Next) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let said = &buffer[..count];
        let commits = said.windows(6).any(|word| word == b"COMMIT");
        let fate = if commits { next.lock().unwrap().take() } else { None };
        let is_lost = swallowed.load(Ordering::SeqCst) || fate == Some(Fate::Unheard);
        if fate.is_some() {
            swallowed.store(true, Ordering::SeqCst);
        }
        if !is_lost && to.write_all(said).await.is_err() {
            break;
        }
    }
    // The other end receives no close.
    std::future::pending::<()>().await;
}

async fn answer(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, swallowed: Arc<AtomicBool>) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if !swallowed.load(Ordering::SeqCst) && to.write_all(&buffer[..count]).await.is_err() {
            break;
        }
    }
    std::future::pending::<()>().await;
}

fn say(number: u32) -> ChatWrite {
    let id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
    ChatWrite {
        chat: CHAT,
        author: store::types::ids::UserId(1),
        agent: None,
        at: NOW,
        change: Change::Message(NewMessage::text(id, "hello")),
    }
}

/// Sends a message whose COMMIT fails as given, and sends it again. Returns both results.
async fn told_twice(fate: Fate) -> Option<Outcome> {
    let url = testing::postgres_url().await?;
    let (head, database) = url.rsplit_once('/').unwrap();
    let port: u16 = head.rsplit_once(':').unwrap().1.parse().unwrap();
    let next = Next::default();
    let way = way(port, next.clone()).await;
    let db = Db::postgres(&format!("postgres://postgres@127.0.0.1:{way}/{database}"), 4).await.unwrap();
    let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
    chat::direct(&db, NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: ben, at: NOW }).await.unwrap();
    let appends = GroupCommit::start(db.clone(), Duration::ZERO);
    let (answers, mut answered) = mpsc::unbounded_channel();
    let mut say = async |number| {
        appends.submit(say(number), 1, &answers).unwrap();
        answered.recv().await.unwrap().1
    };

    assert!(matches!(say(1).await, Ok(Outcome::Applied { seq: 1, .. })));
    *next.lock().unwrap() = Some(fate);
    let lost = say(2).await;
    assert!(lost.is_err_and(|cause| cause.is_outage()), "whoever waits is told that it is not known");
    assert_eq!(*next.lock().unwrap(), None);
    // The same id over another connection.
    let again = say(2).await.unwrap();
    assert!(matches!(say(3).await, Ok(Outcome::Applied { seq: 3, .. })));
    let history = chat::history(&db, ben, CHAT, Window::Newest, 100).await.unwrap();
    let seqs: Vec<i64> = history.messages.iter().map(|message| message.seq).collect();
    assert_eq!(seqs, [1, 2, 3], "each once");
    Some(again)
}

#[tokio::test]
async fn commit_not_received_by_a_lost_server_is_made_on_retry() {
    let Some(again) = told_twice(Fate::Unheard).await else { return };
    assert!(matches!(again, Outcome::Applied { seq: 2, .. }), "{again:?}");
}

#[tokio::test]
async fn commit_made_by_a_lost_server_is_not_repeated_on_retry() {
    let Some(again) = told_twice(Fate::Untold).await else { return };
    assert!(matches!(again, Outcome::Repeat { seq: 2, .. }), "{again:?}");
}

#[tokio::test]
async fn abandoned_connection_frees_its_place_in_the_pool() {
    let Some(url) = testing::postgres_url().await else { return };
    let (head, database) = url.rsplit_once('/').unwrap();
    let port: u16 = head.rsplit_once(':').unwrap().1.parse().unwrap();
    let next = Next::default();
    let way = way(port, next.clone()).await;
    let db = Db::postgres(&format!("postgres://postgres@127.0.0.1:{way}/{database}"), 1).await.unwrap();
    let tx = db.begin().await.unwrap();
    *next.lock().unwrap() = Some(Fate::Unheard);
    // The only connection is lost here.
    assert!(tx.commit().await.is_err_and(|cause| cause.is_outage()));
    db.ping().await.unwrap();
}
