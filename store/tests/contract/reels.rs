//! Reels: publication, reactions, comments, reports, subtitles and uploads.

use store::{
    Db, Error,
    account::{
        self, deletion,
        privacy::{self, Audience, Privacy},
    },
    chat,
    company::team,
    notification::{self, Filter, Group, Kind, Notice},
    on, post,
    reel::{
        ReelError, ReelState, Refusal, Viewer,
        comment::{self, Live},
        comment_change::{self, NewComment},
        management::{self, ReelChange},
        moderation,
        publication::{self, Step},
        reaction,
        report::{self, HIDDEN_AFTER, NewReport},
        review::{self, Decision},
        subtitles,
        upload::{self, UploadState},
        view,
    },
    social::report::Reason,
    testing::{
        both, count,
        market::{self, CompanyRow, OfferingRow, ReelRow},
        sqlx,
    },
    types::{
        ids::{CommentId, CompanyId, OfferingId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

const ANN: UserId = UserId(1);
const BEN: UserId = UserId(2);
const REEL: ReelId = ReelId(100);

/// A company with one published reel, and two people.
async fn world(db: &Db) -> CompanyId {
    person(db, 1, "ann").await;
    person(db, 2, "ben").await;
    let company = CompanyRow::new(7, "Casa").insert(db).await;
    ReelRow::new(REEL.0, company).insert(db).await;
    company
}

async fn write(
    db: &Db,
    id: i64,
    parent: Option<i64>,
    author: UserId,
    text: &str,
) -> store::reel::Result<comment_change::Written> {
    let parent = parent.map(CommentId);
    let new = NewComment { id: CommentId(id), reel: REEL, parent, author, text, client_id: None, at: NOW };
    comment_change::write(db, &new).await
}

async fn block(db: &Db, blocker: UserId, blocked: UserId) {
    chat::set_block(db, blocker, blocked, true, NOW).await.unwrap();
}

fn company_account(company: CompanyId) -> UserId {
    UserId(2_000_000 + company.0)
}

fn is_missing<T: std::fmt::Debug>(result: Result<T, ReelError>) -> bool {
    matches!(result, Err(ReelError::Store(Error::NotFound)))
}

#[tokio::test]
async fn likes_equal_their_rows_and_toggle() {
    both(async |db| {
        world(&db).await;
        let like = async |account, liked| reaction::like(&db, REEL, account, liked, NOW).await.unwrap();
        assert!(like(ANN, None).await.liked && like(BEN, Some(true)).await.changed);
        let again = like(BEN, Some(true)).await;
        assert!(again.liked && !again.changed);
        assert_eq!((again.counts.likes, again.counts.revision, count(&db, "reel_like").await), (2, 2, 2));
        let reel = view::find(&db, REEL, &Viewer::account(ANN), NOW).await.unwrap();
        assert!(reel.liked && reel.counts.likes == 2);
        let ended = like(ANN, None).await;
        assert!(!ended.liked && ended.counts.likes == 1);
        assert!(!like(ANN, Some(false)).await.changed);
        assert!(is_missing(reaction::like(&db, ReelId(5), ANN, None, NOW).await));
    })
    .await;
}

#[tokio::test]
async fn account_counts_as_one_view() {
    both(async |db| {
        world(&db).await;
        let view = async |account, ms, skipped| reaction::view(&db, REEL, account, ms, skipped, NOW).await.unwrap();
        assert_eq!(view(ANN, 900, true).await.views, 1);
        let longer = view(ANN, 5_000, false).await;
        assert_eq!(longer.views, 1);
        assert_eq!(view(ANN, 2_000, false).await.revision, longer.revision, "nothing that others see has changed");
        assert_eq!(view(BEN, i64::MAX, false).await.views, 2);
        let (watched, skips): (i64, i64) = on!(db.read(), at => sqlx::query_as(
            "SELECT r.watched_ms, (SELECT CAST(sum(skips) AS BIGINT) FROM reel_taste) FROM reel r").fetch_one(at).await)
        .unwrap();
        assert_eq!((watched, skips), (5_000 + 20 * Timestamp::MINUTE, 0), "a later watch takes the skip back");
    })
    .await;
}

#[tokio::test]
async fn comments_have_answers_likes_and_mentions() {
    both(async |db| {
        let company = world(&db).await;
        let first = write(&db, 10, None, ANN, " Lovely, @ben and @nobody! ").await.unwrap();
        assert_eq!((first.comment.text.as_str(), first.counts.comments), ("Lovely, @ben and @nobody!", 1));
        assert_eq!((first.mentioned.clone(), first.comment.mentions[0].id, first.answered), (vec![BEN], BEN, None));
        assert_eq!(first.live, Live::AllBut(Vec::new()));
        let owner = UserId(1_000_000 + company.0);
        let answer = write(&db, 11, Some(10), owner, "Thank you").await.unwrap();
        assert!(answer.comment.by_company && answer.comment.author.id == company_account(company));
        // An answer to an answer belongs to the same comment.
        let deeper = write(&db, 12, Some(11), BEN, "<b>Indeed</b>").await.unwrap();
        assert_eq!((deeper.comment.parent_id, deeper.answered), (Some(CommentId(10)), Some(owner)));

        let page = comment::list(&db, REEL, BEN, None, 10).await.unwrap();
        assert_eq!((page.comments.len(), page.comments[0].replies, page.next), (1, 2, None));
        assert!(!page.comments[0].can_delete);
        let replies = comment::replies(&db, CommentId(10), ANN, None, 1).await.unwrap();
        assert_eq!((replies.comments[0].id, replies.next), (CommentId(11), Some(CommentId(11))));
        let rest = comment::replies(&db, CommentId(10), ANN, replies.next, 1).await.unwrap();
        assert_eq!((rest.comments[0].text.as_str(), rest.next), ("<b>Indeed</b>", None));

        let liked = comment_change::like(&db, CommentId(10), BEN, None).await.unwrap();
        assert_eq!((liked.likes, liked.liked), (1, true));
        assert_eq!(comment_change::like(&db, CommentId(10), BEN, Some(true)).await.unwrap().likes, 1);
        assert_eq!(comment_change::like(&db, CommentId(10), BEN, None).await.unwrap().likes, 0);

        assert!(is_missing(comment_change::delete(&db, CommentId(10), BEN).await), "only author and company delete");
        let gone = comment_change::delete(&db, CommentId(12), BEN).await.unwrap();
        assert_eq!((gone.counts.comments, gone.parent), (2, Some(CommentId(10))));
        assert_eq!(comment_change::delete(&db, CommentId(10), owner).await.unwrap().counts.comments, 0);
        assert_eq!(count(&db, "reel_comment").await, 0);
    })
    .await;
}

#[tokio::test]
async fn comments_follow_blocks_and_activity_settings() {
    both(async |db| {
        let company = world(&db).await;
        person(&db, 3, "cleo").await;
        let cleo = UserId(3);
        write(&db, 10, None, ANN, "One").await.unwrap();
        write(&db, 11, None, BEN, "Two").await.unwrap();
        block(&db, ANN, BEN).await;
        let seen = async |viewer| -> Vec<i64> {
            let page = comment::list(&db, REEL, viewer, None, 10).await.unwrap();
            page.comments.iter().map(|comment| comment.id.0).collect()
        };
        assert_eq!((seen(ANN).await, seen(BEN).await, seen(cleo).await), (vec![10], vec![11], vec![11, 10]));
        assert_eq!(comment::live(&db, BEN).await.unwrap(), Live::AllBut(vec![ANN]));
        assert!(matches!(
            write(&db, 12, Some(10), BEN, "Hm").await,
            Err(ReelError::Refused(Refusal::Field("parent", _)))
        ));
        let quiet = Privacy { activity_visibility: Audience::OnlyFriends, ..Privacy::default() };
        privacy::save(&db, BEN, &quiet, NOW).await.unwrap();
        assert_eq!((seen(cleo).await, seen(BEN).await), (vec![10], vec![11]));
        assert_eq!(comment::live(&db, BEN).await.unwrap(), Live::Nobody);
        let newest = comment::newest(&db, REEL, 10).await.unwrap();
        let shown: Vec<_> = newest.iter().map(|(comment, live)| (comment.id.0, live.admits(cleo))).collect();
        assert_eq!(shown, [(11, false), (10, true)]);
        assert_eq!(comment::commented_by(&db, BEN, &[REEL, ReelId(9)]).await.unwrap(), [REEL]);
        assert!(comment::commented_by(&db, cleo, &[REEL]).await.unwrap().is_empty());

        // A company that blocks an account, and the other way round, hides its reels.
        block(&db, company_account(company), cleo).await;
        assert!(is_missing(reaction::like(&db, REEL, cleo, None, NOW).await));
        assert!(is_missing(write(&db, 13, None, cleo, "Hello").await));
        block(&db, BEN, company_account(company)).await;
        assert!(is_missing(comment::list(&db, REEL, BEN, None, 10).await));
    })
    .await;
}

#[tokio::test]
async fn comment_of_the_company_stays_when_its_author_leaves() {
    both(async |db| {
        let company = world(&db).await;
        let (own, dora) = (company_account(company), market::business(&db, UserId(3), "dora").await);
        let seen = async |viewer| -> Vec<_> {
            let page = comment::list(&db, REEL, viewer, None, 10).await.unwrap();
            page.comments.iter().map(|one| (one.id.0, one.by_company, one.author.id, one.can_delete)).collect()
        };
        write(&db, 10, None, dora, "As a fan").await.unwrap();
        team::join(&db, company, dora, NOW).await.unwrap();
        write(&db, 11, None, dora, "Welcome to Casa").await.unwrap();
        assert_eq!(seen(dora).await, [(11, true, own, true), (10, false, dora, true)]);
        assert_eq!(write(&db, 12, Some(11), ANN, "Thanks").await.unwrap().answered, Some(dora));

        team::leave(&db, company, dora).await.unwrap();
        assert_eq!(seen(dora).await, [(11, true, own, false), (10, false, dora, true)]);
        assert!(is_missing(comment_change::delete(&db, CommentId(11), dora).await));
        assert_eq!(write(&db, 13, Some(11), ANN, "See you").await.unwrap().answered, None);
        let (posts, _) = post::list(&db, ANN, dora, 10, 0).await.unwrap();
        assert_eq!(posts.iter().map(|post| post.id).collect::<Vec<_>>(), [10]);
        // A block of the person is none of the company.
        block(&db, ANN, dora).await;
        assert_eq!(seen(ANN).await, [(11, true, own, false)]);
        write(&db, 14, Some(11), ANN, "Again").await.unwrap();
        let newest = comment::newest(&db, REEL, 10).await.unwrap();
        let shown: Vec<_> = newest.iter().map(|(comment, live)| (comment.id.0, live.admits(ANN))).collect();
        assert_eq!(shown, [(11, true), (10, false)]);

        assert_eq!(view::counts(&db, REEL).await.unwrap().comments, 5);
        deletion::delete(&db, dora, NOW).await.unwrap();
        assert_eq!(seen(BEN).await, [(11, true, own, false)]);
        assert_eq!(view::counts(&db, REEL).await.unwrap().comments, 4);
        assert_eq!(comment::replies(&db, CommentId(11), BEN, None, 9).await.unwrap().comments.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn comment_sent_again_is_written_once() {
    both(async |db| {
        world(&db).await;
        let send = async |id: i64, text: &str, client_id| {
            let (id, client_id) = (CommentId(id), Some(client_id));
            let new = NewComment { id, reel: REEL, parent: None, author: ANN, text, client_id, at: NOW };
            comment_change::write(&db, &new).await
        };
        let (one, other) = tokio::join!(send(10, "Hello @ben", "k1"), send(11, "Hello @ben", "k1"));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(one.comment, other.comment);
        assert_ne!(one.is_repeat, other.is_repeat);
        let again = send(12, " Hello @ben ", "k1").await.unwrap();
        assert!(again.is_repeat && again.mentioned.is_empty() && again.counts.comments == 1);
        let reused = send(13, "Other", "k1").await;
        assert!(matches!(reused, Err(ReelError::Refused(Refusal::Field("client_id", _)))), "{reused:?}");
        assert!(!send(14, "Hello @ben", "k2").await.unwrap().is_repeat);
        assert_eq!(count(&db, "reel_comment").await, 2);
    })
    .await;
}

#[tokio::test]
async fn comment_is_refused_by_its_rules() {
    both(async |db| {
        world(&db).await;
        let long = "x".repeat(100_000);
        for text in ["", "  ", &long] {
            let refused = write(&db, 10, None, ANN, text).await;
            assert!(matches!(refused, Err(ReelError::Refused(Refusal::Field("comment", _)))), "{refused:?}");
        }
        for id in 0..30 {
            write(&db, 100 + id, None, ANN, "Again").await.unwrap();
        }
        let often = write(&db, 200, None, ANN, "Again").await;
        assert!(matches!(often, Err(ReelError::Refused(Refusal::Conflict("reel.too_many_comments", _)))));
        assert_eq!(view::counts(&db, REEL).await.unwrap().comments, 30);
    })
    .await;
}

#[tokio::test]
async fn reports_hide_reel_until_review() {
    both(async |db| {
        world(&db).await;
        let file = async |id: i64, reporter: i64| {
            let new =
                NewReport { id, reel: REEL, reporter: UserId(reporter), reason: Reason::Spam, comment: "", now: NOW };
            report::file(&db, &new).await
        };
        for reporter in 10..10 + HIDDEN_AFTER {
            person(&db, reporter, &format!("user{reporter}")).await;
        }
        for reporter in 10..9 + HIDDEN_AFTER {
            assert!(!file(reporter, reporter).await.unwrap());
            assert!(!file(100 + reporter, reporter).await.unwrap(), "a repeat counts once");
        }
        assert!(file(50, 9 + HIDDEN_AFTER).await.unwrap());
        assert!(view::find(&db, REEL, &Viewer::default(), NOW).await.is_err());
        assert!(!view::is_public(&db, REEL).await.unwrap());
        let told = async || {
            let all = review::untold(&db, 10).await.unwrap();
            for review in &all {
                review::told(&db, review, NOW).await.unwrap();
            }
            all.into_iter().map(|review| review.decision).collect::<Vec<_>>()
        };
        assert_eq!(told().await, [Decision::Hidden]);
        let listed = moderation::list(&db, 10).await.unwrap();
        assert_eq!((listed[0].state, listed[0].reports, listed[0].reasons.len()), (ReelState::Hidden, 5, 5));
        moderation::keep(&db, REEL, NOW).await.unwrap();
        assert!(view::is_public(&db, REEL).await.unwrap());
        assert!(moderation::list(&db, 10).await.unwrap().is_empty());
        assert_eq!((told().await, told().await), (vec![Decision::Kept], vec![]));
        moderation::keep(&db, REEL, NOW.plus(1)).await.unwrap();
        assert!(told().await.is_empty(), "a reel that was not hidden");
        assert!(!file(51, 10).await.unwrap(), "who has reported it counts no more");
        moderation::remove(&db, REEL, NOW).await.unwrap();
        assert!(matches!(moderation::remove(&db, REEL, NOW).await, Err(ReelError::Refused(_))));
        assert_eq!(told().await, [Decision::Removed]);
        assert_eq!(count(&db, "media").await, 0, "the files go with the reel");
    })
    .await;
}

#[tokio::test]
async fn reel_is_drafted_scheduled_published_and_removed() {
    both(async |db| {
        let company = world(&db).await;
        let other = CompanyRow::new(8, "Otra").insert(&db).await;
        let draft = ReelRow { published: false, ..ReelRow::new(101, company) }.insert(&db).await;
        let set = async |step| publication::change(&db, draft, company, step, NOW).await;
        assert!(is_missing(publication::change(&db, draft, other, Step::Publish, NOW).await));
        for at in [NOW, NOW.plus(400 * Timestamp::DAY)] {
            assert!(matches!(set(Step::Schedule(at)).await, Err(ReelError::Refused(Refusal::Field("publish_at", _)))));
        }
        let due = NOW.plus(Timestamp::HOUR);
        set(Step::Schedule(due)).await.unwrap();
        assert!(publication::publish_due(&db, due.plus(-1)).await.unwrap().is_empty());
        assert_eq!(publication::publish_due(&db, due).await.unwrap(), [(draft, company)]);
        assert!(publication::publish_due(&db, due).await.unwrap().is_empty());
        assert!(matches!(set(Step::Draft).await, Err(ReelError::Refused(Refusal::Conflict("reel.state", _)))));

        let own = async |state| management::list(&db, company, state, 10, 0, NOW).await.unwrap();
        let (reels, total) = own(None).await;
        assert_eq!((reels.len(), total, reels[0].reel.id), (2, 2, draft), "the newest first");
        management::reorder(&db, company, &[REEL, draft]).await.unwrap();
        assert_eq!(own(Some(ReelState::Published)).await.0[0].reel.id, REEL);
        let (shown, _) = view::of_company(&db, company, &Viewer::default(), 10, 0, NOW).await.unwrap();
        assert_eq!(shown.iter().map(|reel| reel.id).collect::<Vec<_>>(), [REEL, draft]);
        assert!(matches!(
            management::reorder(&db, other, &[REEL]).await,
            Err(ReelError::Refused(Refusal::Field("ids", _)))
        ));

        set(Step::Remove).await.unwrap();
        assert_eq!(own(None).await.1, 1);
        let removed = management::find(&db, draft, company, NOW).await.unwrap();
        assert!(removed.reel.video.is_none() && removed.next_states.is_empty());
        let change = ReelChange { caption: Some("Late".to_owned()), ..ReelChange::default() };
        assert!(matches!(
            management::change(&db, draft, company, &change, NOW).await,
            Err(ReelError::Refused(Refusal::Conflict(..)))
        ));
    })
    .await;
}

#[tokio::test]
async fn reel_links_offerings_of_its_company_only() {
    both(async |db| {
        let company = world(&db).await;
        let other = CompanyRow::new(8, "Otra").insert(&db).await;
        let ours = [
            OfferingRow::new(70, company, "Soup").insert(&db).await,
            OfferingRow::new(71, company, "Bread").insert(&db).await,
        ];
        let theirs = OfferingRow::new(72, other, "Salad").insert(&db).await;
        let link = async |offerings: Vec<OfferingId>| {
            let change = ReelChange { offerings: Some(offerings), ..ReelChange::default() };
            management::change(&db, REEL, company, &change, NOW).await
        };
        link(vec![ours[1], ours[0]]).await.unwrap();
        let shown = async || {
            let reel = view::find(&db, REEL, &Viewer::default(), NOW).await.unwrap();
            reel.offerings.into_iter().map(|card| card.name).collect::<Vec<_>>()
        };
        assert_eq!(shown().await, ["Bread", "Soup"]);
        for wrong in [vec![theirs], vec![OfferingId(99)], vec![ours[0], ours[0]], vec![ours[0]; 11]] {
            assert!(matches!(link(wrong).await, Err(ReelError::Refused(Refusal::Field("offerings", _)))));
        }
        assert_eq!(shown().await, ["Bread", "Soup"], "a refused change has no effect");
        link(Vec::new()).await.unwrap();
        assert!(shown().await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn subtitles_are_kept_by_language() {
    both(async |db| {
        let company = world(&db).await;
        let (us, fr) = ("US".parse().unwrap(), "FR".parse().unwrap());
        let text = "WEBVTT\n\n00:00.000 --> 00:01.000\nHello".parse().unwrap();
        subtitles::put(&db, REEL, company, us, &text).await.unwrap();
        subtitles::put(&db, REEL, company, us, &text).await.unwrap();
        assert!(is_missing(subtitles::put(&db, REEL, CompanyId(9), us, &text).await));
        assert!(subtitles::find(&db, REEL, UserId(0), us).await.unwrap().ends_with("Hello"));
        assert!(subtitles::own(&db, REEL, company, us).await.is_ok());
        assert!(matches!(subtitles::find(&db, REEL, UserId(0), fr).await, Err(Error::NotFound)));
        let tracks = view::find(&db, REEL, &Viewer::default(), NOW).await.unwrap().subtitles;
        assert_eq!((tracks.len(), tracks[0].language.as_str()), (1, "US"));
        subtitles::delete(&db, REEL, company, us).await.unwrap();
        assert!(is_missing(subtitles::delete(&db, REEL, company, us).await));
    })
    .await;
}

#[tokio::test]
async fn upload_takes_parts_in_any_order_and_again() {
    both(async |db| {
        let company = world(&db).await;
        let owner = UserId(1_000_000 + company.0);
        let id = store::types::ids::UploadId(500);
        let new = upload::NewUpload {
            id,
            company,
            owner,
            key: store::media::new_key(),
            name: "clip\u{7}.mp4".to_owned(),
            bytes: upload::PART_BYTES + 5,
            now: NOW,
        };
        for bytes in [0, -1, upload::MAX_BYTES + 1] {
            let wrong = upload::NewUpload { bytes, ..new.clone() };
            assert!(matches!(upload::create(&db, &wrong).await, Err(ReelError::Refused(Refusal::Field("bytes", _)))));
        }
        upload::create(&db, &new).await.unwrap();
        let unknown = store::media::new_key();
        let keys = vec![new.key.clone(), unknown.clone()];
        assert_eq!(upload::unknown(&db, keys).await.unwrap(), [unknown]);
        assert!(upload::unknown(&db, Vec::new()).await.unwrap().is_empty());
        let receive = async |part, sum| upload::receive(&db, id, part, sum, NOW).await.unwrap();
        assert_eq!(receive(1, "b").await, upload::PartResult::Received);
        let early = upload::complete(&db, id, company, NOW).await;
        assert!(matches!(early, Err(ReelError::Refused(Refusal::Conflict("reel.parts_missing", _)))));
        assert_eq!(receive(0, "a").await, upload::PartResult::Received);
        assert_eq!(receive(0, "a").await, upload::PartResult::Repeated);
        let shown = upload::find(&db, id, company).await.unwrap();
        assert_eq!((shown.name.as_str(), shown.parts, shown.received), ("clip.mp4", 2, vec![0, 1]));
        assert!(is_missing(upload::find(&db, id, CompanyId(9)).await));
        let encoding = upload::complete(&db, id, company, NOW).await.unwrap().unwrap();
        assert_eq!(upload::complete(&db, id, company, NOW).await.unwrap(), None, "a repeat begins nothing");
        assert!(upload::receive(&db, id, 0, "c", NOW).await.is_err());
        assert!(upload::delete(&db, id, company).await.is_err(), "it is being processed");
        assert!(upload::fail(&db, encoding, "The video is damaged.", NOW).await.unwrap());
        let failed = upload::list(&db, company).await.unwrap();
        assert_eq!(failed[0].failure.as_deref(), Some("The video is damaged."));
        assert_eq!(upload::delete(&db, id, company).await.unwrap(), new.key);
    })
    .await;
}

#[tokio::test]
async fn encoding_without_a_sign_of_life_is_begun_anew() {
    both(async |db| {
        let company = world(&db).await;
        let id = store::types::ids::UploadId(500);
        let new = upload::NewUpload {
            id,
            company,
            owner: market::owner(company),
            key: store::media::new_key(),
            name: "clip.mp4".to_owned(),
            bytes: 5,
            now: NOW,
        };
        upload::create(&db, &new).await.unwrap();
        upload::receive(&db, id, 0, "a", NOW).await.unwrap();
        assert!(upload::resume(&db, NOW.plus(Timestamp::DAY), 9).await.unwrap().is_empty(), "nobody completed it");
        let first = upload::complete(&db, id, company, NOW).await.unwrap().unwrap();
        let state = async || upload::find(&db, id, company).await.unwrap().state;
        let alive = NOW.plus(upload::SILENCE);
        assert!(upload::beat(&db, first, alive).await.unwrap());
        assert!(upload::resume(&db, alive.plus(upload::SILENCE), 9).await.unwrap().is_empty());
        let late = alive.plus(upload::SILENCE + 1);
        let (one, other) = tokio::join!(upload::resume(&db, late, 9), upload::resume(&db, late, 9));
        let begun = [one.unwrap(), other.unwrap()].concat();
        let [(second, file)] = &begun[..] else { panic!("{begun:?}") };
        assert_eq!(
            (file.key.as_str(), file.owner_id, state().await),
            (new.key.as_str(), new.owner, UploadState::Processing)
        );
        // The first one lost its upload: nothing that it tells counts.
        let video = market::picture(&db, 900, market::owner(company)).await;
        let files = upload::EncodedFiles { video, small_video: None, poster: None };
        assert!(!upload::beat(&db, first, late).await.unwrap());
        assert!(!upload::succeed(&db, first, files, late).await.unwrap());
        assert!(!upload::fail(&db, first, "The video is damaged.", late).await.unwrap());
        upload::give_back(&db, first, late).await.unwrap();
        assert_eq!(state().await, UploadState::Processing);

        // A fault of the server keeps the parts.
        upload::give_back(&db, *second, late).await.unwrap();
        let shown = upload::find(&db, id, company).await.unwrap();
        assert_eq!((shown.state, shown.failure, shown.received), (UploadState::Receiving, None, vec![0]));
        assert!(upload::resume(&db, late.plus(10 * Timestamp::MINUTE), 9).await.unwrap().is_empty());
        let later = late.plus(10 * Timestamp::MINUTE + 1);
        let third = upload::resume(&db, later, 9).await.unwrap();
        assert_eq!(third.len(), 1);
        // A video that stops its server each time is left to the company.
        assert!(upload::resume(&db, later.plus(upload::SILENCE + 1), 9).await.unwrap().is_empty());
        assert_eq!(state().await, UploadState::Receiving);
        assert!(upload::resume(&db, later.plus(Timestamp::HOUR), 9).await.unwrap().is_empty());
        let fourth = upload::complete(&db, id, company, later).await.unwrap().unwrap();
        assert!(upload::succeed(&db, fourth, files, later).await.unwrap());
        assert_eq!(state().await, UploadState::Ready);
    })
    .await;
}

#[tokio::test]
async fn stale_uploads_are_swept_and_ready_ones_make_one_reel() {
    both(async |db| {
        let company = world(&db).await;
        let ready = market::ready_upload(&db, 300, company, NOW).await;
        let create = async |id| management::create(&db, ReelId(id), company, ready, &ReelChange::default(), NOW).await;
        create(301).await.unwrap();
        assert!(matches!(create(302).await, Err(ReelError::Refused(Refusal::Field("upload_id", _)))));
        market::ready_upload(&db, 400, company, NOW).await;
        let open = count(&db, "media").await;
        assert!(upload::sweep(&db, NOW.plus(upload::RETENTION), 10).await.unwrap().is_empty());
        // The two that were used, and the one that nobody used with its files.
        assert_eq!(upload::sweep(&db, NOW.plus(upload::RETENTION + 1), 10).await.unwrap().len(), 3);
        assert_eq!(count(&db, "media").await, open - 3);
        assert!(view::is_public(&db, REEL).await.unwrap());
        let video = view::find(&db, REEL, &Viewer::default(), NOW).await.unwrap().video;
        assert!(video.is_some_and(|video| video.small_url.is_some()));
    })
    .await;
}

#[tokio::test]
async fn deleted_account_leaves_exact_counters() {
    both(async |db| {
        let company = world(&db).await;
        for account in [ANN, BEN] {
            reaction::like(&db, REEL, account, None, NOW).await.unwrap();
        }
        write(&db, 10, None, ANN, "One").await.unwrap();
        write(&db, 11, Some(10), BEN, "Two").await.unwrap();
        write(&db, 12, None, BEN, "Three").await.unwrap();
        write(&db, 13, Some(12), ANN, "Four").await.unwrap();
        comment_change::like(&db, CommentId(12), ANN, None).await.unwrap();
        account::deletion::delete(&db, ANN, NOW).await.unwrap();
        let counts = view::counts(&db, REEL).await.unwrap();
        assert_eq!((counts.likes, counts.comments, count(&db, "reel_comment").await), (1, 1, 1));
        let left = comment::list(&db, REEL, BEN, None, 10).await.unwrap().comments;
        assert_eq!((left[0].likes, left[0].replies), (0, 0));
        // The company's owner takes the reels along.
        account::deletion::delete(&db, UserId(1_000_000 + company.0), NOW).await.unwrap();
        assert!(!view::is_public(&db, REEL).await.unwrap());
        assert_eq!(upload::sweep(&db, NOW, 10).await.unwrap().len(), 0);
    })
    .await;
}

#[tokio::test]
async fn notifications_of_reels_are_listed_by_their_group() {
    both(async |db| {
        let company = world(&db).await;
        let about = |kind, event: i64| Notice::new(kind, event).by(BEN).about(REEL.0);
        notification::notify(&db, &[ANN], &about(Kind::ReelReply, 1), NOW).await.unwrap();
        notification::notify(&db, &[ANN], &about(Kind::ReelReply, 2), NOW).await.unwrap();
        notification::notify(&db, &[ANN], &Notice::new(Kind::CompanyNews, 3).about(company.0), NOW).await.unwrap();
        let filter = Filter { state: None, group: Some(Group::Reels) };
        let listed = notification::list(&db, ANN, filter, None, 10).await.unwrap();
        assert_eq!((listed.len(), listed[0].count), (1, 2));
        let subject = listed[0].subject.clone().unwrap();
        assert_eq!((subject.id, subject.name.as_deref()), (REEL.0, Some("Casa")));
        assert!(subject.picture.is_some_and(|poster| poster.starts_with("/media/")));
        assert_eq!(notification::ids_of(&db, ANN, Group::Reels).await.unwrap(), [listed[0].id]);
        assert_eq!(notification::unread_count(&db, ANN).await.unwrap(), 2);
    })
    .await;
}
