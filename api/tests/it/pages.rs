//! Web pages whose head describes them, robots.txt and the site map.

use serde_json::{Value, json};
use store::{
    reel::moderation,
    testing::{
        market::{CompanyRow, OfferingRow, ReelRow},
        sqlx,
    },
    types::{ids::ReelId, language::Language, timestamp::Timestamp},
};

use crate::{
    routes::userprofessional::advertisements,
    support::{
        app::{Answer, TestApp},
        market::restaurant,
    },
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
async fn every_public_page_has_a_head_of_its_own() {
    let app = app().await;
    let mut titles = std::collections::HashSet::new();
    for path in [
        "/",
        "/videos",
        "/search",
        "/search/cruises",
        "/map",
        "/shop",
        "/images",
        "/products",
        "/services",
        "/login",
        "/signup",
        "/pro/login",
        "/terms",
        "/privacy-policy",
        "/pages/about",
        "/help",
        "/support/help-centre",
        "/categories/food",
    ] {
        for (query, tag) in [("", "en"), ("?lang=FR", "fr")] {
            let (answer, html) = page(&app, &format!("{path}{query}")).await;
            assert_eq!((answer.status, answer.header("content-language")), (200, tag), "{path}{query}");
            let link = |of: &str, to: &str| format!("<link rel=\"{of} href=\"https://plaza.example{path}{to}\">");
            for part in [
                link("canonical\"", query),
                link("alternate\" hreflang=\"en\"", "?lang=US"),
                link("alternate\" hreflang=\"fr\"", "?lang=FR"),
                link("alternate\" hreflang=\"x-default\"", ""),
                "<meta property=\"og:image\" content=\"https://plaza.example/previews/".to_owned(),
            ] {
                assert_eq!(html.matches(&part).count(), 1, "{path}{query}: {part} in {html}");
            }
            assert_eq!(html.matches("rel=\"alternate\"").count(), Language::ALL.len() + 1);
            assert!(!structured(&html).is_empty(), "{path}");
            let described = html.split("<meta name=\"description\" content=\"").nth(1).unwrap();
            assert!(titles.insert(described.split('"').next().unwrap().to_owned()), "{path}{query}");
        }
    }
    let (_, html) = page(&app, "/pages/terms").await;
    assert!(html.contains("rel=\"canonical\" href=\"https://plaza.example/terms\""), "{html}");
    let (answer, _) = page(&app, "/pages/nothing").await;
    assert_eq!(answer.status, 404);
}

#[actix_web::test]
async fn language_is_named_by_the_address_or_the_browser() {
    let app = app().await;
    for (query, accepted, tag, canonical) in [
        ("", "fr-CA,fr;q=0.9,en;q=0.8", "fr", ""),
        ("?lang=US", "fr", "en", "?lang=US"),
        ("?lang=fr", "", "fr", "?lang=FR"),
        ("?lang=KO", "ko", "en", ""),
        ("?lang=%22%3E", "*", "en", ""),
    ] {
        let request = app.get(&format!("/categories/food{query}")).header("accept-language", accepted);
        let answer = request.send().await;
        assert_eq!(answer.header("content-language"), tag, "{query} {accepted}");
        let html = String::from_utf8(answer.bytes).unwrap();
        let link = format!("rel=\"canonical\" href=\"https://plaza.example/categories/food{canonical}\"");
        assert!(html.contains(&link), "{query}: {html}");
        let title = if tag == "fr" { "<title>Restauration" } else { "<title>Food and drink" };
        assert!(html.contains(title), "{html}");
    }
}

#[actix_web::test]
async fn reel_page_describes_the_video() {
    let app = app().await;
    let company = restaurant(&app).await;
    ReelRow { caption: "Paella for two", ..ReelRow::new(5, company) }.insert(&app.state().db).await;
    ReelRow { caption: "", ..ReelRow::new(6, company) }.insert(&app.state().db).await;
    let (answer, html) = page(&app, "/videos/5").await;
    assert_eq!(answer.status, 200);
    for part in [
        "<title>Paella for two · Casa Azul · Plaza</title>",
        "<meta property=\"og:type\" content=\"video.other\">",
        "<meta property=\"og:image\" content=\"https://plaza.example/media/",
        "<meta property=\"og:video\" content=\"https://plaza.example/media/",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let [video, _] = structured(&html).try_into().unwrap();
    assert_eq!((&video["@type"], &video["duration"]), (&json!("VideoObject"), &json!("PT8S")));
    assert_eq!(video["publisher"]["url"], "https://plaza.example/companies/casa-azul");
    assert!(video["thumbnailUrl"][0].as_str().unwrap().starts_with("https://plaza.example/media/"));
    let (_, html) = page(&app, "/videos/6?lang=FR").await;
    assert!(html.contains("<title>Une vidéo de Casa Azul, Madrid · Casa Azul · Plaza</title>"), "{html}");
    let (_, urls) = page(&app, "/sitemap/reels-1.xml").await;
    assert!(urls.contains("<loc>https://plaza.example/videos/5</loc><lastmod>"), "{urls}");
}

#[actix_web::test]
async fn reel_that_is_not_public_shows_nothing() {
    let app = app().await;
    let company = restaurant(&app).await;
    let db = &app.state().db;
    ReelRow { caption: "Paella", published: false, ..ReelRow::new(5, company) }.insert(db).await;
    ReelRow { caption: "Paella", ..ReelRow::new(6, company) }.insert(db).await;
    assert_eq!(page(&app, "/videos/6").await.0.status, 200);
    moderation::remove(db, ReelId(6), Timestamp::now()).await.unwrap();
    for path in ["/videos/5", "/videos/6", "/videos/99", "/videos/x"] {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, html.contains("Paella"), html.contains("Casa")), (404, false, false), "{path}");
    }
    assert_eq!(page(&app, "/sitemap/reels-1.xml").await.0.status, 404);
}

