//! HTML page of the live wire protocol, from the Markdown beside the code of `hub`. Supports only the Markdown used
//! there: headings, paragraphs, lists, tables, `code` and **bold**.

use std::fmt::Write as _;

use super::page::{STYLE, prose};

/// Renders the whole page.
pub fn page(markdown: &str) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>Plaza live wire</title><style>{STYLE}</style>\
         <p><a href=\"/api/docs\">Plaza API</a></p>"
    );
    for block in markdown.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        write_block(&mut html, block);
    }
    html
}

/// Writing to a String cannot fail.
fn write_block(html: &mut String, block: &str) {
    if let Some(title) = block.strip_prefix("## ") {
        let _ = write!(html, "<h2 style=\"text-transform:none\">{}</h2>", inline(title));
    } else if let Some(title) = block.strip_prefix("# ") {
        let _ = write!(html, "<h1>{}</h1>", inline(title));
    } else if block.starts_with('|') {
        write_table(html, block);
    } else if block.starts_with("1. ") {
        html.push_str("<ol>");
        for item in items(block) {
            let _ = write!(html, "<li>{}", inline(&item));
        }
        html.push_str("</ol>");
    } else {
        let _ = write!(html, "<p>{}</p>", inline(&block.replace('\n', " ")));
    }
}

/// Returns the items of a numbered list with an item per line.
fn items(block: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in block.lines() {
        match (line.split_once(". "), items.last_mut()) {
            (Some((number, text)), _) if number.bytes().all(|b| b.is_ascii_digit()) => items.push(text.to_owned()),
            (_, Some(item)) => {
                item.push(' ');
                item.push_str(line.trim());
            }
            (_, None) => {}
        }
    }
    items
}

fn write_table(html: &mut String, block: &str) {
    html.push_str("<table>");
    // The second line is the table's delimiter row.
    for (number, row) in block.lines().enumerate().filter(|(number, _)| *number != 1) {
        let tag = if number == 0 { "th" } else { "td" };
        html.push_str("<tr>");
        for cell in row.trim().trim_start_matches('|').trim_end_matches('|').split('|') {
            let _ = write!(html, "<{tag}>{}", inline(cell.trim()));
        }
    }
    html.push_str("</table>");
}

fn inline(text: &str) -> String {
    let html = prose(text);
    let pieces: Vec<&str> = html.split("**").collect();
    // An odd number of pieces: every opening mark has a closing mark.
    if pieces.len().is_multiple_of(2) {
        return html;
    }
    let strong = |(place, piece): (usize, &&str)| match place % 2 {
        0 => (*piece).to_owned(),
        _ => format!("<strong>{piece}</strong>"),
    };
    pieces.iter().enumerate().map(strong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_contains_every_heading_row_and_word() {
        let html = page(hub::protocol::DOCUMENT);
        let rows = hub::protocol::DOCUMENT.lines().filter(|line| line.starts_with('|')).count();
        let tables = hub::protocol::DOCUMENT.lines().filter(|line| line.starts_with("| ---")).count();
        assert_eq!(html.matches("<tr>").count(), rows - tables);
        assert_eq!(html.matches("<table>").count(), tables);
        let headings = hub::protocol::DOCUMENT.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(html.matches("<h1>").count() + html.matches("<h2").count(), headings);
        for markup in ["| ", "**", "`", "## ", "<script"] {
            assert!(!html.contains(markup), "{markup}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(inline("a `<b>` **c & d** e"), "a <code>&lt;b&gt;</code> <strong>c &amp; d</strong> e");
        assert_eq!(inline("2 ** 3"), "2 ** 3");
    }
}
