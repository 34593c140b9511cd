//! Export of a catalogue as a CSV file, page by page.

use std::collections::HashMap;

use csv::{Terminator, WriterBuilder};

use super::{
    super::{Result, listing::OwnFilter, offering_form::Draft, terms},
    batch,
    cell::escape,
    column::Column,
    file_error, offering_cells, variant_cells,
};
use crate::{
    Db,
    db::conditions::Conditions,
    types::{
        csv::BYTE_ORDER_MARK,
        currency::Currency,
        ids::{CompanyId, FolderId, OfferingId},
    },
};

/// Offerings of a page.
const PAGE: i64 = 200;

/// Export in progress.
pub struct Export {
    db: Db,
    company: CompanyId,
    filter: OwnFilter,
    columns: Vec<Column>,
    currency: Currency,
    folders: HashMap<FolderId, String>,
    /// Bytes before the first line of offerings.
    head: Option<Vec<u8>>,
    /// Position and id of the last offering. `None` at the end.
    after: Option<(i64, OfferingId)>,
}

impl Export {
    /// Prepares the export of the offerings that match a filter.
    pub async fn of(db: &Db, company: CompanyId, filter: OwnFilter, byte_order_mark: bool) -> Result<Self> {
        let company_terms = terms(db, company).await?;
        let columns = Column::of_company(&company_terms.categories);
        let mut head = if byte_order_mark { BYTE_ORDER_MARK.as_bytes().to_vec() } else { Vec::new() };
        head.extend(lines(&[columns.iter().map(ToString::to_string).collect()])?);
        Ok(Self {
            db: db.clone(),
            company,
            filter,
            columns,
            currency: company_terms.currency.parse().map_err(file_error)?,
            folders: batch::folders(db, company).await?,
            head: Some(head),
            after: Some((i64::MIN, OfferingId(0))),
        })
    }

    /// Returns the next bytes of the file, `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        let Some((position, id)) = self.after else { return Ok(None) };
        let mut query = Conditions::new(
            "SELECT o.position, o.id FROM offering o WHERE o.company_id = $1
                AND (o.position > $2 OR (o.position = $2 AND o.id > $3))",
            vec![self.company.0.into(), position.into(), id.0.into()],
        );
        self.filter.add(&mut query);
        query.push(" ORDER BY o.position, o.id").bind(" LIMIT ?", PAGE);
        let page: Vec<(i64, OfferingId)> = query.fetch(&self.db).await?;
        self.after = page.last().copied();
        let ids: Vec<_> = page.into_iter().map(|(_, id)| id).collect();
        if ids.is_empty() {
            return Ok(None);
        }
        let mut drafts = batch::drafts(&self.db, self.company, &ids).await?;
        let taken = batch::stock_taken(&self.db, &ids).await?;
        drafts.values_mut().for_each(|draft| batch::show_left(draft, &taken));
        let rows =
            ids.iter().filter_map(|id| Some((*id, drafts.get(id)?))).flat_map(|(id, draft)| self.rows(id, draft));
        Ok(Some(lines(&rows.collect::<Vec<_>>())?))
    }

    fn rows(&self, id: OfferingId, draft: &Draft) -> Vec<Vec<String>> {
        let cell = |column: Column, variant| match column {
            Column::Id => id.to_string(),
            _ if column.is_of_variant() => escape(&variant_cells::text(column, variant, self.currency)),
            _ => escape(&offering_cells::text(column, draft, self.currency, &self.folders)),
        };
        let row = |variant| self.columns.iter().map(|column| cell(*column, variant)).collect();
        draft.variants.iter().map(row).collect()
    }
}

/// Returns a file with the columns of a company and an example.
pub async fn template(db: &Db, company: CompanyId) -> Result<Vec<u8>> {
    let company_terms = terms(db, company).await?;
    let currency: Currency = company_terms.currency.parse().map_err(file_error)?;
    let columns: Vec<_> = Column::of_company(&company_terms.categories)
        .into_iter()
        .filter(|column| !matches!(column, Column::Id | Column::VariantId))
        .collect();
    let example = |column: &Column| match column {
        Column::Sku => "SKU-1".to_owned(),
        Column::Kind => "product".to_owned(),
        Column::Category => company_terms.categories.first().cloned().unwrap_or_default(),
        Column::State => "draft".to_owned(),
        Column::Name => "Example".to_owned(),
        Column::DurationMinutes => "60".to_owned(),
        Column::Price => currency.plain(10_i64.pow(currency.decimals()) * 49 / 2),
        Column::Stock => "10".to_owned(),
        Column::SoldOut => "false".to_owned(),
        _ => String::new(),
    };
    let rows = [columns.iter().map(ToString::to_string).collect(), columns.iter().map(example).collect()];
    let mut file = BYTE_ORDER_MARK.as_bytes().to_vec();
    file.extend(lines(&rows)?);
    Ok(file)
}

/// Writes lines by RFC 4180.
fn lines(rows: &[Vec<String>]) -> Result<Vec<u8>> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(file_error)?;
    }
    Ok(writer.into_inner().map_err(file_error)?)
}
