import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { openFromReel } from "@/shared/reels/opened";
import type { Reel } from "@/shared/reels/types";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { useDesktop } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { reelKeys } from "./api";
import type { ReelAction } from "./components/ReelActions";
import type { SheetName } from "./components/ReelSheets";
import { ReelStage } from "./components/ReelStage";
import classes from "./components/Reels.module.css";
import sheets from "./components/Sheets.module.css";
import { useDismiss } from "./hooks/useDismiss";
import { useFeed } from "./hooks/useFeed";
import { useFeedPlace } from "./hooks/useFeedPlace";
import { useLiveReel } from "./hooks/useLiveReel";
import { useReadAhead } from "./hooks/useReadAhead";
import { useReelActions } from "./hooks/useReelActions";
import { actOn } from "./model/acts";

const Comments = lazyPart(() => import("./components/Comments").then((file) => file.Comments));
const ReelSheets = lazyPart(() => import("./components/ReelSheets").then((file) => file.ReelSheets));

/** Actions that an account is needed for. */
type AccountAction = "like" | "follow" | "save" | "report" | "skip" | "mute" | "comment";

/** Those that a guest may take too. */
const GUEST_ACTIONS: ReadonlySet<AccountAction> = new Set(["save", "skip", "mute"]);

/** `/videos` and `/videos/:reelId`: reels at full height, one at a time. `booking` is shown over the reel. */
export function ReelsScreen({ booking }: { booking: ReactNode }) {
  const { t } = useTranslation("reels");
  const desktop = useDesktop();
  const user = useUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const place = useFeedPlace();
  const feed = useFeed(place.first);
  const index = place.indexIn(feed.reels);
  const reel = feed.reels[index];
  const live = useLiveReel(reel?.id ?? null);
  const { like, follow } = useReelActions();
  // A notification of a comment leads to the comments. A desktop shows them beside the reel.
  const namedComment = search.get("comment");
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [byAddress, setByAddress] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each comment that an address names
  useEffect(() => {
    if (namedComment === null || desktop) return;
    setSheet("comments");
    setByAddress(true);
  }, [namedComment]);
  const closeSheet = () => {
    setSheet(null);
    setByAddress(false);
  };
  const [notice, setNotice] = useState<ReactNode>(null);
  const offering = search.get("offering");

  // A booking over the reel counts as its result. It may be open after a sign-in, or by a link.
  const bookable = offering !== null && user !== null ? Number(offering) : undefined;
  const sold = reel?.offerings.some(({ id }) => id === bookable) ? reel?.id : undefined;
  useEffect(() => {
    if (bookable !== undefined && sold !== undefined) openFromReel(sold, bookable);
  }, [bookable, sold]);

  const readAgain = useReadAhead(feed, place.needsMore(feed.reels.length));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another reel is another address
  useEffect(() => {
    if (reel) place.show(reel.id);
  }, [reel?.id]);

  const dismiss = useDismiss({ feed, onNotice: setNotice });
  /** Waits for the feed: the page may have just come back from the sign-in. */
  const [pending, setPending] = useState<AccountAction | null>(null);
  const askRegistered = useAccountAction<AccountAction>(setPending);
  const askAnyone = useAccountAction<AccountAction>(setPending, { guests: true, scope: "guest" });
  const ask = (action: AccountAction) => (GUEST_ACTIONS.has(action) ? askAnyone : askRegistered)(action);
  const run: Record<AccountAction, (reel: Reel) => void> = {
    like: (reel) => like(reel),
    follow: (reel) => follow(reel),
    skip: (reel) => {
      // A way back shows it at the same place.
      place.moveTo(index);
      dismiss.skip(reel);
    },
    mute: (reel) => {
      place.moveTo(index);
      dismiss.mute(reel);
    },
    save: () => setSheet("save"),
    report: () => setSheet("report"),
    comment: () => (desktop ? focusComment() : setSheet("comments")),
  };
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!pending || !reel) return;
    setPending(null);
    latest.current[pending](reel);
  }, [pending, reel]);

  const removed = live?.removed ? reel?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reel that is removed
  useEffect(() => {
    if (removed === undefined) return;
    // The next one takes its place, without the sheet of the one before.
    place.moveTo(index);
    closeSheet();
    feed.hideReel(removed);
    setNotice(<span role="status">{t("gone.title")}</span>);
  }, [removed]);

  const onAction = (action: ReelAction) => {
    if (reel && action !== "more") actOn(reel.id);
    if (action === "like" || action === "save") return ask(action);
    if (action === "comments" && desktop) return focusComment();
    setSheet(action);
  };
  const onNeedAccount = () => {
    const allowed = user !== null && !isGuest(user);
    if (!allowed) ask("comment");
    return allowed;
  };
  const onBook = (id: number) => {
    if (reel) actOn(reel.id);
    const to = `${pathname}?offering=${id}`;
    void navigate(user ? to : `/login?next=${encodeURIComponent(to)}`);
  };

  return (
    <Screen title={t("title")} header={null} fill>
      <div className={classes.page} data-lower-edge="">
        <VisuallyHidden>
          <h1>{t("title")}</h1>
        </VisuallyHidden>
        {reel ? (
          <>
            <ReelStage
              reels={feed.reels}
              index={index}
              live={live}
              covered={sheet !== null || offering !== null}
              notice={notice}
              onIndex={(next) => {
                dismiss.settle();
                setNotice(null);
                place.moveTo(next);
                readAgain();
              }}
              onAction={onAction}
              onLike={(liked) => (liked === reel.liked ? undefined : onAction("like"))}
              onFollow={() => ask("follow")}
              onBook={onBook}
            />
            {desktop && (
              <aside className={classes.comments} aria-label={t("comments.title")}>
                <h2 className={sheets.side}>{t("comments.title")}</h2>
                <Suspense fallback={<RowSkeletons rows={4} />}>
                  <Comments key={reel.id} reel={reel} onNeedAccount={onNeedAccount} />
                </Suspense>
              </aside>
            )}
            <Suspense>
              {sheet && (
                <ReelSheets
                  name={sheet}
                  reel={reel}
                  onMore={(action) => (action === "why" ? setSheet("why") : ask(action))}
                  onNeedAccount={onNeedAccount}
                  noEntry={byAddress}
                  onClose={closeSheet}
                />
              )}
            </Suspense>
            <Sheet
              opened={offering !== null}
              noEntry
              onClose={() => void navigate(pathname, { replace: true })}
              title={t("booking")}
            >
              {offering !== null && booking}
            </Sheet>
          </>
        ) : (
          <FeedState feed={feed} first={place.first} />
        )}
      </div>
    </Screen>
  );
}

