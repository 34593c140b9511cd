//! The index: a folder of files that this node makes from the database. It holds no truth and may be deleted at any
//! time.
//!
//! Terms say whether a word occurs in a field of a document; nothing is stored. The columns that conditions and orders
//! read are kept in memory for each segment: 40 bytes a document.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
};

use tantivy::{
    DocId, Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, TantivyError, Term,
    index::SegmentId,
    schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
    store::Compressor,
    tokenizer::{PreTokenizedString, Token},
};

use super::{
    company_table::CompanyTable,
    documents::{Attributes, Document, Key},
};
use crate::{Error, Result, catalogue::detail_filter::DetailValues, types::ids::CompanyId};

/// Version of the documents. An index of another version is made anew.
const VERSION: u32 = 5;
/// Memory of the writer, the smallest that the library accepts.
const WRITER_BYTES: usize = 15_000_000;

/// Fields of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    pub name: Field,
    pub place: Field,
    pub about: Field,
    pub topics: Field,
    pub key: Field,
    company: Field,
    attributes: Field,
    price: Field,
    details: Field,
}

/// State of the database up to which the index is complete: the newest change of a company, an offering and a reel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Horizon {
    pub company: i64,
    pub offering: i64,
    pub reel: i64,
}

/// Columns of a segment by document.
pub(super) struct Columns {
    pub keys: Vec<Key>,
    /// Number of the company in the table.
    pub companies: Vec<u32>,
    pub attributes: Vec<Attributes>,
    pub prices: Vec<u64>,
    pub details: Vec<DetailValues>,
    /// Documents by company, and the place at which those of each company begin.
    sorted: Vec<DocId>,
    begins: Vec<usize>,
    /// Documents that are companies themselves.
    pub places: Vec<DocId>,
}

/// One state of the index, for as long as a search needs it.
pub(super) struct Snapshot {
    /// Grows with each state.
    pub number: u64,
    pub searcher: Searcher,
    /// By segment, in the order of the searcher.
    pub columns: Vec<Arc<Columns>>,
    pub companies: Arc<CompanyTable>,
}

/// Files of the index with their writer.
pub(super) struct IndexFiles {
    pub fields: Fields,
    /// Name of the database, so that an index of another one is not taken.
    epoch: i64,
    writer: Mutex<IndexWriter>,
    reader: IndexReader,
    snapshot: RwLock<Arc<Snapshot>>,
    /// Columns by segment.
    known: Mutex<HashMap<SegmentId, Arc<Columns>>>,
    pub horizon: Mutex<Option<Horizon>>,
}

pub(super) fn failed(cause: TantivyError) -> Error {
    Error::File(format!("search index: {cause}"))
}

fn io_failed(cause: &io::Error) -> Error {
    Error::File(format!("search index: {cause}"))
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    // Scores are sums of constants, so neither frequencies nor lengths are kept: an order that does not depend on other
    // documents lets pages follow each other while documents are added.
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_index_option(IndexRecordOption::Basic)
        .set_fieldnorms(false);
    let text = TextOptions::default().set_indexing_options(indexing);
    let fields = Fields {
        name: schema.add_text_field("name", text.clone()),
        place: schema.add_text_field("place", text.clone()),
        about: schema.add_text_field("about", text.clone()),
        topics: schema.add_text_field("topics", text),
        key: schema.add_u64_field("key", FAST | INDEXED),
        company: schema.add_u64_field("company", FAST | INDEXED),
        attributes: schema.add_u64_field("attributes", FAST),
        price: schema.add_u64_field("price", FAST),
        details: schema.add_u64_field("details", FAST),
    };
    (schema.build(), fields)
}

