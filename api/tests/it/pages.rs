//! Web pages whose head describes them, robots.txt and the site map.

use serde_json::{Value, json};
use store::testing::market::{CompanyRow, OfferingRow};

use crate::support::{
    app::{Answer, TestApp},
    market::restaurant,
};

const HOSTILE: &str = "</script><script>alert(1)</script>\"><img src=x onerror=alert(2)> & 'Co'";

async fn app() -> TestApp {
    TestApp::with(&["--public-url", "https://plaza.example"]).await
}

async fn page(app: &TestApp, path: &str) -> (Answer, String) {
    let answer = app.get(path).header("accept", "*/*").send().await;
    let html = String::from_utf8(answer.bytes.clone()).unwrap();
    (answer, html)
}

/// Returns the structured data of a page.
fn structured(html: &str) -> Vec<Value> {
    let scripts = html.split("<script type=\"application/ld+json\">").skip(1);
    scripts.map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()).collect()
}

#[actix_web::test]
async fn company_page_describes_the_company() {
    let app = app().await;
    restaurant(&app).await;
    for path in ["/companies/casa-azul", "/companies/70", "/companies/casa-azul/about"] {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
        assert_eq!(html.matches("<title>").count(), 1);
        for part in [
            "<title>Casa Azul, Madrid · Plaza</title>",
            "<link rel=\"canonical\" href=\"https://plaza.example/companies/casa-azul\">",
            "<meta property=\"og:title\" content=\"Casa Azul, Madrid · Plaza\">",
            "<meta name=\"twitter:card\" content=\"summary\">",
        ] {
            assert!(html.contains(part), "{path}: {part} in {html}");
        }
        let [company, crumbs] = structured(&html).try_into().unwrap();
        assert_eq!((&company["@type"], &company["name"]), (&json!("Restaurant"), &json!("Casa Azul")));
        assert_eq!(company["geo"]["latitude"], 40.4168);
        assert_eq!(company["openingHoursSpecification"][0]["closes"], "23:59");
        assert_eq!(crumbs["itemListElement"][1]["item"], "https://plaza.example/categories/food");
    }
}

#[actix_web::test]
async fn product_page_describes_price_and_availability() {
    let app = app().await;
    let company = restaurant(&app).await;
    let gone = OfferingRow { sold_out: true, ..OfferingRow::new(2, company, "Stew") };
    gone.insert(&app.state().db).await;
    for (path, availability) in [("/products/1", "InStock"), ("/products/2", "SoldOut")] {
        let (answer, html) = page(&app, path).await;
        assert_eq!(answer.status, 200, "{html}");
        let [product, crumbs] = structured(&html).try_into().unwrap();
        assert_eq!(product["offers"]["availability"], format!("https://schema.org/{availability}"));
        assert_eq!(product["offers"]["priceCurrency"], "EUR");
        assert_eq!(crumbs["itemListElement"].as_array().unwrap().len(), 4);
    }
    let (_, html) = page(&app, "/products/1").await;
    assert!(html.contains("<meta property=\"product:price:amount\" content=\"9.00\">"), "{html}");
}

#[actix_web::test]
async fn home_and_category_pages_have_a_head() {
    let app = app().await;
    let (answer, html) = page(&app, "/").await;
    assert_eq!((answer.status, &structured(&html)[0]["@type"]), (200, &json!("WebSite")));
    let (answer, html) = page(&app, "/categories/food").await;
    assert_eq!(answer.status, 200);
    assert!(html.contains("<title>Food and drink · Plaza</title>"), "{html}");
}

#[actix_web::test]
async fn hostile_names_stay_text() {
    let app = app().await;
    let company = CompanyRow { city: HOSTILE, ..CompanyRow::new(70, HOSTILE) };
    let company = company.insert(&app.state().db).await;
    OfferingRow::new(1, company, HOSTILE).insert(&app.state().db).await;
    let (_, plain) = page(&app, "/categories/none").await;
    for path in ["/companies/70", "/products/1"] {
        let (answer, html) = page(&app, path).await;
        assert_eq!(answer.status, 200);
        assert!(!html.contains("<img src=x") && !html.contains("alert(1)</script>"), "{html}");
        let data = structured(&html);
        assert_eq!(data[0]["name"], HOSTILE);
        // The head adds the scripts of its data, and no other.
        assert_eq!(html.matches("<script").count(), plain.matches("<script").count() + data.len());
    }
}

#[actix_web::test]
async fn missing_pages_are_the_plain_page_with_404() {
    let app = app().await;
    let long = format!("/companies/{}", "x".repeat(500));
    for path in [
        "/companies/nobody",
        "/companies/99",
        "/companies/%00",
        "/products/99",
        "/products/soup",
        &long,
        "/categories/x",
    ] {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, structured(&html).len()), (404, 0), "{path}");
        assert!(html.contains("<title>Plaza</title>"), "{path}");
    }
    app.post("/companies/70").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn draft_offering_has_no_page() {
    let app = app().await;
    let company = restaurant(&app).await;
    let draft = OfferingRow { state: "draft", ..OfferingRow::new(2, company, "Stew") };
    draft.insert(&app.state().db).await;
    let (answer, html) = page(&app, "/products/2").await;
    assert_eq!((answer.status, html.contains("Stew")), (404, false));
    let (_, urls) = page(&app, "/sitemap/products-1.xml").await;
    assert!(!urls.contains("/products/2"), "{urls}");
}

#[actix_web::test]
async fn unchanged_page_answers_304() {
    let app = app().await;
    restaurant(&app).await;
    let (first, _) = page(&app, "/companies/casa-azul").await;
    let etag = first.header("etag").to_owned();
    let again = app.get("/companies/casa-azul").header("if-none-match", &etag).send().await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
}

#[actix_web::test]
async fn site_map_lists_public_pages() {
    let app = app().await;
    restaurant(&app).await;
    let (_, robots) = page(&app, "/robots.txt").await;
    assert!(robots.contains("Disallow: /messages\n"), "{robots}");
    assert!(robots.ends_with("Sitemap: https://plaza.example/sitemap.xml\n"), "{robots}");
    let (answer, index) = page(&app, "/sitemap.xml").await;
    assert_eq!(answer.header("content-type"), "application/xml; charset=utf-8");
    for (part, url) in
        [("categories-1", "/categories/food"), ("companies-1", "/companies/casa-azul"), ("products-1", "/products/1")]
    {
        assert!(index.contains(&format!("<loc>https://plaza.example/sitemap/{part}.xml</loc>")), "{index}");
        let (_, urls) = page(&app, &format!("/sitemap/{part}.xml")).await;
        assert!(urls.contains(&format!("<loc>https://plaza.example{url}</loc>")), "{urls}");
    }
    for path in ["companies-2.xml", "companies-0.xml", "companies-999999999999.xml", "people-1.xml", "x"] {
        let (answer, _) = page(&app, &format!("/sitemap/{path}")).await;
        assert_eq!(answer.status, 404, "{path}");
    }
}
