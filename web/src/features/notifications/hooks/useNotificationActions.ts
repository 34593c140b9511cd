import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { showEarlyInAll } from "@/api/optimistic";
import { toast } from "@/lib/toasts";
import { deleteAll, deleteNotification, markRead, type NotificationPage, notificationKeys } from "../api";
import { type Inbox, withChange, without, withRead } from "../model/inbox";
import type { Selection } from "../types";
import { useInbox } from "./useInbox";

export interface NotificationActions {
  read(ids: Selection): void;
  remove(id: number): void;
  removeAll(): void;
}

interface Change {
  kind: "read" | "delete";
  ids: Selection;
}

function send({ kind, ids }: Change): Promise<unknown> {
  if (kind === "read") return markRead(ids);
  const [id] = ids ?? [];
  return id === undefined ? deleteAll() : deleteNotification(id);
}

/** Reads and deletes entries. Every list shows it at once; a change that failed is taken back. */
export function useNotificationActions(): NotificationActions {
  const { t } = useTranslation("notifications");
  const queries = useQueryClient();
  const { patch } = useInbox();
  const { mutate } = useMutation({
    mutationFn: send,
    onMutate({ kind, ids }: Change) {
      let before: Inbox | undefined;
      patch((state) => {
        before = state;
        return withChange(state, kind, ids);
      });
      const takeBack = showEarlyInAll<InfiniteData<NotificationPage>>(
        queries,
        notificationKeys.all,
        (data) => ({
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: kind === "read" ? withRead(page.items, ids) : without(page.items, ids),
          })),
        }),
      );
      return () => {
        takeBack();
        const { newest, unread } = before ?? {};
        if (newest && unread !== undefined) patch((state) => ({ ...state, newest, unread }));
      };
    },
    onError(error, change, takeBack) {
      // Another device was faster.
      if (error instanceof ApiError && error.status === 404) return;
      takeBack?.();
      toast.error(t("failed"), error, () => mutate(change));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  return {
    read: (ids) => mutate({ kind: "read", ids }),
    remove: (id) => mutate({ kind: "delete", ids: [id] }),
    removeAll: () => mutate({ kind: "delete", ids: null }),
  };
}
