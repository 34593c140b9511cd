//! Export and import of a catalogue as CSV.

use std::io::Write as _;

use serde_json::json;
use store::{
    Db, Error,
    offering_management::{
        CatalogueError, Editor,
        csv_file::{LINES_MAX, export::Export, import::ImportReport},
        folder,
        listing::OwnFilter,
        offering_form::OfferingForm,
        offering_view,
        variant_commands::VariantChange,
    },
    on,
    testing::{
        both, count,
        market::{self, CompanyRow},
        sqlite,
    },
    types::{
        ids::{CompanyId, Ids, OfferingId},
        timestamp::Timestamp,
    },
};

const NOW: Timestamp = Timestamp(1_795_323_600_000);

fn editor<'a>(db: &'a Db, ids: &'a Ids, company: CompanyId) -> Editor<'a> {
    Editor { db, ids, company, user: market::owner(company), now: NOW }
}

async fn company(db: &Db, id: i64, name: &'static str) -> CompanyId {
    CompanyRow { categories: vec!["beauty", "shops", "hotels"], ..CompanyRow::new(id, name) }.insert(db).await
}

async fn import(editor: &Editor<'_>, text: &str, preview: bool) -> ImportReport {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    editor.import(file.path(), preview).await.unwrap()
}

async fn export(editor: &Editor<'_>, filter: OwnFilter) -> String {
    let mut export = Export::of(editor.db, editor.company, filter, false).await.unwrap();
    let mut file = Vec::new();
    while let Some(page) = export.next().await.unwrap() {
        file.extend(page);
    }
    String::from_utf8(file).unwrap()
}

fn form(value: serde_json::Value) -> OfferingForm {
    serde_json::from_value(value).unwrap()
}

fn shirt() -> OfferingForm {
    form(json!({
        "category": "shops", "kind": "product", "name": "=Shirt", "vat_rate": 550, "description": "Soft,\n\"light\"",
        "details": {"brand": "Azul", "weight_g": 200}, "delivery_price": 2700,
        "variants": [
            {"name": "S", "attributes": {"size": "S", "color": "sand"}, "price": 2500, "capacity": 4, "sku": "SH-S"},
            {"name": "M", "attributes": {"size": "M"}, "price": 2000, "sold_out": true},
        ],
    }))
}

fn cells(report: &ImportReport) -> Vec<(u64, &str)> {
    report.errors.iter().map(|error| (error.line, error.column.as_str())).collect()
}

const NEW: &str = "sku;kind;category;name;folder;size;price;stock\n\
    T-S;product;shops;Towel;Bath;S;12,50;3\nT-L;;;;;L;15;\nCUP;product;shops;Cup;bath;;8;0\n";

#[tokio::test]
async fn exported_file_imports_without_change() {
    both(async |db| {
        let ids = Ids::new(1);
        let (one, two) = (company(&db, 1, "Shop").await, company(&db, 2, "Other").await);
        let (editor, other) = (editor(&db, &ids, one), editor(&db, &ids, two));
        let id = editor.create_offering(&shirt()).await.unwrap();
        other.create_offering(&shirt()).await.unwrap();
        let file = export(&editor, OwnFilter::default()).await;
        assert_eq!(file.matches("'=Shirt").count(), 2);
        assert!(file.contains("\"Soft,\n\"\"light\"\"\"") && file.contains("5.5,27.00"), "{file}");
        let report = import(&editor, &file, false).await;
        assert_eq!((report.errors.len(), report.lines, report.unchanged, report.imported), (0, 2, 1, false));
        let filtered = export(&editor, OwnFilter { query: "towel".to_owned(), ..OwnFilter::default() }).await;
        assert_eq!(filtered.lines().count(), 1);
        // Ids of another company are unknown.
        assert_eq!(cells(&import(&other, &file, false).await), [(2, "id"), (4, "id")]);
        let cheaper = file.replace(",25.00,", ",19.00,");
        let report = import(&editor, &cheaper, false).await;
        assert_eq!((report.changed, &report.changes[0].columns), (1, &vec!["price".to_owned()]));
        let shirt = offering_view::show(&db, one, id, NOW).await.unwrap();
        assert_eq!((shirt.variants[0].price, shirt.price, shirt.name.as_str()), (1900, 1900, "=Shirt"));
    })
    .await;
}

