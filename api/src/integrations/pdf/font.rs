//! Embedded fonts. They hold Latin, Greek and Cyrillic letters and the signs of currencies; another letter shows as a box.
//!
//! Subsets of Noto Sans (SIL Open Font License, `fonts/OFL.txt`), 42 KB each, 25 KB in a document.

use std::{collections::BTreeMap, io::Write as _, sync::LazyLock};

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{
    Filter, Finish as _, Name, Pdf, Rect, Ref, Str,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use ttf_parser::{Face, GlyphId};

/// Units of a glyph in a document for an em.
const EM: f32 = 1_000.0;
const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

impl Weight {
    pub const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    /// Name of the font in the resources of a page.
    pub fn resource(self) -> Name<'static> {
        match self {
            Self::Regular => Name(b"F1"),
            Self::Bold => Name(b"F2"),
        }
    }

    pub fn font(self) -> &'static Font {
        static REGULAR: LazyLock<Font> =
            LazyLock::new(|| Font::new("NotoSans-Regular", include_bytes!("fonts/noto-sans-regular.ttf")));
        static BOLD: LazyLock<Font> =
            LazyLock::new(|| Font::new("NotoSans-Bold", include_bytes!("fonts/noto-sans-bold.ttf")));
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }
}

#[derive(Default)]
pub struct Font {
    name: &'static str,
    /// Compressed file.
    file: Vec<u8>,
    file_length: usize,
    /// Glyph of each letter.
    glyphs: BTreeMap<char, u16>,
    /// Width of each glyph, in thousandths of an em.
    widths: Vec<f32>,
    ascent: f32,
    descent: f32,
    cap_height: f32,
    /// Corners of all glyphs.
    bounds: [f32; 4],
}

impl Font {
    /// Reads a font. A broken file gives a font without letters: a test reads both.
    fn new(name: &'static str, data: &'static [u8]) -> Self {
        Face::parse(data, 0).map(|face| Self::of_face(name, data, &face)).unwrap_or_default()
    }

    fn of_face(name: &'static str, data: &[u8], face: &Face<'_>) -> Self {
        let scale = EM / f32::from(face.units_per_em());
        let mut glyphs = BTreeMap::new();
        for table in face.tables().cmap.iter().flat_map(|cmap| cmap.subtables).filter(|table| table.is_unicode()) {
            table.codepoints(|code| {
                if let (Some(letter), Some(glyph)) = (char::from_u32(code), table.glyph_index(code)) {
                    glyphs.insert(letter, glyph.0);
                }
            });
        }
        let width = |glyph| f32::from(face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)) * scale;
        let bounds = face.global_bounding_box();
        let corner = |value: i16| f32::from(value) * scale;
        Self {
            name,
            file: compressed(data),
            file_length: data.len(),
            glyphs,
            widths: (0..face.number_of_glyphs()).map(width).collect(),
            ascent: corner(face.ascender()),
            descent: corner(face.descender()),
            cap_height: corner(face.capital_height().unwrap_or(face.ascender())),
            bounds: [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(corner),
        }
    }

    /// Returns the glyphs of a text as a document shows them: two bytes each. Spaces of all kinds are one glyph.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        self.glyphs_of(text).flat_map(u16::to_be_bytes).collect()
    }

    /// Width of a text in points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let width = |glyph: u16| self.widths.get(usize::from(glyph)).copied().unwrap_or(0.0);
        self.glyphs_of(text).map(width).sum::<f32>() * size / EM
    }

    fn glyphs_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = u16> + 'a {
        text.chars().map(|letter| {
            let letter = if letter.is_whitespace() { ' ' } else { letter };
            self.glyphs.get(&letter).copied().unwrap_or(0)
        })
    }

    /// Writes the font with five objects from `first` on. The first is the font itself.
    pub fn write(&self, pdf: &mut Pdf, first: Ref) {
        let at = |offset: i32| Ref::new(first.get() + offset);
        let (cid, descriptor, cmap, file) = (at(1), at(2), at(3), at(4));
        let [left, bottom, right, top] = self.bounds;
        let name = Name(self.name.as_bytes());
        pdf.type0_font(first)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        font.widths().consecutive(0, self.widths.iter().copied());
        font.finish();
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(self.ascent)
            .descent(self.descent)
            .cap_height(self.cap_height)
            .stem_v(80.0)
            .font_file2(file);
        let mut letters = UnicodeCmap::<u16>::new(Name(b"Letters"), SYSTEM);
        for (letter, glyph) in &self.glyphs {
            letters.pair(*glyph, *letter);
        }
        pdf.stream(cmap, &compressed(&letters.finish())).filter(Filter::FlateDecode);
        let length = i32::try_from(self.file_length).unwrap_or(i32::MAX);
        let mut stream = pdf.stream(file, &self.file);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Length1"), length);
        stream.finish();
    }
}

/// Compresses bytes. Writing to memory does not fail.
pub fn compressed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).and_then(|()| encoder.finish()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_have_the_letters_of_european_languages() {
        for weight in Weight::ALL {
            let font = weight.font();
            for letter in "Aé€łŁßøçñÅşğΩжЇ£¥«»–’".chars() {
                assert!(font.glyphs.contains_key(&letter), "{letter}");
            }
            assert!(font.width("wide", 10.0) > font.width("ill", 10.0));
            // A space that does not break is a space.
            assert_eq!(font.encode("\u{a0}"), font.encode(" "));
            assert_eq!(font.encode("\u{202f}"), font.encode(" "));
        }
    }
}
