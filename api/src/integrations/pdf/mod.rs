//! PDF documents of text: pages of A4 with embedded fonts.
//!
//! `pdf-writer` writes the objects, `ttf-parser` measures the letters. Both have no further dependencies of weight.

mod font;
pub(crate) mod invoice;

use font::{Weight, compressed};
use pdf_writer::{Content, Filter, Finish as _, Pdf, Rect, Ref, Str, TextStr};

/// A4 in points.
const WIDTH: f32 = 595.28;
const HEIGHT: f32 = 841.89;
/// Objects of a font.
const FONT_OBJECTS: i32 = 5;

/// Pages under construction. Positions are points from the top left corner.
struct Pages {
    done: Vec<Content>,
    page: Content,
}

impl Pages {
    fn new() -> Self {
        Self { done: Vec::new(), page: Content::new() }
    }

    /// Begins another page.
    fn next(&mut self) {
        self.done.push(std::mem::replace(&mut self.page, Content::new()));
    }

    /// Writes a line of text that begins at `x`. `y` is its base line.
    fn text(&mut self, x: f32, y: f32, weight: Weight, size: f32, text: &str) {
        let glyphs = weight.font().encode(text);
        self.page.begin_text().set_font(weight.resource(), size).next_line(x, HEIGHT - y).show(Str(&glyphs)).end_text();
    }

    /// Writes a line of text that ends at `x`.
    fn text_to(&mut self, x: f32, y: f32, weight: Weight, size: f32, text: &str) {
        self.text(x - weight.font().width(text, size), y, weight, size, text);
    }

    /// Draws a line across the page.
    fn rule(&mut self, from: f32, to: f32, y: f32) {
        self.page.set_stroke_gray(0.75).set_line_width(0.5).move_to(from, HEIGHT - y).line_to(to, HEIGHT - y).stroke();
    }

    /// Returns the document.
    fn finish(mut self, title: &str, language: &str) -> Vec<u8> {
        self.done.push(self.page);
        let mut pdf = Pdf::new();
        let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
        let mut next = 4;
        let mut fonts = Vec::new();
        for weight in Weight::ALL {
            fonts.push((weight.resource(), Ref::new(next)));
            weight.font().write(&mut pdf, Ref::new(next));
            next += FONT_OBJECTS;
        }
        let mut pages = Vec::new();
        for content in self.done {
            let (page, stream) = (Ref::new(next), Ref::new(next + 1));
            next += 2;
            let mut written = pdf.page(page);
            written.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(stream);
            written.resources().fonts().pairs(fonts.iter().copied());
            written.finish();
            pdf.stream(stream, &compressed(&content.finish())).filter(Filter::FlateDecode);
            pages.push(page);
        }
        pdf.catalog(catalog).pages(tree).lang(TextStr(language));
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        pdf.pages(tree).kids(pages).count(count);
        pdf.document_info(info).title(TextStr(title)).producer(TextStr("Plaza"));
        pdf.finish()
    }
}

/// Breaks a text into lines of at most `width` points, at spaces where possible.
fn lines(text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
    let fits = |line: &str| weight.font().width(line, size) <= width;
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if !fits(&line) {
                    line.pop();
                    lines.push(std::mem::take(&mut line));
                    line.push(letter);
                }
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_breaks_at_spaces_and_in_long_words() {
        let text = format!("Sourdough bread with seeds {}", "x".repeat(60));
        let broken = lines(&text, Weight::Regular, 10.0, 100.0);
        assert_eq!(broken[0], "Sourdough bread");
        assert!(broken.len() > 3 && broken.iter().all(|line| Weight::Regular.font().width(line, 10.0) <= 100.0));
        assert_eq!(broken.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