#[tokio::test]
async fn stock_of_a_file_is_the_units_left() {
    both(async |db| {
        let ids = Ids::new(1);
        let one = company(&db, 1, "Shop").await;
        let editor = editor(&db, &ids, one);
        let id = editor.create_offering(&shirt()).await.unwrap();
        let small = offering_view::show(&db, one, id, NOW).await.unwrap().variants[0].id;
        on!(db.write(), at => store::testing::sqlx::query(
            "INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held, sold) VALUES ($1, 0, 0, 4, 1, 2)")
            .bind(small).execute(at).await.map(drop))
        .unwrap();
        let file = export(&editor, OwnFilter::default()).await;
        assert!(file.contains(",25.00,1,false"), "{file}");
        assert_eq!(import(&editor, &file, false).await.unchanged, 1);
        let more = import(&editor, "sku,stock\nSH-S,5\n", false).await;
        assert_eq!((more.changed, more.imported, more.errors.len()), (1, true, 0));
        let shown = offering_view::show(&db, one, id, NOW).await.unwrap();
        assert_eq!((shown.variants[0].capacity, shown.variants[0].taken), (Some(8), 3));
        assert_eq!(count(&db, "capacity_bucket WHERE capacity = 8").await, 1);
        // A change of another column keeps the stock.
        assert!(import(&editor, "sku,price\nSH-S,26\n", false).await.imported);
        assert_eq!(offering_view::show(&db, one, id, NOW).await.unwrap().variants[0].capacity, Some(8));
        assert!(import(&editor, "sku,stock\nSH-S,0\n", false).await.imported);
        assert_eq!(offering_view::show(&db, one, id, NOW).await.unwrap().variants[0].capacity, Some(3));
    })
    .await;
}

#[tokio::test]
async fn duplicated_offering_has_no_sku() {
    both(async |db| {
        let ids = Ids::new(1);
        let one = company(&db, 1, "Shop").await;
        let editor = editor(&db, &ids, one);
        let id = editor.create_offering(&shirt()).await.unwrap();
        let copy = editor.duplicate_offering(id).await.unwrap();
        assert!(offering_view::show(&db, one, copy, NOW).await.unwrap().variants.iter().all(|it| it.sku.is_none()));
        // Two variants may have one SKU from before: the ids of an exported file name them.
        on!(db.write(), at => store::testing::sqlx::query(
            "UPDATE offering_variant SET sku = 'SH-S' WHERE offering_id = $1 AND position = 0")
            .bind(copy).execute(at).await.map(drop))
        .unwrap();
        let file = export(&editor, OwnFilter::default()).await;
        let report = import(&editor, &file, false).await;
        assert_eq!((report.errors.as_slice(), report.unchanged), (&[][..], 2));
        let cheaper = import(&editor, &file.replace(",25.00,", ",19.00,"), false).await;
        assert_eq!((cheaper.errors.as_slice(), cheaper.changed), (&[][..], 2));
    })
    .await;
}

