//! Tests of the demo data on both databases.

use super::*;
use crate::{
    account,
    chat::{self, ArchiveFilter, CommandId, Window},
    company::{team, workplace},
    inventory::calendar::{self, DayState},
    order::OrderState,
    testing::{both, count, sqlite},
    types::{ids::OfferingId, local_time::TimeZone},
};

const NOW: Timestamp = Timestamp(1_795_231_140_123);

#[tokio::test]
async fn fill_runs_once_and_all_demo_users_can_sign_in() {
    both(async |db| {
        let ids = Ids::new(0);
        let mut kept = HashMap::new();
        let filled = fill(&db, &ids, Size::Full, NOW, async |key, bytes| {
            kept.insert(key.to_owned(), bytes.len());
            Ok(())
        });
        assert!(filled.await.unwrap());
        assert_eq!(count(&db, "account").await, 24 + 3_000 + 296 + 1 + 300);
        assert_eq!(count(&db, "chat").await, 40);
        assert_eq!((count(&db, "company").await, count(&db, "review").await), (300, 20_000));
        assert_eq!(count(&db, "reel WHERE state = 'published'").await, 600);
        assert_eq!(
            count(&db, "media WHERE kind = 'video' AND mime = 'video/mp4' AND id IN (SELECT video_id FROM reel)").await,
            40
        );
        assert!(count(&db, "offering").await >= 5_900 && count(&db, "offering_variant").await >= 8_000);
        assert!(count(&db, "occurrence").await >= 1_000 && count(&db, "resource").await >= 1_000);
        assert_eq!(count(&db, "media").await, i64::try_from(kept.len()).unwrap());
        assert!(
            count(&db, "reel WHERE orders > 0 AND income > 0").await > 0
                && count(&db, "reel WHERE bookings > 0").await > 0
        );
        let (policies, bookings) = (count(&db, "policy").await, count(&db, "booking").await);
        assert!(policies >= 300 * 10 && bookings >= 60, "{policies} policies, {bookings} bookings");

        for login in ["alice", "bruno@plaza.example", "chef"] {
            let known = account::find_by_login(&db, login).await.unwrap().unwrap();
            assert!(password::verify(known.password_hash.as_deref().unwrap(), PASSWORD).unwrap(), "{login}");
        }
        let alice = account::find_by_login(&db, "alice").await.unwrap().unwrap().id;
        let picture = account::profile(&db, alice).await.unwrap().picture.unwrap();
        let key = picture.rsplit('/').next().unwrap();
        let stored = media::find_by_key(&db, key).await.unwrap().unwrap();
        assert_eq!((stored.mime.as_str(), kept.contains_key(key)), ("image/webp", true));

        let again = fill(&db, &ids, Size::Full, NOW, async |_, _| panic!("nothing is to be kept"));
        assert!(!again.await.unwrap());
        assert_eq!(count(&db, "account").await, 24 + 3_000 + 296 + 1 + 300);
    })
    .await;
}

#[tokio::test]
async fn small_demo_has_twenty_reels_of_forty_clips() {
    both(async |db| {
        let (ids, mut sizes) = (Ids::new(0), HashMap::new());
        let filled = fill(&db, &ids, Size::Small, NOW, async |key, bytes| {
            sizes.insert(key.to_owned(), bytes.len());
            Ok(())
        });
        assert!(filled.await.unwrap());
        assert_eq!(count(&db, "reel WHERE state = 'published'").await, 20);
        assert_eq!(count(&db, "reel WHERE state = 'draft'").await, 1);
        let videos: Vec<(String,)> =
            on!(db.read(), at => sqlx::query_as("SELECT key FROM media WHERE mime = 'video/mp4'")
            .fetch_all(at).await)
            .unwrap();
        assert_eq!(videos.len(), 40);
        assert!(videos.iter().all(|(key,)| sizes[key] > 10_000));
        // Each published one has its video, a poster and words in both languages.
        assert_eq!(count(&db, "reel WHERE video_id IS NULL OR poster_id IS NULL OR caption = ''").await, 0);
    })
    .await;
}

