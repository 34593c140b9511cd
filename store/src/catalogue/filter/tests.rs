//! Plans of the list queries.

use super::*;
use crate::{
    catalogue::{category, review::ReviewFilter},
    testing::sqlite,
};

/// Returns the steps of SQLite's plan for a query.
async fn plan(db: &Db, query: Conditions) -> Vec<String> {
    let rows: Vec<(i64, i64, i64, String)> = query.explain().fetch(db).await.unwrap();
    rows.into_iter().map(|(.., step)| step).collect()
}

fn assert_searches(steps: &[String], table: &str, index: &str) {
    let of_table = |step: &&String| step.contains(&format!(" {table} "));
    let step = steps.iter().find(of_table).unwrap_or_else(|| panic!("{table}: {steps:?}"));
    assert!(step.starts_with("SEARCH") && step.contains(index), "{step}");
}

#[tokio::test]
async fn lists_of_catalogue_search_indexes() {
    let (db, _folder) = sqlite().await;
    let company = Filter { company: Some(CompanyId(7)), kind: Some(OfferingKind::Product), ..Filter::default() };
    assert_searches(&plan(&db, company.offerings()).await, "o", "offering_company");
    let by_category = Filter { category: category::find("food"), ..Filter::default() };
    let steps = plan(&db, by_category.offerings()).await;
    assert_searches(&steps, "o", "offering_category");
    assert_searches(&steps, "c", "sqlite_autoindex_company");
    let steps = plan(&db, by_category.companies()).await;
    assert_searches(&steps, "cc", "company_category_category");
    assert_searches(&steps, "c", "sqlite_autoindex_company");
    let reviews = ReviewFilter { company: CompanyId(7), offering: None, rating: None, is_unanswered: false };
    assert_searches(&plan(&db, reviews.query()).await, "r", "review_company");
}