/** The field is beside the reel on a desktop. */
function focusComment() {
  document.querySelector<HTMLElement>("aside textarea")?.focus();
}

/** Loading, failure, or a feed without reels. */
function FeedState({ feed, first }: { feed: ReturnType<typeof useFeed>; first: number | null }) {
  const { t } = useTranslation("reels");
  const queries = useQueryClient();
  if (feed.isPending) {
    return (
      <div className={classes.loading} role="status">
        <VisuallyHidden>{t("common:state.loading")}</VisuallyHidden>
        <span className={classes.loadingLines} aria-hidden="true">
          <span />
          <span />
        </span>
      </div>
    );
  }
  const gone = feed.error instanceof ApiError && feed.error.status === 404;
  if (feed.isError && !gone) {
    return (
      <div className={classes.state}>
        <ErrorState title={t("failed")} onRetry={() => void feed.refetch()} />
      </div>
    );
  }
  return (
    <div className={classes.state}>
      <EmptyState
        title={t(gone ? "gone.title" : "empty.title")}
        text={t(gone ? "gone.text" : "empty.text")}
        action={
          <Button
            component={Link}
            to={first === null ? "/" : "/videos"}
            color="terracotta"
            onClick={() => queries.removeQueries({ queryKey: reelKeys.feed(null) })}
          >
            {t(first === null ? "empty.action" : "gone.action")}
          </Button>
        }
      />
    </div>
  );
}