impl IndexFiles {
    /// Opens the index in a folder. Makes it anew if it is missing, broken, or of another database or version. Without a
    /// folder, or if another process uses it, the index is in memory.
    pub fn open(folder: Option<&Path>, epoch: i64) -> Result<Self> {
        let Some(folder) = folder else { return Self::in_memory(epoch) };
        match Self::open_files(folder, epoch) {
            Ok(index) => return Ok(index),
            Err(TantivyError::LockFailure(..)) => {
                tracing::warn!(folder = %folder.display(), "search index is used by another process, index kept in memory");
                return Self::in_memory(epoch);
            }
            Err(cause) if folder.exists() => tracing::info!(%cause, "search index is made anew"),
            Err(_) => {}
        }
        match fs::remove_dir_all(folder) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(io_failed(&cause)),
            _ => fs::create_dir_all(folder).map_err(|cause| io_failed(&cause))?,
        }
        let index = Index::builder().schema(schema().0).settings(settings()).create_in_dir(folder).map_err(failed)?;
        Self::new(index, epoch, None).map_err(failed)
    }

    fn in_memory(epoch: i64) -> Result<Self> {
        let index = Index::builder().schema(schema().0).settings(settings()).create_in_ram().map_err(failed)?;
        Self::new(index, epoch, None).map_err(failed)
    }

    fn open_files(folder: &Path, epoch: i64) -> Result<Self, TantivyError> {
        let broken = |what: &str| TantivyError::SystemError(what.to_owned());
        let index = Index::open_in_dir(folder)?;
        if index.schema() != schema().0 {
            return Err(broken("other fields"));
        }
        let damaged: Vec<PathBuf> = index.validate_checksum()?.into_iter().collect();
        if !damaged.is_empty() {
            return Err(broken(&format!("damaged files {damaged:?}")));
        }
        let payload = index.load_metas()?.payload.unwrap_or_default();
        let horizon = Horizon::parse(&payload, epoch).ok_or_else(|| broken("other database or version"))?;
        Self::new(index, epoch, Some(horizon))
    }

    fn new(index: Index, epoch: i64, horizon: Option<Horizon>) -> Result<Self, TantivyError> {
        let writer = index.writer_with_num_threads(1, WRITER_BYTES)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let snapshot =
            Snapshot { number: 0, searcher: reader.searcher(), columns: Vec::new(), companies: Arc::default() };
        Ok(Self {
            fields: schema().1,
            epoch,
            writer: Mutex::new(writer),
            reader,
            // Shows nothing until the companies are read.
            snapshot: RwLock::new(Arc::new(snapshot)),
            known: Mutex::default(),
            horizon: Mutex::new(horizon),
        })
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces all documents of these companies.
    pub fn replace_companies(&self, companies: &[CompanyId], documents: &[Document]) -> Result<()> {
        let writer = lock(&self.writer);
        for company in companies {
            writer.delete_term(Term::from_field_u64(self.fields.company, company.0.unsigned_abs()));
        }
        documents.iter().try_for_each(|document| self.add(&writer, document)).map_err(failed)
    }

    /// Replaces the documents with these keys.
    pub fn replace(&self, keys: &[Key], documents: &[Document]) -> Result<()> {
        let writer = lock(&self.writer);
        for key in keys {
            writer.delete_term(Term::from_field_u64(self.fields.key, key.0));
        }
        documents.iter().try_for_each(|document| self.add(&writer, document)).map_err(failed)
    }

    fn add(&self, writer: &IndexWriter, document: &Document) -> Result<(), TantivyError> {
        let fields = self.fields;
        let mut row = TantivyDocument::new();
        row.add_u64(fields.key, document.key.0);
        row.add_u64(fields.company, document.company.0.unsigned_abs());
        row.add_u64(fields.attributes, document.attributes.0);
        row.add_u64(fields.price, document.price.0);
        row.add_u64(fields.details, document.details.0);
        for (field, words) in [
            (fields.name, &document.name),
            (fields.place, &document.place),
            (fields.about, &document.about),
            (fields.topics, &document.topics),
        ] {
            let tokens = words.iter().map(|word| Token { position: 0, text: word.clone(), ..Token::default() });
            let tokens = PreTokenizedString { text: String::new(), tokens: tokens.collect() };
            row.add_pre_tokenized_text(field, tokens);
        }
        writer.add_document(row).map(drop)
    }

    /// Makes what was written visible, with these companies. `horizon` is what the index is complete up to; none while
    /// it is being made.
    pub fn publish(&self, companies: CompanyTable, horizon: Option<Horizon>) -> Result<()> {
        let mut writer = lock(&self.writer);
        let mut commit = writer.prepare_commit().map_err(failed)?;
        commit.set_payload(&horizon.map(|horizon| horizon.payload(self.epoch)).unwrap_or_default());
        commit.commit().map_err(failed)?;
        drop(writer);
        self.show(companies)?;
        *lock(&self.horizon) = horizon;
        Ok(())
    }

    /// Shows the committed documents with these companies.
    pub fn show(&self, companies: CompanyTable) -> Result<()> {
        self.reader.reload().map_err(failed)?;
        let searcher = self.reader.searcher();
        let mut known = lock(&self.known);
        let mut columns = Vec::with_capacity(searcher.segment_readers().len());
        let mut current = HashMap::new();
        for segment in searcher.segment_readers() {
            let id = segment.segment_id();
            let read = match known.get(&id) {
                Some(read) => Arc::clone(read),
                None => Arc::new(Columns::read(segment, &companies).map_err(failed)?),
            };
            current.insert(id, Arc::clone(&read));
            columns.push(read);
        }
        *known = current;
        let mut shown = self.snapshot.write().unwrap_or_else(PoisonError::into_inner);
        *shown = Arc::new(Snapshot { number: shown.number + 1, searcher, columns, companies: Arc::new(companies) });
        Ok(())
    }
}

