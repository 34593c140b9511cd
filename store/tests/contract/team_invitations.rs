//! Invitations to a team for business accounts.

use store::{
    Db, Error,
    account::{AccountKind, NewAccount, address, credentials},
    company::{
        TeamRole, employee,
        invitation::{self, Accepted, LIFETIME, NewInvitation, RETENTION},
        team,
    },
    security::{
        known_network::Source,
        verification_code::{self, IssueResult, Pepper, Purpose, VerifyResult},
    },
    testing::{
        both, count,
        market::{CompanyRow, business},
    },
    types::ids::{CompanyId, InvitationId, UserId},
};

use crate::{NOW, account, companies::owner};

async fn invite(db: &Db, company: CompanyId, id: i64, email: &str) -> Option<String> {
    let new = NewInvitation { id: InvitationId(id), company, email: email.parse().unwrap(), role: TeamRole::Manager };
    invitation::create(db, &new, NOW).await.unwrap().map(|issued| issued.token)
}

#[tokio::test]
async fn invitation_is_accepted_once_within_its_lifetime() {
    both(async |db| {
        let casa = CompanyRow::new(5, "Casa Azul").insert(&db).await;
        let nora = business(&db, UserId(4), "nora").await;
        let token = invite(&db, casa, 60, "nora@plaza.example").await.unwrap();
        let late = NOW.plus(LIFETIME);
        assert!(matches!(invitation::find(&db, &token, late).await, Err(Error::NotFound)));
        assert!(matches!(invitation::accept(&db, &token, nora, late).await, Err(Error::NotFound)));
        assert_eq!(invitation::find(&db, &token, NOW).await.unwrap().company, "Casa Azul");

        let both =
            tokio::join!(invitation::accept(&db, &token, nora, NOW), invitation::accept(&db, &token, UserId(4), NOW));
        let joined = [both.0, both.1].into_iter().filter(|done| matches!(done, Ok(Accepted::Joined(_)))).count();
        assert_eq!((joined, team::membership(&db, nora).await.unwrap().role), (1, TeamRole::Manager));
        assert!(employee::find(&db, casa, nora).await.unwrap().keeps_account);
        // It is her only company, and her account stays when she is removed.
        assert!(team::leave_for_others(&db, casa, nora).await.unwrap().is_some());
        assert!(matches!(team::membership(&db, nora).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn invitations_and_members_share_the_limit_of_the_plan() {
    both(async |db| {
        let casa = CompanyRow::new(5, "Casa Azul").insert(&db).await;
        let token = invite(&db, casa, 60, "a@plaza.example").await.unwrap();
        for (id, name) in [(61, "b"), (62, "c"), (63, "d")] {
            assert!(invite(&db, casa, id, &format!("{name}@plaza.example")).await.is_some());
        }
        assert_eq!(invite(&db, casa, 64, "e@plaza.example").await, None);
        assert!(invite(&db, casa, 65, "A@plaza.example").await.is_some(), "it replaces the first");
        assert!(matches!(invitation::find(&db, &token, NOW).await, Err(Error::NotFound)));
        assert_eq!(invitation::list(&db, casa).await.unwrap().len(), 4);

        let token = invitation::renew(&db, casa, InvitationId(61), None, NOW).await.unwrap().token;
        for id in 70..74 {
            let member = business(&db, UserId(id), &format!("member{id}")).await;
            team::join(&db, casa, member, NOW).await.unwrap();
        }
        let nora = business(&db, UserId(4), "nora").await;
        assert_eq!(invitation::accept(&db, &token, nora, NOW).await.unwrap(), Accepted::PlanLimit);
        // The refusal keeps the invitation.
        team::leave(&db, casa, UserId(70)).await.unwrap();
        assert_eq!(invitation::accept(&db, &token, nora, NOW).await.unwrap(), Accepted::Joined(casa));
        invitation::withdraw(&db, casa, InvitationId(62)).await.unwrap();
        assert_eq!(count(&db, "team_invitation").await, 2);
        assert_eq!(invitation::purge(&db, NOW.plus(LIFETIME + RETENTION - 1)).await.unwrap(), 0);
        assert_eq!(invitation::purge(&db, NOW.plus(LIFETIME + RETENTION)).await.unwrap(), 2);
    })
    .await;
}

#[tokio::test]
async fn address_of_an_employee_is_corrected_until_it_is_proved() {
    both(async |db| {
        let casa = CompanyRow::new(5, "Casa Azul").insert(&db).await;
        account(&db, 7, "ann").await;
        let nora = UserId(4);
        let invited = NewAccount { password_hash: None, ..owner(nora.0, "nroa") };
        employee::add(&db, casa, &invited, TeamRole::Staff, &[], NOW).await.unwrap();
        let correct = async |text: &str| employee::correct_address(&db, casa, nora, &text.parse().unwrap()).await;
        // A stranger who reads the mistyped mailbox asks for a code.
        let pepper = Pepper::new(vec![7; 32]);
        let wrong = credentials::contact(&db, nora).await.unwrap().email.unwrap();
        let purpose = Purpose::Reset { realm: AccountKind::Professional, email: wrong.parse().unwrap() };
        let issued =
            verification_code::issue(&db, &pepper, &purpose, Some(nora), Source::Elsewhere, NOW).await.unwrap();
        let IssueResult::Code(code) = issued else { panic!("a code is made") };

        assert!(matches!(correct("ann@plaza.example").await, Err(Error::Taken)));
        correct("nora@plaza.example").await.unwrap();
        let contact = credentials::contact(&db, nora).await.unwrap();
        assert_eq!((contact.email.as_deref(), contact.email_verified), (Some("nora@plaza.example"), false));
        let tried = verification_code::verify(&db, &pepper, &purpose, &code, Source::Elsewhere, NOW).await.unwrap();
        assert!(!matches!(tried, VerifyResult::Valid(_)));

        address::verify(&db, nora, &"nora@plaza.example".parse().unwrap(), NOW).await.unwrap();
        assert!(matches!(correct("other@plaza.example").await, Err(Error::NotFound)));
    })
    .await;
}