#[tokio::test]
async fn alice_has_chats_with_pictures_replies_and_unread_messages() {
    let (db, _folder) = sqlite().await;
    assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
    let alice = account::find_by_login(&db, "alice").await.unwrap().unwrap().id;
    let (lines, total) = chat::list(&db, alice, ArchiveFilter::All, 100, 0).await.unwrap();
    assert_eq!((lines.len(), total), (5, 5));
    let newest = &lines[0];
    assert_eq!((newest.members[0].user_name.as_str(), newest.unread), ("bruno", 2));
    assert!(newest.updated_at <= NOW && newest.updated_at > NOW.plus(-10 * Timestamp::MINUTE));
    assert_eq!(newest.last_message.as_ref().unwrap().at, newest.updated_at);

    let history = chat::history(&db, alice, newest.id, Window::Newest, 500).await.unwrap().messages;
    assert!(history.is_sorted_by(|a, b| a.seq + 1 == b.seq && a.at <= b.at));
    assert!(history.iter().any(|message| !message.media.is_empty()));
    let answer = history.iter().find(|message| message.reply_to.is_some()).unwrap();
    assert!(history.iter().any(|message| Some(message.seq) == answer.reply_to));

    // The chat accepts further changes: its marks have the highest sequence numbers.
    let detail = chat::detail(&db, alice, newest.id).await.unwrap();
    assert!(detail.members.iter().all(|member| member.read_seq <= member.delivered_seq));
    assert!(detail.seq > newest.last_message.as_ref().unwrap().seq + 2);
    assert!(newest.pinned_at.is_some() && lines.iter().any(|line| line.draft.is_some()));
    assert!(history.iter().any(|message| !message.reactions.is_empty()));
    assert!(history.iter().any(|message| message.deleted) && history.iter().any(|one| one.edited_at.is_some()));
    assert!(crate::social::seen_online(&db, alice).await.unwrap().contains(&newest.members[0].id));
}

#[test]
fn client_ids_are_ulids_in_message_order() {
    let ids: Vec<_> = [(NOW, 0), (NOW, 1), (NOW.plus(1), 0)].map(|(at, place)| ulid(at, place)).into();
    assert!(ids.is_sorted_by(|a, b| a < b) && ids.iter().all(|id| id.parse::<CommandId>().is_ok()), "{ids:?}");
}

#[tokio::test]
async fn chef_profile_contains_restaurant() {
    both(async |db| {
        assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
        let chef = account::find_by_login(&db, "chef").await.unwrap().unwrap().id;
        let company = account::profile(&db, chef).await.unwrap().company.unwrap();
        assert_eq!((company.name.as_str(), company.address.as_str()), ("Casa Azul", "Plaça de la Virreina 5"));
        assert_eq!(company.categories, ["food", "experiences"]);
    })
    .await;
}

#[tokio::test]
async fn restaurant_team_shares_its_customers_chats() {
    let (db, _folder) = sqlite().await;
    assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
    let id = async |login: &str| account::find_by_login(&db, login).await.unwrap().unwrap().id;
    let (alice, chef, nuria) = (id("alice").await, id("chef").await, id("nuria").await);
    let casa = team::acts_for(&db, chef).await.unwrap().unwrap();
    assert_eq!(team::acts_for(&db, nuria).await.unwrap(), Some(casa));
    let workplaces = workplace::list(&db, nuria, NOW).await.unwrap();
    assert_eq!(workplaces.iter().map(|company| company.name.as_str()).collect::<Vec<_>>(), ["Casa Azul", "Sala Mercè"]);
    let chat = chat::find_direct(&db, alice, casa).await.unwrap().unwrap();
    let face = chat::summary(&db, alice, chat).await.unwrap().members.remove(0);
    assert_eq!((face.name().as_str(), face.picture.is_some()), ("Casa Azul", true));
    let messages = chat::history(&db, casa, chat, Window::Newest, 100).await.unwrap().messages;
    let authors: Vec<_> = messages.iter().filter_map(|message| message.agent).collect();
    assert!(authors.contains(&chef) && authors.contains(&nuria));
    assert_eq!(chat::find_direct(&db, alice, chef).await.unwrap(), None);
}

