//! Head of a page: title, description, canonical link, languages, Open Graph, Twitter card, structured data.

use serde_json::Value;
use store::{
    advertisement::Advertisement,
    catalogue::category::{self, Category},
    page_metadata::{
        PagePicture,
        company::CompanyPage,
        offering::OfferingPage,
        profile::{PagePerson, ProfilePage},
        reel::{PageVideo, ReelPage},
    },
    support::{help_centre, site_page::SitePage},
    types::{currency::Currency, language::Language, localized::filled},
};

use super::{
    structured_data::{self, Crumb},
    texts::FixedPage,
};
use crate::texts::PAGES;

const SITE: &str = "Plaza";
/// Maximum characters of a description in a search result.
const DESCRIPTION_MAX: usize = 200;
/// Maximum characters of a title that is a caption.
const TITLE_MAX: usize = 70;
/// Width of a preview picture: one of the renditions of the server.
const PICTURE_WIDTH: i64 = 1_600;
/// Page of the questions and answers.
const HELP_CENTRE: &str = "/support/help-centre";

/// Site that a page belongs to, and the language that was asked for.
pub struct Site {
    /// Origin of all links.
    pub base: String,
    pub language: Language,
    /// The address itself names the language.
    pub is_named: bool,
}

/// Head of a page before it is written as HTML.
pub struct PageHead {
    title: String,
    description: String,
    /// Absolute URL without a language.
    url: String,
    /// `og:type`.
    kind: &'static str,
    picture: Option<HeadPicture>,
    /// False for a page that search engines must not list.
    is_indexed: bool,
    /// Properties and their contents beside the usual ones.
    properties: Vec<(&'static str, String)>,
    data: Vec<Value>,
}

struct HeadPicture {
    url: String,
    alt: String,
}

/// Returns the head of the home page.
pub fn home(site: &Site) -> PageHead {
    let base = &site.base;
    PageHead {
        title: SITE.to_owned(),
        description: PAGES.get(site.language).lead.clone(),
        url: format!("{base}/"),
        kind: "website",
        picture: Some(preview(base, "home", SITE)),
        is_indexed: true,
        properties: Vec::new(),
        data: vec![structured_data::site(base, SITE)],
    }
}

/// Returns the head of a page that is the same for everybody.
pub fn fixed(site: &Site, page: &FixedPage) -> PageHead {
    let words = page.words(site.language);
    let mut head = plain(site, page.path, &words.title, &words.description);
    if page.path == HELP_CENTRE {
        head.data.push(structured_data::questions(help_centre::topics(site.language)));
    }
    head
}

/// Returns the head of a page of the footer at a path.
pub fn site_page(site: &Site, path: &str, page: &SitePage) -> PageHead {
    plain(site, path, &page.title, &page.lead)
}

fn plain(site: &Site, path: &str, title: &str, description: &str) -> PageHead {
    let url = format!("{}{path}", site.base);
    let crumbs = [home_crumb(&site.base), Crumb { name: title, url: &url }];
    PageHead {
        title: format!("{title} · {SITE}"),
        description: description.to_owned(),
        kind: "website",
        picture: Some(preview(&site.base, "home", SITE)),
        is_indexed: true,
        properties: Vec::new(),
        data: vec![structured_data::breadcrumbs(&crumbs)],
        url,
    }
}

/// Returns the head of the page of a category.
pub fn category(site: &Site, category: &Category) -> PageHead {
    let base = &site.base;
    let label = category.label(site.language);
    let url = category_url(base, category.key);
    let crumbs = [home_crumb(base), Crumb { name: label, url: &url }];
    PageHead {
        title: format!("{label} · {SITE}"),
        description: filled(&PAGES.get(site.language).category, &[("category", label)]),
        kind: "website",
        picture: Some(preview(base, category.key, label)),
        is_indexed: true,
        properties: Vec::new(),
        data: vec![structured_data::breadcrumbs(&crumbs)],
        url,
    }
}

/// Returns the head of the page of a company.
pub fn company(site: &Site, page: &CompanyPage) -> PageHead {
    let (base, texts) = (&site.base, PAGES.get(site.language));
    let url = company_url(base, &page.handle);
    let main = page.categories.first().and_then(|key| category::find(key));
    let label = main.map_or(texts.company_label.as_str(), |category| category.label(site.language));
    let picture = page.picture.as_ref().map(|picture| head_picture(base, picture, &page.name));
    let category_url = main.map(|category| category_url(base, category.key));
    let mut crumbs = vec![home_crumb(base)];
    crumbs.extend(category_url.as_ref().map(|url| Crumb { name: label, url }));
    crumbs.push(Crumb { name: &page.name, url: &url });
    let image = picture.as_ref().map(|picture| picture.url.as_str());
    let data = vec![structured_data::company(page, main, &url, image), structured_data::breadcrumbs(&crumbs)];
    let values = [("company", page.name.as_str()), ("city", &page.city), ("category", label)];
    PageHead {
        title: format!("{}, {} · {SITE}", page.name, page.city),
        description: description(&page.description, || filled(&texts.company, &values)),
        kind: "business.business",
        picture,
        is_indexed: true,
        properties: vec![
            ("business:contact_data:street_address", page.address.clone()),
            ("business:contact_data:locality", page.city.clone()),
            ("business:contact_data:postal_code", page.postal_code.clone()),
            ("business:contact_data:country_name", page.country.clone()),
        ],
        data,
        url,
    }
}

/// Returns the head of the page of an offering.
pub fn offering(site: &Site, page: &OfferingPage) -> PageHead {
    let (base, texts) = (&site.base, PAGES.get(site.language));
    let url = format!("{base}/products/{}", page.id);
    let main = category::find(&page.category);
    let label = main.map_or(texts.offering_label.as_str(), |category| category.label(site.language));
    let picture = page.picture.as_ref().map(|picture| head_picture(base, picture, &page.name));
    let (category_url, company_url) = (category_url(base, &page.category), company_url(base, &page.company_handle));
    let crumbs = [
        home_crumb(base),
        Crumb { name: label, url: &category_url },
        Crumb { name: &page.company_name, url: &company_url },
        Crumb { name: &page.name, url: &url },
    ];
    let price = plain_price(page);
    let image = picture.as_ref().map(|picture| picture.url.as_str());
    let data = vec![
        structured_data::offering(page, &price, label, &url, &company_url, image),
        structured_data::breadcrumbs(&crumbs),
    ];
    let plain = || {
        let OfferingPage { name, company_name, city, currency, .. } = page;
        let price = format!("{price} {currency}");
        filled(&texts.offering, &[("name", name), ("company", company_name), ("city", city), ("price", &price)])
    };
    PageHead {
        title: format!("{} · {} · {SITE}", page.name, page.company_name),
        description: description(&page.description, plain),
        kind: "product",
        picture,
        is_indexed: true,
        properties: vec![
            ("product:price:amount", price.clone()),
            ("product:price:currency", page.currency.clone()),
            ("product:availability", if page.available { "in stock" } else { "out of stock" }.to_owned()),
        ],
        data,
        url,
    }
}

/// Returns the head of the page of a reel.
pub fn reel(site: &Site, page: &ReelPage) -> PageHead {
    let (base, texts) = (&site.base, PAGES.get(site.language));
    let url = format!("{base}/videos/{}", page.id);
    let company_url = company_url(base, &page.company_handle);
    let values = [("company", page.company_name.as_str()), ("city", &page.city)];
    let sentence = filled(&texts.reel, &values);
    let description = description(&page.caption, || sentence.clone());
    let picture = page.poster.as_ref().map(|poster| head_picture(base, poster, &sentence));
    let name = match first_words(&page.caption, TITLE_MAX) {
        caption if caption.is_empty() => sentence.trim_end_matches(['.', '。']).to_owned(),
        caption => caption,
    };
    let crumbs =
        [home_crumb(base), Crumb { name: &page.company_name, url: &company_url }, Crumb { name: &name, url: &url }];
    let image = picture.as_ref().map(|picture| picture.url.as_str());
    let data = vec![
        structured_data::reel(page, &name, &description, base, &company_url, image),
        structured_data::breadcrumbs(&crumbs),
    ];
    PageHead {
        title: format!("{name} · {} · {SITE}", page.company_name),
        description,
        kind: "video.other",
        picture,
        is_indexed: true,
        properties: page.video.as_ref().map(|video| video_properties(base, video)).unwrap_or_default(),
        data,
        url,
    }
}

/// Returns the head of the page of an advertisement.
pub fn advertisement(site: &Site, page: &Advertisement) -> PageHead {
    let (base, texts) = (&site.base, PAGES.get(site.language));
    let Advertisement { id, title, text, picture, company, .. } = page;
    let url = format!("{base}/advertisements/{id}");
    let company_url = company_url(base, &company.handle);
    let values = [("company", company.name.as_str()), ("city", &company.city)];
    let crumbs = [home_crumb(base), Crumb { name: &company.name, url: &company_url }, Crumb { name: title, url: &url }];
    let picture = picture.as_ref().or(company.logo.as_ref()).map(|picture| {
        let picture = PagePicture { url: picture.url.clone(), width: picture.width, height: picture.height };
        head_picture(base, &picture, title)
    });
    PageHead {
        title: format!("{title} · {} · {SITE}", company.name),
        description: description(text, || filled(&texts.advertisement, &values)),
        kind: "website",
        picture: picture.or_else(|| Some(preview(base, "home", SITE))),
        is_indexed: true,
        properties: Vec::new(),
        data: vec![structured_data::breadcrumbs(&crumbs)],
        url,
    }
}

/// Returns the head of the page of a profile code. Search engines must not list it: its owner gives the code, and may
/// replace it.
pub fn profile(site: &Site, page: &ProfilePage) -> PageHead {
    let (base, texts) = (&site.base, PAGES.get(site.language));
    let url = format!("{base}/u/{}", page.code.as_str());
    let (title, text, picture, properties) = match &page.person {
        None => (texts.hidden_profile.title.clone(), texts.hidden_profile.description.clone(), None, Vec::new()),
        Some(PagePerson { name, user_name, picture, bio }) => (
            format!("{name} (@{user_name})"),
            description(bio, || filled(&texts.profile, &[("name", name)])),
            picture.as_ref().map(|path| HeadPicture { url: format!("{base}{path}"), alt: name.clone() }),
            vec![("profile:username", user_name.clone())],
        ),
    };
    PageHead {
        title: format!("{title} · {SITE}"),
        description: text,
        kind: "profile",
        picture: picture.or_else(|| Some(preview(base, "home", SITE))),
        is_indexed: false,
        properties,
        data: Vec::new(),
        url,
    }
}

fn video_properties(base: &str, video: &PageVideo) -> Vec<(&'static str, String)> {
    let mut properties = vec![("og:video", format!("{base}{}", video.url)), ("og:video:type", video.mime.clone())];
    properties.extend(video.width.map(|width| ("og:video:width", width.to_string())));
    properties.extend(video.height.map(|height| ("og:video:height", height.to_string())));
    properties.extend(video.duration_ms.map(|ms| ("video:duration", (ms / 1_000).to_string())));
    properties
}

impl PageHead {
    /// Returns the HTML, with all texts escaped.
    pub fn html(&self, site: &Site) -> String {
        let title = escaped(&self.title);
        let description = escaped(&self.description);
        // Without a language the address shows the reader's own.
        let own = if site.is_named { self.url_in(site.language) } else { self.url.clone() };
        let url = escaped(&own);
        let mut html = format!(
            "<title>{title}</title><meta name=\"description\" content=\"{description}\">\
             <link rel=\"canonical\" href=\"{url}\"><meta property=\"og:site_name\" content=\"{SITE}\">"
        );
        if !self.is_indexed {
            html.push_str("<meta name=\"robots\" content=\"noindex\">");
        }
        let alternates = Language::ALL.map(|language| (language.tag(), self.url_in(language)));
        for (tag, url) in alternates.iter().chain([&("x-default", self.url.clone())]) {
            html += &format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{}\">", escaped(url));
        }
        let mut property = |name: &str, content: &str| {
            html += &format!("<meta property=\"{name}\" content=\"{}\">", escaped(content));
        };
        property("og:type", self.kind);
        property("og:title", &self.title);
        property("og:description", &self.description);
        property("og:url", &own);
        property("og:locale", site.language.locale());
        for other in Language::ALL.into_iter().filter(|other| *other != site.language) {
            property("og:locale:alternate", other.locale());
        }
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

    fn url_in(&self, language: Language) -> String {
        format!("{}?lang={}", self.url, language.code())
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

/// Returns the picture of a page that shows no picture of a company.
fn preview(base: &str, name: &str, alt: &str) -> HeadPicture {
    HeadPicture { url: format!("{base}/previews/{name}.jpg"), alt: alt.to_owned() }
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
    let words = first_words(text, DESCRIPTION_MAX);
    if words.is_empty() { otherwise() } else { words }
}

/// Returns the first words of a text on one line.
fn first_words(text: &str, max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= max {
        return line;
    }
    let start: String = line.chars().take(max - 1).collect();
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

    #[test]
    fn every_category_has_a_preview_picture() {
        let pictures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/public/previews");
        for name in category::CATEGORIES.iter().map(|category| category.key).chain(["home"]) {
            assert!(pictures.join(format!("{name}.jpg")).exists(), "{name}");
        }
    }
}
