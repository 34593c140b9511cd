//! Import of a CSV file: all of it or nothing.
//!
//! A first pass checks the file without a lock and names the errors. A second one checks again and writes, in one
//! transaction that waits for the bookings of the company. Memory grows neither with lines nor with offerings, except
//! for the ids and SKUs that the file has named so far.

use std::{
    collections::{HashMap, HashSet},
    fs::File,
    path::Path,
};

use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::{
    super::{Editor, Result, folder::FOLDERS_MAX, terms},
    CellError, REPORTED_MAX, batch,
    column::Column,
    file_error,
    plan::{Group, Planned, Terms, group},
    reader::{Line, Reader},
};
use crate::{
    db::Tx,
    types::{
        fold::fold,
        ids::{FolderId, OfferingId},
    },
};

/// Lines that are checked and written together.
const BATCH: usize = 500;
/// Maximum characters of a folder's name.
const FOLDER_NAME_MAX: usize = 80;

/// Imports in progress. Each one needs two connections while it writes.
static RUNNING: Semaphore = Semaphore::const_new(2);

/// Effect of a file, or its errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportReport {
    /// Lines with content, without the header.
    pub lines: u64,
    /// Offerings that are new, changed and unchanged.
    pub created: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Names of folders that are created.
    pub folders: Vec<String>,
    /// First 100 new and changed offerings.
    #[schema(max_items = 100)]
    pub changes: Vec<ImportedOffering>,
    /// First 100 errors. With any, nothing is imported.
    #[schema(max_items = 100)]
    pub errors: Vec<CellError>,
    /// True if the rest of the file was not checked because of its errors.
    pub stopped: bool,
    /// True if the catalogue was changed.
    pub imported: bool,
}

/// Offering that a file creates or changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportedOffering {
    /// Its first line.
    pub line: u64,
    pub name: String,
    pub is_new: bool,
    /// Columns with new values.
    pub columns: Vec<String>,
}

/// State of a pass over the file.
struct Pass<'a> {
    editor: &'a Editor<'a>,
    terms: Terms,
    report: ImportReport,
    /// Folders by folded name. `None`: to be created.
    folders: HashMap<String, Option<FolderId>>,
    offerings: HashSet<OfferingId>,
    skus: HashSet<String>,
}

impl Editor<'_> {
    /// Imports the file at `path`. A preview only reports.
    pub async fn import(&self, path: &Path, preview: bool) -> Result<ImportReport> {
        let _running = RUNNING.acquire().await.map_err(file_error)?;
        let report = self.pass(path, &mut None).await?;
        if preview || !report.errors.is_empty() || report.created + report.changed == 0 {
            return Ok(report);
        }
        let mut tx = Some(self.begin().await?);
        let report = self.pass(path, &mut tx).await?;
        let Some(tx) = tx.filter(|_| report.errors.is_empty()) else { return Ok(report) };
        tx.commit().await?;
        Ok(ImportReport { imported: true, ..report })
    }

    async fn pass(&self, path: &Path, tx: &mut Option<Tx>) -> Result<ImportReport> {
        let file = File::open(path).map_err(file_error)?;
        let mut reader = match Reader::open(file).map_err(file_error)? {
            Ok(reader) => reader,
            Err(errors) => return Ok(ImportReport { errors, stopped: true, ..ImportReport::default() }),
        };
        let company = terms(self.db, self.company).await?;
        let folders = batch::folders(self.db, self.company).await?;
        let mut pass = Pass {
            editor: self,
            terms: Terms { currency: company.currency.parse().map_err(file_error)?, categories: company.categories },
            report: ImportReport::default(),
            folders: folders.into_iter().map(|(id, name)| (fold(&name), Some(id))).collect(),
            offerings: HashSet::new(),
            skus: HashSet::new(),
        };
        pass.run(&mut reader, tx).await?;
        Ok(pass.report)
    }
}

