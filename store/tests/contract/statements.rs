//! Statements that a call executes on SQLite, with their plans.
//!
//! The driver logs each statement within the span of its caller. So the statements of a call are known, whatever else the
//! process does.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Mutex, Once},
};

use sqlx::AssertSqlSafe;
use store::{Db, db::Dialect};
use tracing::{
    Event, Instrument as _, Subscriber,
    field::{Field, Visit},
    span,
};
use tracing_subscriber::{
    Layer, Registry,
    layer::{Context, SubscriberExt as _},
    registry::LookupSpan,
};

/// Partial indexes that a worker reads as a whole: they contain what is left for it to do.
const WORK: [&str; 2] = ["occurrence_ending", "waitlist_entry_due"];

/// Terms of searches that find a row by its id, or the rows of one booking or order.
const OF_ONE: [&str; 3] = [" (id=?)", " (booking_id=?)", " (order_id=?)"];

/// Statements of the calls that run, by their spans.
static EXECUTED: Mutex<Vec<(span::Id, String)>> = Mutex::new(Vec::new());

/// Plans of the statements of a call: the steps of each.
#[derive(Debug)]
pub struct Plans(Vec<Vec<String>>);

/// Makes a call and returns the plans of its statements.
pub async fn plans<T>(db: &Db, call: impl Future<Output = T>) -> Plans {
    static RECORDER: Once = Once::new();
    RECORDER.call_once(|| tracing::subscriber::set_global_default(Registry::default().with(Recorder)).unwrap());
    let span = tracing::info_span!("call");
    call.instrument(span.clone()).await;
    let Dialect::Sqlite(pool) = db.read() else { panic!("{}", db.kind()) };
    let mut plans = Vec::new();
    for statement in executed(&span.id().unwrap()) {
        let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(sql).fetch_all(pool).await.unwrap();
        plans.push(rows.into_iter().map(|(.., step)| step).collect());
    }
    Plans(plans)
}

/// Removes the statements of a span, each once.
fn executed(of: &span::Id) -> BTreeSet<String> {
    EXECUTED.lock().unwrap().extract_if(.., |(span, _)| span == of).map(|(_, statement)| statement).collect()
}

impl Plans {
    /// Returns the steps that read a whole table or index.
    pub fn scans(&self) -> Vec<&str> {
        self.0.iter().flat_map(|steps| steps.iter().map(String::as_str).filter(|step| is_scan(step, steps))).collect()
    }

    /// Returns the indexes with one of these words in their names that are searched, with the terms of the search. Those
    /// that find one row, or the rows of one booking or order, are left out.
    pub fn searches(&self, words: &[&str]) -> BTreeSet<&str> {
        let steps = self.0.iter().flatten();
        let indexes = steps.filter_map(|step| Some(step.split_once(" INDEX ")?.1.trim_end_matches(" LEFT-JOIN")));
        let is_of_one = |index: &str| OF_ONE.iter().any(|terms| index.ends_with(terms));
        indexes.filter(|index| !is_of_one(index) && words.iter().any(|word| index.contains(word))).collect()
    }
}

fn is_scan(step: &str, plan: &[String]) -> bool {
    let Some(read) = step.strip_prefix("SCAN ") else {
        // The query builds the index from the whole table first.
        return step.contains(" AUTOMATIC ");
    };
    let is_constant = read.contains("CONSTANT ROW") || read.contains(" VIRTUAL TABLE ");
    let is_work = WORK.iter().any(|index| read.ends_with(&format!(" {index}")));
    // The steps of a subquery are in the plan, too.
    let is_subquery = ["CO-ROUTINE", "MATERIALIZE"].iter().any(|kind| plan.contains(&format!("{kind} {read}")));
    !(is_constant || is_work || is_subquery)
}

struct Recorder;

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if let Some(span) = context.event_span(event).filter(|_| event.metadata().target() == "sqlx::query") {
            let mut statement = Statement::default();
            event.record(&mut statement);
            EXECUTED.lock().unwrap().push((span.id(), statement.0));
        }
    }
}

/// Text of a statement.
#[derive(Default)]
struct Statement(String);

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, text: &str) {
        // A statement of four words or less is its own summary.
        if field.name() == "summary" || (field.name() == "db.statement" && !text.is_empty()) {
            text.trim().clone_into(&mut self.0);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
