//! Head of a page: title, description, canonical link, Open Graph, Twitter card, structured data.

use serde_json::Value;
use store::{
    catalogue::category::{self, Category},
    page_metadata::{PagePicture, company::CompanyPage, offering::OfferingPage},
    types::{currency::Currency, language::Language},
};

use super::structured_data::{self, Crumb};

/// Language of the words that the server adds to a page.
const LANGUAGE: Language = Language::FALLBACK;
const SITE: &str = "Plaza";
const LEAD: &str = "Plaza: your town square. Chat, browse, book and buy.";
/// Maximum characters of a description in a search result.
const DESCRIPTION_MAX: usize = 200;
/// Width of a preview picture: one of the renditions of the server.
const PICTURE_WIDTH: i64 = 1_600;

/// Head of a page before it is written as HTML.
pub struct PageHead {
    title: String,
    description: String,
    /// Absolute URL.
    canonical: String,
    /// `og:type`.
    kind: &'static str,
    picture: Option<HeadPicture>,
    /// Properties and their contents beside the usual ones.
    properties: Vec<(&'static str, String)>,
    data: Vec<Value>,
}

struct HeadPicture {
    url: String,
    alt: String,
}

/// Returns the head of the home page.
pub fn home(base: &str) -> PageHead {
    PageHead {
        title: SITE.to_owned(),
        description: LEAD.to_owned(),
        canonical: format!("{base}/"),
        kind: "website",
        picture: None,
        properties: Vec::new(),
        data: vec![structured_data::site(base, SITE)],
    }
}

/// Returns the head of the page of a category.
pub fn category(base: &str, category: &Category) -> PageHead {
    let label = category.label(LANGUAGE);
    let canonical = category_url(base, category.key);
    let crumbs = [home_crumb(base), Crumb { name: label, url: &canonical }];
    PageHead {
        title: format!("{label} · {SITE}"),
        description: format!("{label} on Plaza: compare places near you, see what is free, book and buy."),
        kind: "website",
        picture: None,
        properties: Vec::new(),
        data: vec![structured_data::breadcrumbs(&crumbs)],
        canonical,
    }
}

/// Returns the head of the page of a company.
pub fn company(base: &str, page: &CompanyPage) -> PageHead {
    let canonical = company_url(base, &page.handle);
    let main = page.categories.first().and_then(|key| category::find(key));
    let label = main.map_or("Company", |category| category.label(LANGUAGE));
    let picture = page.picture.as_ref().map(|picture| head_picture(base, picture, &page.name));
    let category_url = main.map(|category| category_url(base, category.key));
    let mut crumbs = vec![home_crumb(base)];
    crumbs.extend(category_url.as_ref().map(|url| Crumb { name: label, url }));
    crumbs.push(Crumb { name: &page.name, url: &canonical });
    let image = picture.as_ref().map(|picture| picture.url.as_str());
    let data = vec![structured_data::company(page, main, &canonical, image), structured_data::breadcrumbs(&crumbs)];
    PageHead {
        title: format!("{}, {} · {SITE}", page.name, page.city),
        description: description(&page.description, || format!("{} in {}: {label} on Plaza.", page.name, page.city)),
        kind: "business.business",
        picture,
        properties: vec![
            ("business:contact_data:street_address", page.address.clone()),
            ("business:contact_data:locality", page.city.clone()),
            ("business:contact_data:postal_code", page.postal_code.clone()),
            ("business:contact_data:country_name", page.country.clone()),
        ],
        data,
        canonical,
    }
}

/// Returns the head of the page of an offering.
pub fn offering(base: &str, page: &OfferingPage) -> PageHead {
    let canonical = format!("{base}/products/{}", page.id);
    let main = category::find(&page.category);
    let label = main.map_or("Offers", |category| category.label(LANGUAGE));
    let picture = page.picture.as_ref().map(|picture| head_picture(base, picture, &page.name));
    let (category_url, company_url) = (category_url(base, &page.category), company_url(base, &page.company_handle));
    let crumbs = [
        home_crumb(base),
        Crumb { name: label, url: &category_url },
        Crumb { name: &page.company_name, url: &company_url },
        Crumb { name: &page.name, url: &canonical },
    ];
    let price = plain_price(page);
    let image = picture.as_ref().map(|picture| picture.url.as_str());
    let data = vec![
        structured_data::offering(page, &price, label, &canonical, &company_url, image),
        structured_data::breadcrumbs(&crumbs),
    ];
    let plain = || {
        let OfferingPage { name, company_name, city, currency, .. } = page;
        format!("{name} at {company_name} in {city}, from {price} {currency}.")
    };
    PageHead {
        title: format!("{} · {} · {SITE}", page.name, page.company_name),
        description: description(&page.description, plain),
        kind: "product",
        picture,
        properties: vec![
            ("product:price:amount", price.clone()),
            ("product:price:currency", page.currency.clone()),
            ("product:availability", if page.available { "in stock" } else { "out of stock" }.to_owned()),
        ],
        data,
        canonical,
    }
}

impl PageHead {
    /// Returns the HTML, with all texts escaped.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let description = escaped(&self.description);
        let url = escaped(&self.canonical);
        let mut html = format!(
            "<title>{title}</title><meta name=\"description\" content=\"{description}\">\
             <link rel=\"canonical\" href=\"{url}\"><meta property=\"og:site_name\" content=\"{SITE}\">"
        );
        let mut property = |name: &str, content: &str| {
            html += &format!("<meta property=\"{name}\" content=\"{}\">", escaped(content));
        };
        property("og:type", self.kind);
        property("og:title", &self.title);
        property("og:description", &self.description);
        property("og:url", &self.canonical);
        if let Some(picture) = &self.picture {
            property("og:image", &picture.url);
            property("og:image:alt", &picture.alt);
        }
        for (name, content) in &self.properties {
            property(name, content);
        }
        let card = if self.picture.is_some() { "summary_large_image" } else { "summary" };
        let mut name = |name: &str, content: &str| {
            html += &format!("<meta name=\"{name}\" content=\"{}\">", escaped(content));
        };
        name("twitter:card", card);
        name("twitter:title", &self.title);
        name("twitter:description", &self.description);
        if let Some(picture) = &self.picture {
            name("twitter:image", &picture.url);
        }
        for data in &self.data {
            html.push_str("<script type=\"application/ld+json\">");
            html.push_str(&script_text(data));
            html.push_str("</script>");
        }
        html
    }
}

