use store::{
    Db, Error,
    catalogue::{category, facility},
    company,
    policy::{
        self, CancellationTerms, MAX_PER_KIND, NewPolicy, Policy, PolicyChange, PolicyError, PolicyKind, PolicyName,
        PolicyQuery, TermsChange,
    },
    testing::{both, count},
    types::ids::{CompanyId, PolicyId},
};

use crate::{
    NOW,
    companies::{new_company, owner},
};

const CASA: CompanyId = CompanyId(70);
const OTHER: CompanyId = CompanyId(80);
const KEEP: TermsChange = TermsChange { free_cancel_hours: None, cancel_fee_percent: None };

async fn two_companies(db: &Db) {
    company::create(db, &owner(7, "chef"), &new_company(CASA.0), &[]).await.unwrap();
    company::create(db, &owner(8, "hana"), &new_company(OTHER.0), &[]).await.unwrap();
}

fn new(id: i64, kind: PolicyKind, title: &str) -> NewPolicy {
    let name = PolicyName::Title(title.parse().unwrap());
    NewPolicy { id: PolicyId(id), kind, category: None, name, text: None, position: None, created_at: NOW }
}

fn listed(id: i64, key: &str) -> NewPolicy {
    NewPolicy { name: PolicyName::Facility(facility::find(key).unwrap()), ..new(id, PolicyKind::Facility, "x") }
}

async fn add(db: &Db, company: CompanyId, new: &NewPolicy) -> Policy {
    policy::add(db, company, new, KEEP).await.unwrap().unwrap()
}

async fn list(db: &Db, company: CompanyId, kind: PolicyKind) -> Vec<Policy> {
    policy::list(db, company, PolicyQuery { kind, category: None, limit: 100, offset: 0 }).await.unwrap().0
}

async fn titles(db: &Db, kind: PolicyKind) -> Vec<(String, i64)> {
    list(db, CASA, kind).await.into_iter().map(|entry| (entry.title, entry.position)).collect()
}

fn numbered(titles: &[&str]) -> Vec<(String, i64)> {
    titles.iter().zip(0..).map(|(title, index)| ((*title).to_owned(), index)).collect()
}

#[tokio::test]
async fn added_policies_are_listed_by_kind_and_category() {
    both(async |db| {
        two_companies(&db).await;
        let food = category::find("food").unwrap();
        let full = NewPolicy {
            category: Some(food),
            text: "No dogs.\r\nNo smoking.".parse().ok(),
            ..new(1, PolicyKind::Rule, "House rules")
        };
        let added = add(&db, CASA, &full).await;
        assert_eq!((added.text.as_str(), added.category.as_deref()), ("No dogs.\nNo smoking.", Some("food")));
        assert_eq!((added.position, added.created_at, added.facility.as_deref()), (0, NOW, None));
        add(&db, CASA, &new(2, PolicyKind::Rule, "Quiet hours")).await;
        add(&db, CASA, &new(3, PolicyKind::Refund, "Refunds")).await;
        add(&db, OTHER, &new(4, PolicyKind::Rule, "Another's")).await;
        assert_eq!(titles(&db, PolicyKind::Rule).await, numbered(&["House rules", "Quiet hours"]));
        let of = async |key: &str, offset| {
            let query = PolicyQuery { kind: PolicyKind::Rule, category: category::find(key), limit: 1, offset };
            let (found, total) = policy::list(&db, CASA, query).await.unwrap();
            (found.into_iter().map(|entry| entry.id.0).collect::<Vec<_>>(), total)
        };
        assert_eq!((of("food", 0).await, of("food", 1).await), ((vec![1], 2), (vec![2], 2)));
        assert_eq!(of("shops", 0).await, (vec![2], 1), "an entry without category applies to all");
    })
    .await;
}

