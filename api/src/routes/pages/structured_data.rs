//! Structured data of a page: JSON-LD in the vocabulary of schema.org.

use serde_json::{Map, Value, json};
use store::{
    catalogue::{category::Category, opening_hours::Hours, rating::Rating},
    page_metadata::{company::CompanyPage, offering::OfferingPage, reel::ReelPage},
    support::help_centre::HelpTopic,
};

const CONTEXT: &str = "https://schema.org";
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Entry of the way to a page.
pub struct Crumb<'a> {
    pub name: &'a str,
    pub url: &'a str,
}

/// Returns the site itself with its search.
pub fn site(base: &str, name: &str) -> Value {
    json!({
        "@context": CONTEXT,
        "@type": "WebSite",
        "name": name,
        "url": format!("{base}/"),
        "potentialAction": {
            "@type": "SearchAction",
            "target": format!("{base}/search?q={{query}}"),
            "query-input": "required name=query",
        },
    })
}

/// Returns the way from the home page to a page.
pub fn breadcrumbs(crumbs: &[Crumb<'_>]) -> Value {
    let item = |(crumb, position): (&Crumb<'_>, i64)| json!({"@type": "ListItem", "position": position, "name": crumb.name, "item": crumb.url});
    let items: Vec<_> = crumbs.iter().zip(1..).map(item).collect();
    json!({"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items})
}

/// Returns a company as local business of the type of its first category.
pub fn company(page: &CompanyPage, category: Option<&Category>, url: &str, image: Option<&str>) -> Value {
    let kind = category.map_or("LocalBusiness", |category| category.schema_type);
    let mut data = typed(kind);
    data.insert("@id".to_owned(), json!(url));
    data.insert("name".to_owned(), json!(page.name));
    data.insert("url".to_owned(), json!(url));
    data.insert("telephone".to_owned(), json!(page.phone));
    data.insert(
        "address".to_owned(),
        json!({
            "@type": "PostalAddress",
            "streetAddress": page.address,
            "addressLocality": page.city,
            "postalCode": page.postal_code,
            "addressCountry": page.country,
        }),
    );
    put(&mut data, "description", Some(&page.description).filter(|text| !text.is_empty()).map(|text| json!(text)));
    put(&mut data, "image", image.map(|image| json!(image)));
    put(
        &mut data,
        "geo",
        page.latitude.zip(page.longitude).map(
            |(latitude, longitude)| json!({"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}),
        ),
    );
    let level = page.price_level.and_then(|level| usize::try_from(level).ok());
    put(&mut data, "priceRange", level.map(|level| json!("$".repeat(level))));
    put(&mut data, "aggregateRating", rating(page.rating));
    let pages: Vec<_> = page.website.iter().chain(&page.social_links).collect();
    put(&mut data, "sameAs", Some(json!(pages)).filter(|_| !pages.is_empty()));
    let hours = opening_hours(page);
    put(&mut data, "openingHoursSpecification", Some(json!(hours)).filter(|_| !hours.is_empty()));
    Value::Object(data)
}

/// Returns an offering as product with its offer.
pub fn offering(
    page: &OfferingPage,
    price: &str,
    category: &str,
    url: &str,
    company_url: &str,
    image: Option<&str>,
) -> Value {
    let availability = if page.available { "InStock" } else { "SoldOut" };
    let mut data = typed("Product");
    data.insert("name".to_owned(), json!(page.name));
    data.insert("category".to_owned(), json!(category));
    data.insert("url".to_owned(), json!(url));
    data.insert("brand".to_owned(), json!({"@type": "Organization", "name": page.company_name, "url": company_url}));
    data.insert(
        "offers".to_owned(),
        json!({
            "@type": "Offer",
            "price": price,
            "priceCurrency": page.currency,
            "availability": format!("{CONTEXT}/{availability}"),
            "url": url,
            "seller": {"@type": "Organization", "name": page.company_name, "url": company_url},
        }),
    );
    put(&mut data, "description", Some(&page.description).filter(|text| !text.is_empty()).map(|text| json!(text)));
    put(&mut data, "image", image.map(|image| json!(image)));
    put(&mut data, "aggregateRating", rating(page.rating));
    Value::Object(data)
}

/// Returns a reel as video.
pub fn reel(
    page: &ReelPage,
    name: &str,
    description: &str,
    base: &str,
    company_url: &str,
    image: Option<&str>,
) -> Value {
    let url = format!("{base}/videos/{}", page.id);
    let counted = |action: &str, count: i64| json!({"@type": "InteractionCounter", "interactionType": {"@type": action}, "userInteractionCount": count});
    let mut data = typed("VideoObject");
    data.insert("@id".to_owned(), json!(url));
    data.insert("name".to_owned(), json!(name));
    data.insert("description".to_owned(), json!(description));
    data.insert("url".to_owned(), json!(url));
    data.insert("uploadDate".to_owned(), json!(page.published_at.to_string()));
    data.insert("inLanguage".to_owned(), json!(page.language.tag()));
    let publisher = json!({"@type": "Organization", "name": page.company_name, "url": company_url});
    data.insert("publisher".to_owned(), publisher);
    let counters = [counted("WatchAction", page.views), counted("LikeAction", page.likes)];
    data.insert("interactionStatistic".to_owned(), json!(counters));
    put(&mut data, "thumbnailUrl", image.map(|image| json!([image])));
    if let Some(video) = &page.video {
        data.insert("contentUrl".to_owned(), json!(format!("{base}{}", video.url)));
        data.insert("encodingFormat".to_owned(), json!(video.mime));
        put(&mut data, "width", video.width.map(|width| json!(width)));
        put(&mut data, "height", video.height.map(|height| json!(height)));
        put(&mut data, "duration", video.duration_ms.map(|ms| json!(format!("PT{}S", (ms + 999) / 1_000))));
    }
    Value::Object(data)
}

/// Returns the questions of the help centre with their answers.
pub fn questions(topics: &[HelpTopic]) -> Value {
    let asked = topics.iter().flat_map(|topic| &topic.questions).map(|one| {
        json!({
            "@type": "Question",
            "name": one.question,
            "acceptedAnswer": {"@type": "Answer", "text": one.answer},
        })
    });
    json!({"@context": CONTEXT, "@type": "FAQPage", "mainEntity": asked.collect::<Vec<_>>()})
}

fn typed(kind: &str) -> Map<String, Value> {
    Map::from_iter([("@context".to_owned(), json!(CONTEXT)), ("@type".to_owned(), json!(kind))])
}

fn put(data: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    data.extend(value.map(|value| (name.to_owned(), value)));
}

fn rating(Rating { rating, rating_count }: Rating) -> Option<Value> {
    let rating = rating?;
    Some(json!({"@type": "AggregateRating", "ratingValue": rating, "reviewCount": rating_count}))
}

/// Returns the weekly hours and the dated exceptions. A date without hours is closed.
fn opening_hours(page: &CompanyPage) -> Vec<Value> {
    let weekly = page.hours.weekly.iter().map(|day| {
        let name = DAYS.get(usize::from(day.weekday.number()) - 1).copied().unwrap_or_default();
        let (opens, closes) = clocks(Hours { opens: day.opens, closes: day.closes });
        json!({"@type": "OpeningHoursSpecification", "dayOfWeek": name, "opens": opens, "closes": closes})
    });
    let dated = page.hours.exceptions.iter().flat_map(|day| {
        let on = |(opens, closes): (String, String)| {
            let date = &day.date;
            json!({
                "@type": "OpeningHoursSpecification", "validFrom": date, "validThrough": date, "opens": opens,
                "closes": closes,
            })
        };
        // Equal times say that it is closed.
        let closed = || ("00:00".to_owned(), "00:00".to_owned());
        let hours: Vec<_> = day.hours.iter().map(|hours| clocks(*hours)).collect();
        if hours.is_empty() { vec![on(closed())] } else { hours.into_iter().map(on).collect() }
    });
    weekly.chain(dated).collect()
}

/// Returns the times on a clock. Midnight at the end of a day is 23:59, as the vocabulary asks.
fn clocks(hours: Hours) -> (String, String) {
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    let closes = hours.closes.minutes();
    (clock(hours.opens.minutes()), if closes == 24 * 60 { "23:59".to_owned() } else { clock(closes) })
}
