import type { Notification, NotificationTarget } from "../types";

/** Root of a side's paths. */
export type Base = "" | "/pro";

type PathOf = (notification: Notification, base: Base) => string;

const PATHS: Record<NotificationTarget, PathOf> = {
  person: ({ actor, others }, base) =>
    actor && others === 0 ? `${base}/people/${actor.id}` : `${base}/people`,
  chat: ({ subject }, base) => `${base}/messages/${subject?.id ?? ""}`,
  booking: ({ subject }) => `/reservations/${subject?.id ?? ""}`,
  reservation: ({ subject }) => `/pro/reservations?reservation=${subject?.id ?? ""}`,
  waitlist_offer: ({ subject }) => `/reservations/${subject?.id ?? ""}/accept`,
  order: ({ subject }) => `/orders/${subject?.id ?? ""}`,
  company_order: ({ subject }) => `/pro/orders/${subject?.id ?? ""}`,
  company: ({ subject }) => `/companies/${subject?.handle ?? subject?.id ?? ""}`,
  company_review: () => "/pro/reviews",
  reel: ({ subject }) =>
    `/videos/${subject?.id ?? ""}${subject?.comment_id ? `?comment=${subject.comment_id}` : ""}`,
  company_reel: () => "/pro/store/media",
  ticket: ({ subject }, base) =>
    `${base === "/pro" ? "/pro/settings/tickets/own" : "/support/tickets"}/${subject?.id ?? ""}`,
  company_ticket: ({ subject }) => `/pro/settings/tickets/${subject?.id ?? ""}`,
  security: (_, base) => (base === "/pro" ? "/pro/settings/security" : "/settings/account"),
};

/** Path of what a notification is about. */
export const targetOf: PathOf = (notification, base) => PATHS[notification.target](notification, base);

/** Targets of the business side that one company alone can open. */
const OF_COMPANY: readonly NotificationTarget[] = [
  "company_order",
  "company_reel",
  "company_review",
  "company_ticket",
  "reservation",
];

/** Returns the company to switch to before a notification opens. Null if `acting` is the right one, or any will do. */
export function companyToOpen({ target, subject }: Notification, acting: number | null): number | null {
  const company = subject?.company_id ?? null;
  return acting !== null && company !== acting && OF_COMPANY.includes(target) ? company : null;
}