#[tokio::test]
async fn ratings_and_followers_equal_sums_of_rows() {
    both(async |db| {
        assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
        let wrong = async |sql: &'static str| {
            let (rows,): (i64,) = on!(db.read(), at => sqlx::query_as(sql).fetch_one(at).await).unwrap();
            rows
        };
        assert_eq!(
            wrong(
                "SELECT COUNT(*) FROM company c WHERE rating_count <> (SELECT COUNT(*) FROM review r WHERE r.company_id = c.id)
                    OR rating_sum <> (SELECT COALESCE(SUM(rating), 0) FROM review r WHERE r.company_id = c.id)
                    OR follower_count <> (SELECT COUNT(*) FROM company_follower f WHERE f.company_id = c.id)"
            )
            .await,
            0
        );
        assert_eq!(
            wrong(
                "SELECT COUNT(*) FROM offering o WHERE price <> (SELECT MIN(price) FROM offering_variant v WHERE v.offering_id = o.id)
                    OR rating_count <> (SELECT COUNT(*) FROM review r WHERE r.offering_id = o.id)
                    OR NOT EXISTS (SELECT 1 FROM offering_picture p WHERE p.offering_id = o.id)"
            )
            .await,
            0
        );
        assert_eq!(wrong("SELECT COUNT(*) FROM company WHERE cover_id IS NULL OR logo_id IS NULL").await, 0);
    })
    .await;
}

