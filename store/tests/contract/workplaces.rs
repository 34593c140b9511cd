//! Accounts that work for several companies: one is active, and roles and documents are those of each company.

use store::{
    Db, Error,
    account::{
        self, deletion,
        document::{self, DocumentKind},
    },
    catalogue::category,
    chat::{self, NewDirect},
    company::{
        self, Added, CompanyChange, NewCompany, TeamRole, employee,
        team::{self, Activation},
        workplace,
    },
    testing::{
        both, count,
        market::{CompanyRow, business},
    },
    types::ids::{ChatId, CompanyId, UserId},
};

use crate::{
    NOW, account,
    companies::{new_company, owner},
    profiles::paper,
};

const LUCIA: UserId = UserId(3);
const HERS: CompanyId = CompanyId(50);

/// Lucía, who works at Casa Azul as staff and owns a shop, which is active.
async fn cast(db: &Db) -> CompanyId {
    let casa = CompanyRow::new(5, "Casa Azul").insert(db).await;
    business(db, LUCIA, "lucia").await;
    team::join(db, casa, LUCIA, NOW).await.unwrap();
    let added = company::add(db, LUCIA, &new_company(HERS.0), &[], NOW).await.unwrap();
    assert_eq!(added, Added::Active { before: Some(casa) });
    casa
}

async fn acts(db: &Db) -> Option<(CompanyId, TeamRole)> {
    team::membership(db, LUCIA).await.ok().map(|membership| (membership.company, membership.role))
}

#[tokio::test]
async fn role_is_that_of_the_active_company() {
    both(async |db| {
        let casa = cast(&db).await;
        assert_eq!(acts(&db).await, Some((HERS, TeamRole::Owner)));
        let switched = team::activate(&db, casa, LUCIA).await.unwrap();
        assert_eq!(switched, Activation { before: HERS, now: casa });
        assert_eq!(acts(&db).await, Some((casa, TeamRole::Staff)));
        assert_eq!(company::of(&db, LUCIA).await.unwrap().unwrap().id, casa);
        assert_eq!(company::of_member(&db, LUCIA).await.unwrap(), casa);
        let again = team::activate(&db, casa, LUCIA).await.unwrap();
        assert_eq!(again, Activation { before: casa, now: casa });
        let stranger = CompanyRow::new(6, "Salon").insert(&db).await;
        for unknown in [stranger, CompanyId(999)] {
            assert!(matches!(team::activate(&db, unknown, LUCIA).await, Err(Error::NotFound)));
        }
        assert_eq!(acts(&db).await, Some((casa, TeamRole::Staff)), "a refusal changes nothing");
    })
    .await;
}

