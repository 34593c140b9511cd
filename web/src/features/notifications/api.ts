import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { showEarly } from "@/api/optimistic";
import type { Notification, NotificationGroup, Preference, ReadState, Selection } from "./types";

const PER_PAGE = 20;

export const notificationKeys = {
  all: ["notifications"],
  list: (state: ReadState) => ["notifications", state],
  preferences: ["notification-preferences"],
} as const;

export interface NotificationPage {
  items: Notification[];
  next: number | null;
}

export async function readNotifications(state: ReadState, before: number | null): Promise<NotificationPage> {
  const query = { state, before: before ?? undefined, per_page: PER_PAGE };
  const { data, next } = await unwrap(api.GET("/api/v1/users/notifications/", { params: { query } }));
  return { items: asDeepRequired(data), next: next ?? null };
}

export const markRead = (ids: Selection) =>
  unwrap(api.PUT("/api/v1/users/notifications/read/", { ...KEEP_ALIVE, body: ids ? { ids: [...ids] } : {} }));

export const deleteNotification = (id: number) =>
  unwrap(
    api.DELETE("/api/v1/users/notifications/{notification_id}/", {
      params: { path: { notification_id: id } },
    }),
  );

export const deleteAll = () => unwrap(api.DELETE("/api/v1/users/notifications/"));

export function usePreferences() {
  return useQuery({
    queryKey: notificationKeys.preferences,
    queryFn: async () =>
      asDeepRequired(
        (await unwrap(api.GET("/api/v1/users/notifications/preferences/"))).data,
      ) as Preference[],
  });
}

export interface PreferenceChange {
  group: NotificationGroup;
  push?: boolean;
  mail?: boolean;
}

/** A channel that was chosen is on or off for all kinds of its group. */
const chosen = ({ push, mail }: Omit<PreferenceChange, "group">) => ({
  ...(push !== undefined && { push_partly: false }),
  ...(mail !== undefined && { mail_partly: false }),
});

/** Shows a change at once, and takes back what the server refuses. */
export function useChangePreference(onRefused: (error: Error, change: PreferenceChange) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PreferenceChange) =>
      unwrap(api.PUT("/api/v1/users/notifications/preferences/", { ...KEEP_ALIVE, body })),
    onMutate: ({ group, ...change }) =>
      showEarly<Preference[]>(queries, notificationKeys.preferences, (now) =>
        now.map((one) => (one.group === group ? { ...one, ...change, ...chosen(change) } : one)),
      ),
    onError(error, change, takeBack) {
      takeBack?.();
      onRefused(error, change);
      return queries.invalidateQueries({ queryKey: notificationKeys.preferences });
    },
  });
}
