//! Plans of the list queries.

use super::*;
use crate::testing::sqlite;

const COMPANY: CompanyId = CompanyId(7);

/// Returns the steps of SQLite's plan that read orders.
async fn steps(db: &Db, query: Conditions) -> Vec<String> {
    let rows: Vec<(i64, i64, i64, String)> = query.explain().fetch(db).await.unwrap();
    rows.into_iter().map(|(.., step)| step).filter(|step| step.contains(" o ")).collect()
}

#[tokio::test]
async fn lists_of_a_company_search_an_index_of_each_state() {
    let (db, _folder) = sqlite().await;
    let page = Window { limit: 50, offset: 0 };
    let dated = OrderFilter { from: Some(Timestamp(1)), to: Some(Timestamp(2)), ..OrderFilter::default() };
    let ready = OrderFilter { states: vec![OrderState::Ready], ..OrderFilter::default() };
    for (filter, states) in [(OrderFilter::default(), 7), (dated, 7), (ready, 1)] {
        // A count without a time may use any index of the states.
        let counted = if filter.from.is_some() { "customer_order_placed" } else { "customer_order_" };
        for (query, index) in [(filter.page(COMPANY, page), "customer_order_placed"), (filter.count(COMPANY), counted)]
        {
            let steps = steps(&db, query).await;
            let search = &format!("SEARCH o USING INDEX {index}");
            assert_eq!(steps.iter().filter(|step| step.starts_with(search)).count(), states, "{steps:#?}");
            assert_eq!(steps.len(), states, "{steps:#?}");
        }
    }
}

#[tokio::test]
async fn lists_sorted_by_total_search_an_index_of_each_state() {
    let (db, _folder) = sqlite().await;
    for direction in [Direction::Asc, Direction::Desc] {
        let filter = OrderFilter { sort: OrderSort::Total, direction, ..OrderFilter::default() };
        let steps = steps(&db, filter.page(COMPANY, Window { limit: 50, offset: 0 })).await;
        let search = "SEARCH o USING INDEX customer_order_total (company_id=? AND state=?";
        assert!(steps.len() == 7 && steps.iter().all(|step| step.starts_with(search)), "{steps:#?}");
    }
}

#[tokio::test]
async fn orders_of_a_customer_or_number_are_read_alone() {
    let (db, _folder) = sqlite().await;
    let page = Window { limit: 50, offset: 0 };
    let customer = OrderFilter { customer: Some(UserId(9)), ..OrderFilter::default() };
    let number = OrderFilter { query: " p7kq-4mxd ".to_owned(), ..OrderFilter::default() };
    for (filter, index) in [(customer, "customer_order_customer"), (number, "sqlite_autoindex_customer_order_")] {
        for query in [filter.page(COMPANY, page), filter.count(COMPANY)] {
            let steps = steps(&db, query).await;
            assert!(!steps.is_empty() && steps.iter().all(|step| step.contains(index)), "{steps:#?}");
        }
    }
}