#[tokio::test]
async fn bookable_offerings_have_free_days() {
    let (db, _folder) = sqlite().await;
    assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
    let booked: Vec<(OfferingId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, name FROM offering WHERE availability NOT IN ('stock', 'unlimited')").fetch_all(at).await)
    .unwrap();
    assert!(booked.len() > 100);
    let today = "UTC".parse::<TimeZone>().unwrap().date_at(NOW);
    for (offering, name) in booked {
        let days = calendar::days(&db, offering, &today.plus_days(1), &today.plus_days(50), 1, NOW).await.unwrap();
        assert!(days.iter().any(|day| day.state == DayState::Free && day.price.is_some()), "{name}");
    }
}

#[tokio::test]
async fn orders_agree_with_figures_payments_and_invoices() {
    both(async |db| {
        assert!(fill(&db, &Ids::new(0), Size::Small, NOW, async |_, _| Ok(())).await.unwrap());
        let count = async |sql: &'static str| {
            let (rows,): (i64,) = on!(db.read(), at => sqlx::query_as(sql).fetch_one(at).await).unwrap();
            rows
        };
        assert!(count("SELECT COUNT(*) FROM customer_order").await >= 50);
        assert!(count("SELECT COUNT(*) FROM reel WHERE opens > 0 AND visitor_views > 0").await > 10);
        assert!(count("SELECT COUNT(*) FROM customer_order WHERE state IN ('new', 'accepted')").await > 0);
        assert!(count("SELECT COUNT(*) FROM customer_order WHERE address IS NOT NULL AND delivery_fee > 0").await > 0);
        for wrong in [
            "SELECT COUNT(*) FROM customer_order o WHERE total <> o.vat_added + o.delivery_fee + o.tip - o.discount
                    + (SELECT SUM(l.amount + l.discount) FROM order_line l WHERE l.order_id = o.id)
                OR refunded <> (SELECT p.refunded FROM payment p WHERE p.id = o.payment_id)
                OR state <> (SELECT h.state FROM order_change h WHERE h.order_id = o.id ORDER BY h.position DESC LIMIT 1)",
            "SELECT COUNT(*) FROM customer_order o WHERE total - refunded <> COALESCE(
                (SELECT SUM(i.total) FROM invoice i WHERE i.order_id = o.id), total) AND state = 'fulfilled'",
            "SELECT COUNT(*) FROM company_day d WHERE income <> (SELECT COALESCE(SUM(o.total - o.refunded), 0)
                FROM customer_order o WHERE o.company_id = d.company_id AND o.placed_on = d.day AND o.state <> 'cancelled')
                + (SELECT COALESCE(SUM(b.total), 0) FROM booking b WHERE b.company_id = d.company_id AND b.placed_on = d.day
                AND b.order_id IS NULL AND b.state IN ('awaiting_company', 'confirmed', 'checked_in', 'completed'))",
            "SELECT COUNT(*) FROM company_customer k WHERE bookings <> (SELECT COUNT(*) FROM booking b
                WHERE b.company_id = k.company_id AND b.customer_id = k.account_id
                AND b.state IN ('awaiting_company', 'confirmed', 'checked_in', 'completed', 'no_show'))",
            "SELECT COUNT(*) FROM company_customer k WHERE own_bookings <> (SELECT COUNT(*) FROM booking b
                WHERE b.company_id = k.company_id AND b.customer_id = k.account_id AND b.order_id IS NULL
                AND b.state IN ('awaiting_company', 'confirmed', 'checked_in', 'completed', 'no_show'))",
            "SELECT COUNT(*) FROM reel r WHERE views <> (SELECT COUNT(*) FROM reel_view w WHERE w.reel_id = r.id)
                OR plays <> (SELECT COALESCE(SUM(w.plays), 0) FROM reel_view w WHERE w.reel_id = r.id)
                OR opens <> (SELECT COUNT(*) FROM reel_open o WHERE o.reel_id = r.id)
                OR bookings <> (SELECT COUNT(*) FROM reel_sale s WHERE s.reel_id = r.id AND s.counted = TRUE
                    AND s.booking_id IS NOT NULL)
                OR orders <> (SELECT COUNT(DISTINCT s.order_id) FROM reel_sale s WHERE s.reel_id = r.id AND s.counted = TRUE)
                OR income <> (SELECT COALESCE(SUM(s.income), 0) FROM reel_sale s WHERE s.reel_id = r.id)",
            "SELECT COUNT(*) FROM invoice_counter c WHERE last <> (SELECT COUNT(*) FROM invoice i
                WHERE i.company_id = c.company_id AND i.kind = c.kind AND i.number LIKE '%' || c.year || '-%')",
        ] {
            assert_eq!(count(wrong).await, 0, "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn full_demo_has_orders_of_every_kind() {
    let (db, _folder) = sqlite().await;
    assert!(fill(&db, &Ids::new(0), Size::Full, NOW, async |_, _| Ok(())).await.unwrap());
    let count = async |sql: String| {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {sql}"));
        let (rows,): (i64,) = on!(db.read(), at => sqlx::query_as(sql).fetch_one(at).await).unwrap();
        rows
    };
    assert!(count("customer_order".to_owned()).await >= 20_000);
    for state in OrderState::ALL {
        assert!(count(format!("customer_order WHERE state = '{}'", state.key())).await > 0, "{state:?}");
    }
    for kind in ["onsite", "collect", "delivery", "express", "home_service", "catering"] {
        assert!(count(format!("customer_order WHERE fulfilment = '{kind}'")).await > 10, "{kind}");
    }
    for some in [
        "customer_order WHERE tip > 0",
        "customer_order WHERE promo_id IS NOT NULL AND discount > 0",
        "promo_code WHERE used > 1",
        "customer_order WHERE address IS NOT NULL AND delivery_fee > 0",
        "order_booking",
        "payment WHERE state = 'partially_refunded'",
        "payment WHERE state = 'disputed'",
        "order_return WHERE state = 'refunded'",
        "invoice WHERE kind = 'credit_note'",
    ] {
        assert!(count(some.to_owned()).await > 5, "{some}");
    }
    for none in [
        "customer_order o WHERE o.state = 'fulfilled' AND total - refunded <> COALESCE(
            (SELECT SUM(i.total) FROM invoice i WHERE i.order_id = o.id), total)",
        "customer_order WHERE fulfilment IN ('onsite', 'collect') AND address IS NOT NULL",
        "promo_code p WHERE limit_each IS NOT NULL AND EXISTS (SELECT 1 FROM customer_order o WHERE o.promo_id = p.id
            AND o.state NOT IN ('cancelled', 'pending_payment') GROUP BY o.customer_id HAVING COUNT(*) > p.limit_each)",
    ] {
        assert_eq!(count(none.to_owned()).await, 0, "{none}");
    }
}