#[tokio::test]
async fn workplaces_are_listed_with_role_and_state() {
    both(async |db| {
        let casa = cast(&db).await;
        let listed = workplace::list(&db, LUCIA, NOW).await.unwrap();
        let seen: Vec<_> = listed.iter().map(|one| (one.id, one.role, one.active, one.waiting)).collect();
        // Of two with one name, the towns decide.
        assert_eq!(seen, [(HERS, TeamRole::Owner, true, 0), (casa, TeamRole::Staff, false, 0)]);
        assert_eq!((listed[0].city.as_str(), listed[0].logo.as_deref()), ("Barcelona", None));
        assert!(workplace::list(&db, UserId(99), NOW).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn further_employer_does_not_become_active() {
    both(async |db| {
        cast(&db).await;
        let salon = CompanyRow::new(6, "Salon").insert(&db).await;
        team::join(&db, salon, LUCIA, NOW).await.unwrap();
        assert_eq!(acts(&db).await, Some((HERS, TeamRole::Owner)));
        assert!(matches!(team::join(&db, salon, LUCIA, NOW).await, Err(Error::Taken)));
    })
    .await;
}

#[tokio::test]
async fn two_switches_at_once_leave_one_active() {
    both(async |db| {
        let casa = cast(&db).await;
        for _ in 0..5 {
            let both = tokio::join!(team::activate(&db, casa, LUCIA), team::activate(&db, HERS, LUCIA));
            assert!(both.0.is_ok() && both.1.is_ok());
            let active: Vec<_> = workplace::list(&db, LUCIA, NOW).await.unwrap();
            let active: Vec<_> = active.into_iter().filter(|one| one.active).map(|one| one.id).collect();
            assert_eq!(active, [team::membership(&db, LUCIA).await.unwrap().company]);
        }
    })
    .await;
}

#[tokio::test]
async fn company_is_left_and_the_one_before_is_active_again() {
    both(async |db| {
        let casa = cast(&db).await;
        team::activate(&db, casa, LUCIA).await.unwrap();
        assert!(team::leave_for_others(&db, casa, LUCIA).await.unwrap().is_some());
        assert_eq!(acts(&db).await, Some((HERS, TeamRole::Owner)));
        assert!(matches!(team::leave(&db, HERS, LUCIA).await, Err(Error::NotFound)), "the owner stays");
        team::join(&db, casa, LUCIA, NOW).await.unwrap();
        let nora = business(&db, UserId(4), "nora").await;
        team::join(&db, casa, nora, NOW).await.unwrap();
        assert_eq!(team::leave_for_others(&db, casa, nora).await.unwrap(), None, "it is her only company");
        assert!(team::membership(&db, nora).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn chats_follow_the_active_company() {
    both(async |db| {
        let casa = cast(&db).await;
        let ann = account(&db, 1, "ann").await;
        let inbox = team::account(&db, casa).await.unwrap();
        let new = NewDirect { id: ChatId(7), epoch: "e1".into(), from: ann, with: inbox, at: NOW };
        chat::direct(&db, new).await.unwrap();
        assert_eq!(chat::seat(&db, LUCIA, ChatId(7)).await.unwrap(), LUCIA);
        assert!(!team::members(&db, inbox).await.unwrap().contains(&LUCIA));
        assert!(!team::acting(&db, casa).await.unwrap().contains(&LUCIA));
        assert!(company::members(&db, casa).await.unwrap().contains(&LUCIA), "she still works there");
        team::activate(&db, casa, LUCIA).await.unwrap();
        assert_eq!(chat::seat(&db, LUCIA, ChatId(7)).await.unwrap(), inbox);
        assert_eq!(team::acts_for(&db, LUCIA).await.unwrap(), Some(inbox));
        assert_eq!(chat::of_member(&db, inbox).await.unwrap(), [ChatId(7)]);
    })
    .await;
}

#[tokio::test]
async fn documents_of_a_company_are_its_own() {
    both(async |db| {
        let casa = CompanyRow::new(5, "Casa Azul").insert(&db).await;
        let card = paper(1, LUCIA);
        assert_eq!(card.kind, DocumentKind::Identity);
        employee::add(&db, casa, &owner(LUCIA.0, "lucia"), TeamRole::Staff, &[card], NOW).await.unwrap();
        let hers = paper(2, LUCIA);
        company::add(&db, LUCIA, &new_company(HERS.0), &[hers], NOW).await.unwrap();
        let shown = async || {
            let documents = document::of(&db, LUCIA).await.unwrap();
            documents.into_iter().map(|document| document.id.0).collect::<Vec<_>>()
        };
        assert_eq!(shown().await, [2]);
        let known = employee::find(&db, casa, LUCIA).await.unwrap();
        assert_eq!(known.id_card.map(|id| id.0), Some(1), "the employer does not see papers of another company");
        team::activate(&db, casa, LUCIA).await.unwrap();
        assert_eq!(shown().await, [1]);
        assert_eq!(document::count(&db, LUCIA).await.unwrap(), 1);
        team::leave_for_others(&db, casa, LUCIA).await.unwrap();
        assert_eq!(shown().await, [2]);
        assert_eq!(count(&db, "document").await, 1);
    })
    .await;
}

#[tokio::test]
async fn number_of_own_companies_is_limited() {
    both(async |db| {
        business(&db, LUCIA, "lucia").await;
        for number in 0..company::MAX_OWNED - 1 {
            let added = company::add(&db, LUCIA, &new_company(100 + number), &[], NOW).await.unwrap();
            assert!(matches!(added, Added::Active { .. }));
        }
        let (one, other) = (new_company(200), new_company(201));
        let both = tokio::join!(company::add(&db, LUCIA, &one, &[], NOW), company::add(&db, LUCIA, &other, &[], NOW));
        let full = [both.0.unwrap(), both.1.unwrap()].into_iter().filter(|added| *added == Added::TooMany).count();
        assert_eq!(full, 1);
        assert_eq!(count(&db, "company").await, company::MAX_OWNED);
        assert!(matches!(company::add(&db, UserId(99), &one, &[], NOW).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn deletion_closes_own_companies_and_leaves_others() {
    both(async |db| {
        let casa = cast(&db).await;
        let second = NewCompany { name: "Casa Verde".parse().unwrap(), ..new_company(60) };
        company::add(&db, LUCIA, &second, &[], NOW).await.unwrap();
        let nora = business(&db, UserId(4), "nora").await;
        team::join(&db, casa, nora, NOW).await.unwrap();
        team::join(&db, second.id, nora, NOW).await.unwrap();
        team::activate(&db, second.id, nora).await.unwrap();
        let gone = deletion::delete(&db, LUCIA, NOW).await.unwrap();
        assert_eq!((gone.companies, gone.moved), (vec![casa, HERS, second.id], vec![nora]));
        for closed in [HERS, second.id] {
            assert!(company::exists(&db, closed).await.is_err());
        }
        assert!(company::exists(&db, casa).await.is_ok());
        assert_eq!(team::membership(&db, nora).await.unwrap().company, casa, "she acts for the one that is left");
        assert!(company::add(&db, LUCIA, &new_company(70), &[], NOW).await.is_err());
        assert!(account::profile(&db, nora).await.unwrap().company.is_some());
    })
    .await;
}

#[tokio::test]
async fn change_of_one_company_leaves_the_other() {
    both(async |db| {
        business(&db, LUCIA, "lucia").await;
        company::add(&db, LUCIA, &new_company(50), &[], NOW).await.unwrap();
        company::add(&db, LUCIA, &new_company(60), &[], NOW).await.unwrap();
        let change = CompanyChange {
            name: "Casa Verde".parse().ok(),
            categories: category::choose(&["music".to_owned()], 1).ok(),
            ..CompanyChange::default()
        };
        company::change(&db, HERS, &change).await.unwrap();
        let names: Vec<_> = workplace::list(&db, LUCIA, NOW).await.unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["Casa Azul", "Casa Verde"]);
    })
    .await;
}
