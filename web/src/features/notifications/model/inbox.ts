// The stream `notifications:{user}`: the newest entries and the number of unread ones.

import type { Topic } from "@/live";
import type { Notification, Selection } from "../types";

export interface Inbox {
  unread: number;
  /** Newest first. */
  newest: readonly Notification[];
  /** Company that the account acts for, as the server says. Null for none. */
  company: number | null;
  /** Changes since this page was opened. Lists are read again when it moves. */
  changes: number;
}

/** As many as a snapshot holds. */
const NEWEST = 30;

export type InboxEvent =
  | { type: "notification"; notification: Notification; unread: number }
  | { type: "read"; ids: Selection; unread: number }
  | { type: "deleted"; ids: Selection; unread: number }
  | { type: "company"; company: number | null };

export const inboxTopic: Topic<Inbox> = {
  snapshot(data, before) {
    const {
      unread,
      notifications,
      company = null,
    } = data as {
      unread: number;
      notifications: Notification[];
      company?: number | null;
    };
    return { unread, newest: notifications, company, changes: before ? before.changes + 1 : 0 };
  },
  event(state, data) {
    const event = data as InboxEvent;
    const changes = state.changes + 1;
    switch (event.type) {
      case "notification": {
        const others = state.newest.filter(({ id }) => id !== event.notification.id);
        const newest = [event.notification, ...others].slice(0, NEWEST);
        return { ...state, newest, unread: event.unread, changes };
      }
      case "read":
        return { ...state, newest: withRead(state.newest, event.ids), unread: event.unread, changes };
      case "deleted":
        return { ...state, newest: without(state.newest, event.ids), unread: event.unread, changes };
      case "company":
        return { ...state, company: event.company };
      default:
        return state;
    }
  },
};

const isIn = (ids: Selection, id: number): boolean => ids === null || ids.includes(id);

export const withRead = (list: readonly Notification[], ids: Selection): Notification[] =>
  list.map((one) => (isIn(ids, one.id) && !one.read ? { ...one, read: true } : one));

export const without = (list: readonly Notification[], ids: Selection): Notification[] =>
  list.filter(({ id }) => !isIn(ids, id));

/** Applies a change of this device before the server confirms it. */
export function withChange(state: Inbox, change: "read" | "delete", ids: Selection): Inbox {
  const unread = state.newest.filter((one) => !one.read && isIn(ids, one.id)).length;
  const left = ids === null ? 0 : Math.max(0, state.unread - unread);
  const newest = change === "read" ? withRead(state.newest, ids) : without(state.newest, ids);
  return { ...state, newest, unread: left };
}