impl Pass<'_> {
    async fn run(&mut self, reader: &mut Reader<File>, tx: &mut Option<Tx>) -> Result<()> {
        let mut lines = Vec::new();
        loop {
            let is_end = self.read(reader, &mut lines)?;
            let matches = batch::matches(self.editor.db, self.editor.company, &lines).await?;
            let mut groups = group(std::mem::take(&mut lines), &matches, &mut self.report.errors);
            // The next lines may continue the last offering.
            if !is_end {
                lines = groups.pop().map(|group| group.lines).unwrap_or_default();
            }
            let planned = self.plan(groups, &matches).await?;
            if self.report.errors.len() >= REPORTED_MAX {
                self.report.errors.truncate(REPORTED_MAX);
                self.report.stopped = true;
                break;
            }
            if let Some(tx) = tx.as_mut().filter(|_| self.report.errors.is_empty()) {
                self.write(tx, planned).await?;
            }
            if is_end {
                break;
            }
        }
        self.report.errors.sort_by_key(|error| error.line);
        Ok(())
    }

    /// Reads lines until a batch is full. Returns true at the end of the file.
    fn read(&mut self, reader: &mut Reader<File>, lines: &mut Vec<Line>) -> Result<bool> {
        let full = lines.len() + BATCH;
        while lines.len() < full && self.report.errors.len() < REPORTED_MAX {
            match reader.next_line().map_err(file_error)? {
                None => return Ok(true),
                Some(line) => {
                    self.report.lines += 1;
                    match line.and_then(|line| self.check_sku(line)) {
                        Ok(line) => lines.push(line),
                        Err(error) => self.report.errors.push(error),
                    }
                }
            }
            if reader.is_too_long() {
                self.report.stopped = true;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Refuses a SKU that two lines name a variant by. A `variant_id` names it without.
    fn check_sku(&mut self, line: Line) -> Result<Line, CellError> {
        match line.filled(Column::Sku).filter(|_| line.filled(Column::VariantId).is_none()) {
            Some(sku) if !self.skus.insert(sku.to_owned()) => {
                Err(CellError::new(line.number, Column::Sku, "This SKU came twice in the file."))
            }
            _ => Ok(line),
        }
    }

    /// Returns the offerings that are created or changed.
    async fn plan(&mut self, groups: Vec<Group>, matches: &batch::Matches) -> Result<Vec<Planned>> {
        let ids: Vec<_> = groups.iter().filter_map(|group| group.offering).collect();
        let mut known = batch::drafts(self.editor.db, self.editor.company, &ids).await?;
        let taken = batch::stock_taken(self.editor.db, &ids).await?;
        known.values_mut().for_each(|draft| batch::show_left(draft, &taken));
        let booked = batch::booked(self.editor.db, &ids, self.editor.now).await?;
        let mut planned = Vec::new();
        for group in groups {
            if let (Some(id), Some(first)) = (group.offering, group.lines.first())
                && !self.offerings.insert(id)
            {
                let expected = "Enter the lines of an offering one after another.";
                self.report.errors.push(CellError::new(first.number, Column::Id, expected));
                continue;
            }
            let first = group.lines.first().cloned();
            let before = group.offering.and_then(|id| known.get(&id));
            match group.plan(before, matches, &booked, &self.terms) {
                Ok(mut one) => {
                    if let Some(line) = first {
                        self.set_folder(&line, &mut one);
                    }
                    self.count(&one);
                    batch::hide_left(&mut one.draft, &taken);
                    planned.extend((!one.columns.is_empty()).then_some(one));
                }
                Err(errors) => self.report.errors.extend(errors),
            }
        }
        Ok(planned)
    }

    fn set_folder(&mut self, line: &Line, planned: &mut Planned) {
        let Some(name) = line.get(Column::Folder) else { return };
        let before = planned.draft.folder_id;
        let key = fold(name);
        if !name.is_empty() && !self.folders.contains_key(&key) {
            if name.chars().count() > FOLDER_NAME_MAX || name.chars().any(char::is_control) {
                let expected = format!("Enter plain text of at most {FOLDER_NAME_MAX} characters.");
                self.report.errors.push(CellError::new(line.number, Column::Folder, expected));
            } else if i64::try_from(self.folders.len()).unwrap_or(i64::MAX) >= FOLDERS_MAX {
                let expected = format!("A company has at most {FOLDERS_MAX} folders.");
                self.report.errors.push(CellError::new(line.number, Column::Folder, expected));
            } else {
                self.report.folders.push(name.to_owned());
                self.folders.insert(key.clone(), None);
            }
        }
        let folder = self.folders.get(&key).copied().flatten();
        planned.columns.retain(|column| *column != Column::Folder || planned.offering.is_none());
        if planned.offering.is_some() && (folder != before || (folder.is_none() && !name.is_empty())) {
            planned.columns.push(Column::Folder);
        }
        planned.draft.folder_id = folder;
        planned.folder = (folder.is_none() && !name.is_empty()).then_some(key);
    }

    fn count(&mut self, planned: &Planned) {
        let report = &mut self.report;
        let is_new = planned.offering.is_none();
        match (is_new, planned.columns.is_empty()) {
            (true, _) => report.created += 1,
            (false, false) => report.changed += 1,
            (false, true) => report.unchanged += 1,
        }
        if !planned.columns.is_empty() && report.changes.len() < REPORTED_MAX {
            report.changes.push(ImportedOffering {
                line: planned.line,
                name: planned.draft.name.clone(),
                is_new,
                columns: planned.columns.iter().map(ToString::to_string).collect(),
            });
        }
    }

    /// Writes offerings, and before them the folders that they need.
    async fn write(&mut self, tx: &mut Tx, mut planned: Vec<Planned>) -> Result<()> {
        for one in &mut planned {
            let Some(key) = one.folder.take() else { continue };
            let known = self.folders.get(&key).copied().flatten();
            let id = match known {
                Some(id) => id,
                None => {
                    let name = self.report.folders.iter().find(|name| fold(name) == key).cloned().unwrap_or_default();
                    self.editor.insert_folder(tx, &name).await?
                }
            };
            self.folders.insert(key, Some(id));
            one.draft.folder_id = Some(id);
        }
        if planned.is_empty() { Ok(()) } else { self.editor.write_batch(tx, &planned).await }
    }
}
