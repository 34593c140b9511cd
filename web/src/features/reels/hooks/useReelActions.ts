import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ConfirmedValues } from "@/api/optimistic";
import { toast } from "@/lib/toasts";
import { setFollowed } from "@/shared/company-follow/setFollowed";
import { showFollowed } from "@/shared/company-follow/showFollowed";
import type { Reel, ReelCounts } from "@/shared/reels/types";
import { likeReel } from "../api";
import { actOn } from "../model/acts";
import { useReelPatch } from "./useFeed";

const likes = new ConfirmedValues<number, boolean>();
const follows = new ConfirmedValues<number, boolean>();

/** Likes and follows. The page shows them at once and takes them back if the server refuses. */
export function useReelActions() {
  const { t } = useTranslation("reels");
  const queries = useQueryClient();
  const patch = useReelPatch();
  const setLike = (id: number, liked: boolean) =>
    patch(
      (reel) => reel.id === id && reel.liked !== liked,
      (reel) => ({ ...reel, liked, counts: { ...reel.counts, likes: reel.counts.likes + (liked ? 1 : -1) } }),
    );
  const setFollow = (company: number, followed: boolean) => showFollowed(queries, company, followed);
  const like = useMutation({
    // One after the other: the last press decides.
    scope: { id: "reel-like" },
    mutationFn: ({ reel, liked }: { reel: Reel; liked: boolean }) => likeReel(reel.id, liked),
    onMutate({ reel, liked }) {
      actOn(reel.id);
      likes.begin(reel.id, reel.liked);
      setLike(reel.id, liked);
    },
    onSuccess(counts, { reel, liked }) {
      likes.confirm(reel.id, liked);
      patch(
        ({ id, counts: known }) => id === reel.id && counts.revision >= known.revision,
        (known) => ({ ...known, counts }),
      );
    },
    onError(error, change) {
      const { id } = change.reel;
      likes.fail(id, (liked) => setLike(id, liked));
      toast.error(t("like.failed"), error, () => like.mutate(change));
    },
  });
  const follow = useMutation({
    // One after the other: the last press decides.
    scope: { id: "follow" },
    mutationFn: ({ company }: Reel) => setFollowed(company.id, !company.followed),
    onMutate({ id, company }) {
      actOn(id);
      follows.begin(company.id, company.followed);
      setFollow(company.id, !company.followed);
    },
    onSuccess: (_answer, { company }) => follows.confirm(company.id, !company.followed),
    onError(error, reel) {
      const { id, name } = reel.company;
      follows.fail(id, (followed) => setFollow(id, followed));
      toast.error(t("follow.failed", { company: name }), error, () => follow.mutate(reel));
    },
  });
  return {
    like: (reel: Reel, liked = !reel.liked) => like.mutate({ reel, liked }),
    follow: (reel: Reel) => follow.mutate(reel),
  };
}

/** Returns the newer of two states of the counters. */
export const newer = (one: ReelCounts, other: ReelCounts | undefined): ReelCounts =>
  other && other.revision > one.revision ? other : one;