fn home_crumb(base: &str) -> Crumb<'_> {
    Crumb { name: SITE, url: base }
}

fn company_url(base: &str, handle: &str) -> String {
    format!("{base}/companies/{handle}")
}

fn category_url(base: &str, key: &str) -> String {
    format!("{base}/categories/{key}")
}

/// Returns the absolute URL of a rendition that is not larger than previews need.
fn head_picture(base: &str, picture: &PagePicture, alt: &str) -> HeadPicture {
    let query = if picture.width.is_some_and(|width| width > PICTURE_WIDTH) { "?w=1600" } else { "" };
    HeadPicture { url: format!("{base}{}{query}", picture.url), alt: alt.to_owned() }
}

fn plain_price(page: &OfferingPage) -> String {
    page.currency.parse::<Currency>().map_or_else(|_| page.price.to_string(), |currency| currency.plain(page.price))
}

/// Returns the first words of a text on one line, or another text if it is empty.
fn description(text: &str, otherwise: impl FnOnce() -> String) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return otherwise();
    }
    if line.chars().count() <= DESCRIPTION_MAX {
        return line;
    }
    let start: String = line.chars().take(DESCRIPTION_MAX - 1).collect();
    let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{words}…")
}

/// Escapes a text for HTML and XML, also in attributes in quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// Returns JSON that cannot end its script element or begin a comment in it.
fn script_text(data: &Value) -> String {
    let json = data.to_string();
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn escaped_text_has_no_markup() {
        assert_eq!(escaped("a<b>\"'&\0c"), "a&lt;b&gt;&quot;&#39;&amp; c");
        assert_eq!(script_text(&json!({"a": "</script><!--&"})), "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\"}");
    }

    #[test]
    fn description_ends_after_whole_word() {
        let other = || "other".to_owned();
        assert_eq!(description(" \n", other), "other");
        assert_eq!(description("one\n two", other), "one two");
        let long = description(&"word ".repeat(100), other);
        assert!(long.ends_with("word…") && long.chars().count() <= DESCRIPTION_MAX, "{long}");
    }
}