fn settings() -> IndexSettings {
    IndexSettings { docstore_compression: Compressor::None, ..IndexSettings::default() }
}

impl Horizon {
    fn payload(self, epoch: i64) -> String {
        format!("{VERSION} {epoch} {} {} {}", self.company, self.offering, self.reel)
    }

    fn parse(payload: &str, epoch: i64) -> Option<Self> {
        let rest = payload.strip_prefix(&format!("{VERSION} {epoch} "))?;
        let mut numbers = rest.split(' ').map(|number| number.parse().ok());
        Some(Self { company: numbers.next()??, offering: numbers.next()??, reel: numbers.next()?? })
    }
}

impl Columns {
    fn read(segment: &tantivy::SegmentReader, companies: &CompanyTable) -> Result<Self, TantivyError> {
        let fast = segment.fast_fields();
        let column = |name: &str| -> Result<Vec<u64>, TantivyError> {
            let values = fast.column_first_or_default::<u64>(name)?;
            Ok((0..segment.max_doc()).map(|document| values.get_val(document)).collect())
        };
        let number = |id: u64| {
            let id = CompanyId(i64::try_from(id).unwrap_or(0));
            // Numbers no company: such a document fails every condition.
            companies.number(id).unwrap_or(u32::MAX)
        };
        let keys: Vec<_> = column("key")?.into_iter().map(Key).collect();
        let numbers: Vec<u32> = column("company")?.into_iter().map(number).collect();
        let (sorted, begins) = by_company(&numbers, companies.entries.len());
        let places = (0..).zip(&keys).filter(|(_, key)| key.is_company()).map(|(document, _)| document).collect();
        Ok(Self {
            keys,
            companies: numbers,
            attributes: column("attributes")?.into_iter().map(Attributes).collect(),
            prices: column("price")?,
            details: column("details")?.into_iter().map(DetailValues).collect(),
            sorted,
            begins,
            places,
        })
    }

    /// Returns the documents of a company by its number.
    pub fn of_company(&self, number: usize) -> &[DocId] {
        let range = self.begins.get(number).zip(self.begins.get(number + 1));
        range.and_then(|(begin, end)| self.sorted.get(*begin..*end)).unwrap_or_default()
    }
}

/// Sorts documents by the number of their company, with the place at which each company begins. Those of none are left out.
fn by_company(numbers: &[u32], companies: usize) -> (Vec<DocId>, Vec<usize>) {
    let known = || (0..).zip(numbers).filter(|(_, number)| (**number as usize) < companies);
    let mut begins = vec![0; companies + 1];
    for (_, number) in known() {
        begins[*number as usize + 1] += 1;
    }
    for number in 0..companies {
        begins[number + 1] += begins[number];
    }
    let mut next = begins.clone();
    let mut sorted = vec![0; begins[companies]];
    for (document, number) in known() {
        let place = &mut next[*number as usize];
        sorted[*place] = document;
        *place += 1;
    }
    (sorted, begins)
}
