//! Kinds of companies: a row of data for each.

use super::text::{self, Row, unknown};
use crate::Result;

#[derive(Debug)]
pub struct Kind {
    pub key: &'static str,
    pub category: &'static str,
    /// Empty if the category has none.
    pub subcategory: &'static str,
    /// Pattern of opening hours.
    pub hours: &'static str,
    /// Motifs of its pictures, the cover first.
    pub motifs: Vec<&'static str>,
    pub price_level: u32,
    /// Keys of menus or offers.
    pub pools: Vec<&'static str>,
    pub features: Vec<&'static str>,
    /// Family of its reviews.
    pub family: &'static str,
    /// Roles of its staff.
    pub roles: Vec<&'static str>,
}

#[derive(Debug)]
pub struct Kinds(Vec<Kind>);

impl Kinds {
    pub fn read() -> Result<Self> {
        Ok(Self(text::rows(include_str!("text/kinds.tsv")).map(|row| kind(&row)).collect::<Result<_>>()?))
    }

    pub fn find(&self, key: &str) -> Result<&Kind> {
        self.0.iter().find(|kind| kind.key == key).ok_or_else(|| unknown(key))
    }
}

fn kind(row: &Row) -> Result<Kind> {
    Ok(Kind {
        key: row.cell(0),
        category: row.cell(1),
        subcategory: row.cell(2),
        hours: row.cell(3),
        motifs: row.words(4, ' '),
        price_level: row.number(5)?,
        pools: row.words(6, ','),
        features: row.words(7, ' '),
        family: row.cell(8),
        roles: row.words(9, ';'),
    })
}