#[tokio::test]
async fn sent_policy_fields_change_and_others_stay() {
    both(async |db| {
        two_companies(&db).await;
        let before = add(&db, CASA, &new(1, PolicyKind::Privacy, "Data")).await;
        let place = (PolicyKind::Privacy, PolicyId(1));
        let later = NOW.plus(1_000);
        let change =
            async |change: PolicyChange| policy::change(&db, CASA, place, &change, KEEP, later).await.unwrap().unwrap();
        let same = change(PolicyChange::default()).await;
        assert_eq!(same, Policy { updated_at: later, ..before.clone() });
        let changed = change(PolicyChange {
            category: Some(category::find("shops")),
            text: "We keep invoices.".parse().ok(),
            ..PolicyChange::default()
        })
        .await;
        let expected =
            Policy { category: Some("shops".to_owned()), text: "We keep invoices.".to_owned(), ..same.clone() };
        assert_eq!(changed, expected);
        let title = PolicyName::Title("Your data".parse().unwrap());
        let cleared = change(PolicyChange { category: Some(None), name: Some(title), ..PolicyChange::default() }).await;
        assert_eq!((cleared.category, cleared.title.as_str()), (None, "Your data"));
        assert_eq!(cleared.text, "We keep invoices.");
    })
    .await;
}