#[tokio::test]
async fn file_creates_offerings_once() {
    both(async |db| {
        let ids = Ids::new(1);
        let one = company(&db, 1, "Shop").await;
        let editor = editor(&db, &ids, one);
        let preview = import(&editor, NEW, true).await;
        assert_eq!(
            (preview.created, preview.imported, preview.folders.as_slice()),
            (2, false, &["Bath".to_owned()][..])
        );
        assert_eq!(count(&db, "offering").await, 0);
        let done = import(&editor, NEW, false).await;
        assert_eq!((done.created, done.lines, done.imported, done.errors.as_slice()), (2, 3, true, &[][..]));
        assert_eq!(folder::list(&db, one).await.unwrap().len(), 1);
        assert_eq!(count(&db, "offering_variant WHERE price IN (1250, 1500, 800)").await, 3);
        assert_eq!(count(&db, "offering WHERE availability = 'stock' AND price = 1250").await, 1);
        let again = import(&editor, NEW, false).await;
        assert_eq!((again.created, again.changed, again.unchanged, again.imported), (0, 0, 2, false));
        let prices = import(&editor, "sku,price,stock\nT-L,14,2\nT-M,13,2\nCUP,8,0\n", true).await;
        assert_eq!(cells(&prices), [(3, "kind"), (3, "category"), (3, "name")]);
        let prices = import(&editor, "sku,price,stock\nT-L,14,2\nCUP,8,1\n", false).await;
        assert_eq!((prices.changed, prices.imported), (2, true));
        assert_eq!(count(&db, "offering_variant WHERE price = 1400 AND capacity = 2").await, 1);
    })
    .await;
}

#[tokio::test]
async fn each_broken_cell_is_named() {
    both(async |db| {
        let ids = Ids::new(1);
        let one = company(&db, 1, "Shop").await;
        let editor = editor(&db, &ids, one);
        import(&editor, NEW, false).await;
        let head = "sku,kind,category,name,vat_rate,price,stock,details.weight_g,sold_out\n";
        for (line, expected) in [
            ("A,product,shops,Bag,21,1.234,,,", vec![(2, "price")]),
            ("A,product,shops,Bag,21,,,,", vec![(2, "price")]),
            ("A,product,shops,Bag,210,1,,,", vec![(2, "vat_rate")]),
            ("A,product,shops,Bag,21,1,-1,,", vec![(2, "stock")]),
            ("A,product,shops,Bag,21,1,1,heavy,maybe", vec![(2, "details.weight_g"), (2, "sold_out")]),
            ("A,thing,food,Bag,21,1,1,,", vec![(2, "kind")]),
            (",product,shops,Bag,21,1,1,,", vec![(2, "sku")]),
            ("A,product,shops,Bag,21,1,1,", vec![(2, "")]),
            ("A,product,shops,Bag,21,1,1,,\nA,product,shops,Bag,21,1,1,,", vec![(3, "sku")]),
            ("A,product,shops,Bag,21,1,1,,\nB,product,beauty,Bag,21,1,1,,", vec![(3, "category")]),
            ("A,product,hotels,Bag,21,1,,,", vec![(2, "stock")]),
        ] {
            let report = import(&editor, &format!("{head}{line}\n"), false).await;
            let found = cells(&report);
            assert!(expected.iter().all(|cell| found.contains(cell)), "{line}: {found:?}");
            assert!(!report.imported);
        }
        assert_eq!(count(&db, "offering").await, 2);
    })
    .await;
}

#[tokio::test]
async fn long_file_with_broken_line_imports_nothing() {
    both(async |db| {
        let ids = Ids::new(1);
        let one = company(&db, 1, "Shop").await;
        let editor = editor(&db, &ids, one);
        let mut file = "sku,kind,category,name,size,price\n".to_owned();
        for line in 0..2_000 {
            let price = if line == 1_700 { "much" } else { "5" };
            file.push_str(&format!("S{line},product,shops,Item {},{},{price}\n", line / 3, line % 3));
        }
        let report = import(&editor, &file, false).await;
        assert_eq!(cells(&report), [(1_702, "price")]);
        assert_eq!(count(&db, "offering").await, 0);
        let report = import(&editor, &file.replace("much", "5"), false).await;
        assert_eq!((report.created, report.lines, report.imported), (667, 2_000, true));
        assert_eq!(count(&db, "offering_variant").await, 2_000);
        let again = import(&editor, &file.replace("much", "5"), false).await;
        assert_eq!((again.unchanged, again.imported), (667, false));
    })
    .await;
}

