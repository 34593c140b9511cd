import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useHomeTown } from "@/shared/place/useHomeTown";
import type { Reel } from "@/shared/reels/types";
import { reelKeys } from "../api";
import { needsMore } from "../model/feed";

interface FeedState {
  /** Reel that the feed began with; null for the plain feed. */
  feed?: number | null;
}

/**
 * Place in the feed. The address names the reel in view, and the history the feed that it is in, so that a way back
 * leads to the same reel between the same others.
 */
export function useFeedPlace() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { reelId } = useParams();
  const { search, state } = useLocation();
  const named = Number(reelId) > 0 ? Number(reelId) : null;
  const known = (state as FeedState | null)?.feed;
  const { query: town } = useHomeTown();
  // A reload keeps the history, but not the feed: a new one begins with the reel of the address.
  const [first, setFirst] = useState<number | null>(() =>
    known !== undefined && queries.getQueryData(reelKeys.feedNear(known, town)) ? known : named,
  );
  const [index, setIndex] = useState<number | null>(null);
  // The reel in view stays, and those near another town follow it.
  const [shownTown, setShownTown] = useState(town);
  if (shownTown !== town) {
    setShownTown(town);
    setFirst(named);
    setIndex(null);
  }
  /** Reel that this page has put into the address. */
  const shown = useRef<number | null>(null);

  useEffect(() => {
    if (shown.current === null || named === shown.current) return;
    // The address has changed by a link: the feed begins anew there.
    shown.current = null;
    if (named === null) queries.removeQueries({ queryKey: reelKeys.feed(null) });
    setFirst(named);
    setIndex(null);
  }, [named, queries]);

  const show = (id: number) => {
    if (shown.current === id) return;
    shown.current = id;
    if (id === named && known === first) return;
    void navigate(
      { pathname: `/videos/${id}`, search },
      { replace: true, preventScrollReset: true, state: { feed: first } },
    );
  };

  return {
    first,
    /** Returns the place of the reel in view. Reels that were hidden make it another. */
    indexIn(reels: readonly Reel[]): number {
      const at =
        index ??
        Math.max(
          0,
          reels.findIndex(({ id }) => id === named),
        );
      return Math.min(at, Math.max(0, reels.length - 1));
    },
    needsMore: (count: number) => needsMore(index ?? 0, count),
    moveTo: setIndex,
    show,
  };
}
