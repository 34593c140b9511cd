//! Advertisements as viewers see them.

use std::collections::BTreeMap;

use store::{
    advertisement, on,
    testing::{both, market::CompanyRow, sqlx},
    types::timestamp::Timestamp,
};

const NOW: Timestamp = Timestamp(1_795_323_600_000);

#[tokio::test]
async fn running_advertisements_are_drawn_alike() {
    both(async |db| {
        CompanyRow::new(1, "Shop").insert(&db).await;
        // The numbers lie close together, and the last one has ended.
        for (id, ends_at) in [(11, NOW.plus(1)), (12, NOW.plus(1)), (13, NOW.plus(1)), (14, NOW)] {
            on!(db.write(), at => sqlx::query(
                "INSERT INTO advertisement (id, company_id, title, text, starts_at, ends_at, lot)
                 VALUES ($1, 1, 'Bread', '', $2, $3, $1)")
                .bind(id).bind(NOW.plus(-1)).bind(ends_at).execute(at).await.map(drop))
            .unwrap();
        }
        let mut drawn = BTreeMap::new();
        for lot in 1_000..1_300_i64 {
            let shown = advertisement::draw(&db, None, lot, NOW).await.unwrap().unwrap();
            *drawn.entry(shown.id.0).or_insert(0) += 1;
        }
        assert_eq!(drawn, BTreeMap::from([(11, 100), (12, 100), (13, 100)]));
        assert!(advertisement::draw(&db, None, 7, NOW.plus(2)).await.unwrap().is_none());
    })
    .await;
}
