import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { deleteAll, deleteNotification, markRead, type NotificationPage, notificationKeys } from "../api";
import { withChange, without, withRead } from "../model/inbox";
import type { Notification, Selection } from "../types";
import { useInbox } from "./useInbox";

export interface NotificationActions {
  read(ids: Selection): void;
  remove(id: number): void;
  removeAll(): void;
}

/** Reads and deletes entries. Every list shows it at once; a refused change is taken back. */
export function useNotificationActions(): NotificationActions {
  const { t } = useTranslation("notifications");
  const queries = useQueryClient();
  const { state: before, patch } = useInbox();

  const edit = (change: (items: readonly Notification[]) => Notification[]) =>
    queries.setQueriesData<InfiniteData<NotificationPage>>(
      { queryKey: notificationKeys.all },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
    );
  const settle = () => queries.invalidateQueries({ queryKey: notificationKeys.all });
  const send = (call: Promise<unknown>) => {
    call
      .catch((error) => {
        // Another device was faster.
        if (error instanceof ApiError && error.status === 404) return;
        toast.error(t("failed"));
        if (before) patch(({ changes }) => ({ ...before, changes }));
      })
      .finally(settle);
  };

  return {
    read(ids) {
      patch((state) => withChange(state, "read", ids));
      edit((items) => withRead(items, ids));
      send(markRead(ids));
    },
    remove(id) {
      patch((state) => withChange(state, "delete", [id]));
      edit((items) => without(items, [id]));
      send(deleteNotification(id));
    },
    removeAll() {
      patch((state) => withChange(state, "delete", null));
      edit(() => []);
      send(deleteAll());
    },
  };
}
