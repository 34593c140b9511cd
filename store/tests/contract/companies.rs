use store::{
    Error,
    account::{self, AccountKind, NewAccount},
    catalogue::category,
    company::{self, CompanyChange, NewCompany},
    media, on,
    testing::{
        both, count,
        market::{self, CompanyRow, OfferingRow},
        sqlx,
    },
    types::ids::{CompanyId, MediaId, UserId},
};

use crate::{NOW, new_account, profiles::paper};

pub fn owner(id: i64, name: &str) -> NewAccount {
    NewAccount { kind: AccountKind::Professional, ..new_account(id, name) }
}

pub fn new_company(id: i64) -> NewCompany {
    NewCompany {
        id: CompanyId(id),
        name: "Casa Azul".parse().unwrap(),
        email: "hello@casa-azul.example".parse().unwrap(),
        phone: "+34932170000".parse().unwrap(),
        registration_number: Some("B-12345678".parse().unwrap()),
        vat_number: None,
        address: "Plaça de la Virreina 5".parse().unwrap(),
        city: "Barcelona".parse().unwrap(),
        postal_code: "08024".parse().unwrap(),
        country: "ES".parse().unwrap(),
        website: Some("https://casa-azul.example".parse().unwrap()),
        categories: category::choose(&["shops".to_owned(), "food".to_owned()], 1).unwrap(),
    }
}

#[tokio::test]
async fn owner_company_and_documents_are_created_together() {
    both(async |db| {
        let (chef, papers) = (UserId(7), [paper(1, UserId(7)), paper(2, UserId(7))]);
        company::create(&db, &owner(7, "chef"), &new_company(70), &papers).await.unwrap();
        let known = company::of(&db, chef).await.unwrap().unwrap();
        assert_eq!((known.name.as_str(), known.country.as_str(), known.created_at), ("Casa Azul", "ES", NOW));
        assert_eq!((known.registration_number.as_deref(), known.vat_number.as_deref()), (Some("B-12345678"), None));
        assert_eq!(known.website.as_deref(), Some("https://casa-azul.example"));
        assert_eq!((known.categories.clone(), known.documents.len()), (vec!["food".to_owned(), "shops".to_owned()], 2));
        let profile = account::profile(&db, chef).await.unwrap();
        assert_eq!(profile.acts_for.map(|company| company.name()), Some(known.name.clone()));
        assert_eq!(profile.company, Some(known));
        assert_eq!(company::of(&db, UserId(8)).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_created_when_any_part_fails() {
    both(async |db| {
        company::create(&db, &owner(7, "chef"), &new_company(70), &[paper(1, UserId(7))]).await.unwrap();
        let same_name = company::create(&db, &owner(8, "CHEF"), &new_company(80), &[paper(2, UserId(8))]).await;
        assert!(matches!(same_name, Err(Error::Taken)));
        // The key of another document: owner and company are rolled back too.
        let same_key = company::create(&db, &owner(9, "other"), &new_company(90), &[paper(1, UserId(9))]).await;
        assert!(same_key.is_err());
        for table in ["company", "document"] {
            assert_eq!(count(&db, table).await, 1, "{table}");
        }
        assert_eq!(count(&db, "account").await, 2, "the owner and the company");
        assert_eq!(count(&db, "company_category").await, 2);
    })
    .await;
}

#[tokio::test]
async fn sent_company_fields_change_and_others_stay() {
    both(async |db| {
        let chef = UserId(7);
        company::create(&db, &owner(7, "chef"), &new_company(70), &[]).await.unwrap();
        company::create(&db, &owner(8, "hana"), &new_company(80), &[]).await.unwrap();
        let before = company::of(&db, chef).await.unwrap().unwrap();
        company::change(&db, CompanyId(70), &CompanyChange::default()).await.unwrap();
        assert_eq!(company::of(&db, chef).await.unwrap().as_ref(), Some(&before));
        let change = CompanyChange {
            name: "Casa Verde".parse().ok(),
            vat_number: Some("ESB12345678".parse().ok()),
            registration_number: Some(None),
            website: Some(None),
            categories: category::choose(&["music".to_owned()], 1).ok(),
            ..CompanyChange::default()
        };
        company::change(&db, CompanyId(70), &change).await.unwrap();
        let after = company::of(&db, chef).await.unwrap().unwrap();
        let expected = company::Company {
            name: "Casa Verde".to_owned(),
            vat_number: Some("ESB12345678".to_owned()),
            registration_number: None,
            website: None,
            categories: vec!["music".to_owned()],
            ..before.clone()
        };
        assert_eq!(after, expected);
        let other = company::of(&db, UserId(8)).await.unwrap().unwrap();
        assert_eq!((other.name, other.categories), (before.name, before.categories), "another's is left alone");
        assert!(matches!(company::change(&db, CompanyId(90), &change).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn pictures_of_offers_outlive_messages_not_the_account() {
    both(async |db| {
        let company = CompanyRow::new(1, "Salon").insert(&db).await;
        let offering = OfferingRow::new(2, company, "Facial").insert(&db).await;
        let owner = market::owner(company);
        let (shown, logo, unused) = (5, 6, 7);
        for id in [shown, logo, unused] {
            market::picture(&db, id, owner).await;
        }
        market::show_picture(&db, offering, MediaId(shown), 0).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET logo_id = 6 WHERE id = 1").execute(at).await.map(drop))
            .unwrap();
        let later = market::CREATED.plus(10);
        assert_eq!(media::forget_unused(&db, later, 10).await.unwrap(), 1);
        assert_eq!(count(&db, "media").await, 2);
        account::deletion::delete(&db, owner, later).await.unwrap();
        assert_eq!([count(&db, "company").await, count(&db, "media").await], [1, 0]);
    })
    .await;
}