#[actix_web::test]
async fn advertisement_page_describes_a_running_one() {
    let app = app().await;
    let (owner, id) = advertisements::running(&app).await;
    let path = format!("/advertisements/{id}");
    let ad = app.get(&format!("/api/v1/users{path}/")).send().await;
    let (title, text) = (ad.data()["title"].as_str().unwrap(), ad.data()["text"].as_str().unwrap());
    let (answer, html) = page(&app, &format!("{path}?lang=FR")).await;
    assert_eq!((answer.status, answer.header("content-language")), (200, "fr"));
    for part in [
        format!("<title>{title} · Casa Azul · Plaza</title>"),
        format!("<meta name=\"description\" content=\"{text}\">"),
        format!("<link rel=\"canonical\" href=\"https://plaza.example{path}?lang=FR\">"),
        format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://plaza.example{path}\">"),
        format!("<meta property=\"og:title\" content=\"{title} · Casa Azul · Plaza\">"),
    ] {
        assert_eq!(html.matches(&part).count(), 1, "{part} in {html}");
    }
    let [crumbs] = structured(&html).try_into().unwrap();
    assert_eq!(crumbs["itemListElement"][1]["item"], "https://plaza.example/companies/casa-azul");
    // A crawler is no viewer.
    let own = app.get(advertisements::PATH).as_(&owner).send().await;
    assert_eq!((&own.data()[0]["id"], &own.data()[0]["views"]), (&id, &json!(0)), "{:#}", own.json);
    pause(&app, id.as_i64().unwrap()).await;
    for path in [path.as_str(), "/advertisements/99", "/advertisements/x"] {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, html.contains(title), html.contains("Casa")), (404, false, false), "{path}");
    }
}

async fn pause(app: &TestApp, id: i64) {
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE advertisement SET paused = TRUE WHERE id = $1")
        .bind(id).execute(at).await.map(drop))
    .unwrap();
}