#[tokio::test]
async fn policies_of_others_are_not_found() {
    both(async |db| {
        two_companies(&db).await;
        add(&db, CASA, &new(1, PolicyKind::Rule, "Rule")).await;
        let change = PolicyChange { text: "Mine".parse().ok(), ..PolicyChange::default() };
        let places = [
            (OTHER, PolicyKind::Rule, PolicyId(1)),
            (CASA, PolicyKind::Refund, PolicyId(1)),
            (CASA, PolicyKind::Rule, PolicyId(9)),
        ];
        for (company, kind, id) in places {
            let terms = TermsChange { free_cancel_hours: Some(3), ..KEEP };
            let changed = policy::change(&db, company, (kind, id), &change, terms, NOW).await;
            assert!(matches!(changed, Err(Error::NotFound)), "{kind:?}");
            assert!(matches!(policy::delete(&db, company, kind, id).await, Err(Error::NotFound)), "{kind:?}");
            assert_eq!(policy::terms(&db, company).await.unwrap().free_cancel_hours, 24, "rolled back");
        }
        assert_eq!(list(&db, CASA, PolicyKind::Rule).await[0].text, "");
        let unknown = policy::add(&db, CompanyId(9), &new(2, PolicyKind::Rule, "Rule"), KEEP).await;
        assert!(matches!(unknown, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn positions_stay_dense_when_entries_move() {
    both(async |db| {
        two_companies(&db).await;
        for (id, title) in [(1, "a"), (2, "b"), (3, "c")] {
            add(&db, CASA, &new(id, PolicyKind::Rule, title)).await;
        }
        add(&db, OTHER, &new(5, PolicyKind::Rule, "other")).await;
        let first = add(&db, CASA, &NewPolicy { position: Some(0), ..new(4, PolicyKind::Rule, "d") }).await;
        assert_eq!(first.position, 0);
        assert_eq!(titles(&db, PolicyKind::Rule).await, numbered(&["d", "a", "b", "c"]));
        let move_to = async |id, index| {
            let change = PolicyChange { position: Some(index), ..PolicyChange::default() };
            policy::change(&db, CASA, (PolicyKind::Rule, PolicyId(id)), &change, KEEP, NOW).await.unwrap().unwrap()
        };
        assert_eq!(move_to(4, 2).await.position, 2);
        assert_eq!(titles(&db, PolicyKind::Rule).await, numbered(&["a", "b", "d", "c"]));
        assert_eq!(move_to(1, 99).await.position, 3);
        policy::delete(&db, CASA, PolicyKind::Rule, PolicyId(2)).await.unwrap();
        assert_eq!(titles(&db, PolicyKind::Rule).await, numbered(&["d", "c", "a"]));
        assert_eq!(list(&db, OTHER, PolicyKind::Rule).await[0].position, 0);
    })
    .await;
}

#[tokio::test]
async fn listed_facility_is_added_once_and_can_get_a_title() {
    both(async |db| {
        two_companies(&db).await;
        let wifi = add(&db, CASA, &listed(1, "wifi")).await;
        assert_eq!((wifi.title.as_str(), wifi.facility.as_deref()), ("", Some("wifi")));
        let again = policy::add(&db, CASA, &listed(2, "wifi"), KEEP).await.unwrap();
        assert_eq!(again, Err(PolicyError::FacilityListed));
        add(&db, OTHER, &listed(3, "wifi")).await;
        add(&db, CASA, &listed(4, "parking")).await;
        let rename = async |id, name| {
            let change = PolicyChange { name: Some(name), ..PolicyChange::default() };
            policy::change(&db, CASA, (PolicyKind::Facility, PolicyId(id)), &change, KEEP, NOW).await.unwrap()
        };
        let wifi = || PolicyName::Facility(facility::find("wifi").unwrap());
        assert_eq!(rename(4, wifi()).await, Err(PolicyError::FacilityListed));
        assert_eq!(rename(1, wifi()).await.unwrap().facility.as_deref(), Some("wifi"), "its own is no conflict");
        let own = rename(1, PolicyName::Title("Fast Wi-Fi".parse().unwrap())).await.unwrap();
        assert_eq!((own.title.as_str(), own.facility), ("Fast Wi-Fi", None));
        assert_eq!(rename(4, wifi()).await.unwrap().title, "");
    })
    .await;
}

#[tokio::test]
async fn policies_of_a_kind_are_limited() {
    both(async |db| {
        two_companies(&db).await;
        for id in 0..i64::try_from(MAX_PER_KIND).unwrap() {
            add(&db, CASA, &new(id, PolicyKind::Directions, "By bus")).await;
        }
        let terms = TermsChange { free_cancel_hours: Some(1), ..KEEP };
        let one_more = new(1_000, PolicyKind::Directions, "On foot");
        assert_eq!(policy::add(&db, CASA, &one_more, terms).await.unwrap(), Err(PolicyError::TooMany));
        assert_eq!(policy::terms(&db, CASA).await.unwrap().free_cancel_hours, 24);
        add(&db, CASA, &new(1_001, PolicyKind::Rule, "Rule")).await;
        add(&db, OTHER, &one_more).await;
        assert_eq!(count(&db, "policy").await, 52);
    })
    .await;
}

#[tokio::test]
async fn concurrent_adds_keep_the_limit_and_the_order() {
    both(async |db| {
        two_companies(&db).await;
        for id in 0..47 {
            add(&db, CASA, &new(id, PolicyKind::Rule, "Rule")).await;
        }
        let tasks: Vec<_> = (100..106)
            .map(|id| {
                let db = db.clone();
                tokio::spawn(async move { policy::add(&db, CASA, &new(id, PolicyKind::Rule, "Rule"), KEEP).await })
            })
            .collect();
        let mut added = 0;
        for task in tasks {
            added += usize::from(task.await.unwrap().unwrap().is_ok());
        }
        assert_eq!(added, 3);
        let positions: Vec<_> = list(&db, CASA, PolicyKind::Rule).await.iter().map(|entry| entry.position).collect();
        assert_eq!(positions, (0..50).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn cancellation_terms_change_alone_or_with_an_entry() {
    both(async |db| {
        two_companies(&db).await;
        let shown = async || policy::terms(&db, CASA).await.unwrap();
        let terms = |free_cancel_hours, cancel_fee_percent| CancellationTerms { free_cancel_hours, cancel_fee_percent };
        assert_eq!(shown().await, terms(24, 0));
        let change = TermsChange { free_cancel_hours: Some(48), cancel_fee_percent: None };
        assert_eq!(policy::change_terms(&db, CASA, change).await.unwrap(), terms(48, 0));
        let fee = TermsChange { free_cancel_hours: None, cancel_fee_percent: Some(50) };
        policy::add(&db, CASA, &new(1, PolicyKind::Cancellation, "Late"), fee).await.unwrap().unwrap();
        assert_eq!(shown().await, terms(48, 50));
        let place = (PolicyKind::Cancellation, PolicyId(1));
        policy::change(&db, CASA, place, &PolicyChange::default(), change, NOW).await.unwrap().unwrap();
        assert_eq!(shown().await, terms(48, 50));
        assert_eq!(policy::terms(&db, OTHER).await.unwrap(), terms(24, 0));
        assert!(matches!(policy::change_terms(&db, CompanyId(9), change).await, Err(Error::NotFound)));
    })
    .await;
}
