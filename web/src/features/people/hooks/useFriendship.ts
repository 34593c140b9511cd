import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { announce } from "@/ui/LiveRegion";
import { sendFriendAction } from "../api";
import { type FriendAction, type FriendsState, withAction, withoutAction } from "../model/friends";
import { useFriends } from "./useFriends";

export interface FriendRequest {
  act: FriendAction;
  user: UserCard;
}

/** Asking, answering, taking back and parting: shown at once, and as it was before if the server refuses. */
export function useFriendship() {
  const { t } = useTranslation("people");
  const queries = useQueryClient();
  const { patch } = useFriends();
  const friendship = useMutation({
    // Told at once when there is no connection, instead of some time later.
    // One after the other: taking back what has not arrived yet would find nothing.
    scope: { id: "friendship" },
    mutationFn: (wanted: FriendRequest) => sendFriendAction(wanted.act, wanted.user.id),
    onMutate({ act, user }) {
      let before: FriendsState | undefined;
      patch((now) => {
        before = now;
        return withAction(now, act, user, new Date().toISOString());
      });
      return before;
    },
    onSuccess(_answer, { act, user }) {
      announce(t(`done.${act}`, { name: displayName(user) }));
    },
    onError(failure, request, before) {
      const { act, user } = request;
      const gone = failure instanceof ApiError && failure.status === 404;
      // A missing request is not restored: it was answered or withdrawn meanwhile.
      if (gone) patch((now) => (act === "accept" ? withAction(now, "unfriend", user, "") : now));
      else if (before) patch((now) => withoutAction(now, before, user.id));
      const offline = failure instanceof ApiError && failure.code === "network";
      const what = gone ? t(`gone.${act}`, { name: displayName(user) }) : t("failed");
      const text = offline ? t("common:error.network") : refusal(failure, what);
      toast.error(text, failure, () => friendship.mutate(request));
    },
    onSettled: (_answer, _failure, { user }) =>
      queries.invalidateQueries({ queryKey: ["people", "card", user.id] }),
  });
  return friendship;
}

/** The server's own sentence where it says why; else that nothing was done. */
function refusal(failure: Error, otherwise: string): string {
  return (failure instanceof ApiError && failure.fields.user_id?.[0]) || otherwise;
}