#[actix_web::test]
async fn profile_page_shows_what_strangers_may_see() {
    let app = app().await;
    let ann = app.person("ann").await;
    let code = app.get("/api/v1/users/profile-code/").as_(&ann).send().await;
    let path = format!("/u/{}", code.data()["code"].as_str().unwrap());
    let put = async |path: &str, body: Value| {
        let changed = app.call("PUT", path).as_(&ann).json(body).await;
        assert_eq!(changed.status, 200, "{:#}", changed.json);
    };
    let link = format!("<link rel=\"canonical\" href=\"https://plaza.example{path}\">");
    let shown = async |path: &str, parts: &[&str], hidden: &[&str]| {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, html.matches("name=\"robots\" content=\"noindex\"").count()), (200, 1), "{html}");
        for part in parts.iter().chain([&link.as_str()]) {
            assert_eq!(html.matches(part).count(), 1, "{part} in {html}");
        }
        assert!(hidden.iter().all(|part| !html.contains(part)), "{html}");
    };
    let title = "<title>Ann Other (@ann) · Plaza</title>";
    shown(&path, &[title, "<meta property=\"og:type\" content=\"profile\">"], &[]).await;
    // A code is read as a person types it.
    shown(&path.to_lowercase().replacen("/u/", "/u/-", 1), &[title], &[]).await;
    put("/api/v1/users/update-profile/", json!({"bio": "Potter & <b>baker</b>"})).await;
    shown(&path, &["name=\"description\" content=\"Potter &amp; &lt;b&gt;baker"], &[]).await;
    let privacy = "/api/v1/users/update-privacy-settings/";
    put(privacy, json!({"identity_visibility": "friends_of_friends"})).await;
    shown(&path, &[title, "name=\"description\" content=\"Ann Other is on Plaza"], &["Potter"]).await;
    put(privacy, json!({"identity_visibility": "everyone", "identification": "only_friends"})).await;
    shown(&path, &["<title>A profile · Plaza</title>"], &["Ann Other", "@ann", "Potter"]).await;
}

#[actix_web::test]
async fn former_code_and_deleted_account_have_no_page() {
    let app = app().await;
    let ann = app.person("ann").await;
    let rotate = async || {
        let code = app.post("/api/v1/users/profile-code/").as_(&ann).send().await;
        format!("/u/{}", code.data()["code"].as_str().unwrap())
    };
    let (former, current) = (rotate().await, rotate().await);
    assert_eq!(page(&app, &current).await.0.status, 200);
    let gone = app.call("DELETE", "/api/v1/users/delete-user-test/").as_(&ann).send().await;
    assert_eq!(gone.status, 200, "{:#}", gone.json);
    for path in [former.as_str(), &current, "/u/x", "/u/000000000000"] {
        let (answer, html) = page(&app, path).await;
        assert_eq!((answer.status, html.contains("Ann Other")), (404, false), "{path}");
    }
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
    for (part, url) in [
        ("pages-1", "/videos"),
        ("pages-1", "/privacy-policy"),
        ("pages-1", "/pages/about"),
        ("pages-1", "/help"),
        ("categories-1", "/categories/food"),
        ("companies-1", "/companies/casa-azul"),
        ("products-1", "/products/1"),
    ] {
        assert!(index.contains(&format!("<loc>https://plaza.example/sitemap/{part}.xml</loc>")), "{index}");
        let (_, urls) = page(&app, &format!("/sitemap/{part}.xml")).await;
        assert!(urls.contains(&format!("<loc>https://plaza.example{url}</loc>")), "{urls}");
    }
    for path in ["companies-2.xml", "companies-0.xml", "companies-999999999999.xml", "people-1.xml", "x"] {
        let (answer, _) = page(&app, &format!("/sitemap/{path}")).await;
        assert_eq!(answer.status, 404, "{path}");
    }
}
