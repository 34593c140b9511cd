//! Pictures of the market, named by category, motif and number.

use super::{
    super::pictures::{self, Picture},
    text,
};

/// A picture: the `index`-th of its motif, modulo their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PictureKey {
    pub category: &'static str,
    pub motif: &'static str,
    pub index: usize,
}

impl PictureKey {
    /// Returns the picture. Any of the category serves a motif that nobody drew.
    pub fn picture(&self) -> Option<&'static Picture> {
        let drawn = pictures::market(self.category, self.motif);
        let drawn = if drawn.is_empty() { pictures::market(self.category, "") } else { drawn };
        drawn.get(self.index % drawn.len().max(1))
    }
}

/// Pictures of the motifs that the texts name.
pub struct Motifs(Vec<(&'static str, PictureKey)>);

impl Motifs {
    pub fn read() -> Self {
        let key = |row: text::Row| (row.cell(0), PictureKey { category: row.cell(1), motif: row.cell(2), index: 0 });
        Self(text::rows(include_str!("text/motifs.tsv")).map(key).collect())
    }

    /// Returns the first picture of a motif.
    pub fn picture(&self, category: &'static str, motif: &str) -> Option<PictureKey> {
        let known = self.0.iter().find(|(name, _)| *name == motif).map(|(_, key)| *key);
        known.or(Some(PictureKey { category, motif: "", index: 0 }))
    }
}