/// A file of one line too many, whose line before the last is broken. On SQLite only: the report comes from the reader.
#[tokio::test]
async fn largest_file_names_its_broken_line_and_its_end() {
    let (db, _folder) = sqlite().await;
    let ids = Ids::new(1);
    let one = company(&db, 1, "Shop").await;
    let editor = editor(&db, &ids, one);
    let mut file = "sku,kind,category,name,size,price\n".to_owned();
    for line in 1..LINES_MAX {
        file.push_str(&format!("S{line},product,shops,Item {},{},5\n", line / 50, line % 50));
    }
    file.push_str("LAST,product,shops,Last,,much\nMORE,product,shops,More,,5\n");
    let report = import(&editor, &file, false).await;
    assert_eq!(cells(&report), [(LINES_MAX + 1, "price"), (LINES_MAX + 2, "")]);
    assert_eq!(report.errors[1].expected, "A file has at most 100000 lines.");
    assert_eq!((report.stopped, report.imported), (true, false));
    for table in ["offering", "offering_variant", "offering_folder"] {
        assert_eq!(count(&db, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn bulk_commands_change_all_or_none() {
    both(async |db| {
        let ids = Ids::new(1);
        let (one, two) = (company(&db, 1, "Shop").await, company(&db, 2, "Other").await);
        let (editor, other) = (editor(&db, &ids, one), editor(&db, &ids, two));
        let mine = editor.create_offering(&shirt()).await.unwrap();
        let foreign = other.create_offering(&shirt()).await.unwrap();
        let folder = editor.create_folder("Bath").await.unwrap();
        let missing = |done: Result<(), CatalogueError>| matches!(done, Err(CatalogueError::Store(Error::NotFound)));
        assert!(missing(editor.set_all_sold_out(&[mine, foreign], true).await));
        assert!(missing(editor.move_to_folder(&[mine, foreign], Some(folder)).await));
        assert!(missing(editor.delete_offerings(&[mine, foreign]).await));
        assert!(matches!(other.move_to_folder(&[foreign], Some(folder)).await, Err(CatalogueError::Fields(_))));
        assert_eq!(count(&db, "offering WHERE sold_out = FALSE AND folder_id IS NULL").await, 2);
        editor.set_all_sold_out(&[mine], true).await.unwrap();
        editor.move_to_folder(&[mine], Some(folder)).await.unwrap();
        assert_eq!(count(&db, "offering WHERE sold_out = TRUE AND folder_id IS NOT NULL").await, 1);
        editor.delete_offerings(&[mine]).await.unwrap();
        assert_eq!(count(&db, "offering").await, 1);
    })
    .await;
}

#[tokio::test]
async fn variant_change_keeps_other_values() {
    both(async |db| {
        let ids = Ids::new(1);
        let (one, two) = (company(&db, 1, "Shop").await, company(&db, 2, "Other").await);
        let (editor, other) = (editor(&db, &ids, one), editor(&db, &ids, two));
        let id: OfferingId = editor.create_offering(&shirt()).await.unwrap();
        let variant = offering_view::show(&db, one, id, NOW).await.unwrap().variants[1].clone();
        let price = VariantChange { price: Some(990), ..VariantChange::default() };
        assert_eq!(editor.change_variant(variant.id, price).await.unwrap(), id);
        let units = VariantChange { units: Some(Some(7)), ..VariantChange::default() };
        editor.change_variant(variant.id, units).await.unwrap();
        let after = offering_view::show(&db, one, id, NOW).await.unwrap();
        assert_eq!(
            (after.variants[1].price, after.variants[1].capacity, after.variants[0].capacity),
            (990, Some(7), Some(4))
        );
        for (change, field) in [
            (VariantChange { price: Some(-1), ..VariantChange::default() }, "price"),
            (VariantChange { units: Some(Some(-1)), ..VariantChange::default() }, "units"),
        ] {
            let Err(CatalogueError::Fields(errors)) = editor.change_variant(variant.id, change).await else { panic!() };
            assert_eq!(errors[0].0, field);
        }
        let foreign = other.change_variant(variant.id, price).await;
        assert!(matches!(foreign, Err(CatalogueError::Store(Error::NotFound))));
    })
    .await;
}
