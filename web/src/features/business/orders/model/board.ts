import { needsAddress } from "@/shared/orders/fulfilment";
import type { Order, OrderState } from "@/shared/orders/types";

/** Columns of the board, in order. */
export const COLUMNS = [
  "new",
  "accepted",
  "processing",
  "ready",
  "en_route",
] as const satisfies readonly OrderState[];

export type Column = (typeof COLUMNS)[number];

export const isOnBoard = ({ state }: Pick<Order, "state">): boolean =>
  (COLUMNS as readonly OrderState[]).includes(state);

/** Groups orders by column. The most urgent comes first. */
export function byColumn(orders: readonly Order[]): Readonly<Record<Column, readonly Order[]>> {
  const due = ({ promised_at, created_at }: Order) => Date.parse(promised_at ?? created_at);
  const sorted = orders.toSorted((a, b) => due(a) - due(b) || a.id - b.id);
  const inColumn = (column: Column) => sorted.filter(({ state }) => state === column);
  return {
    new: inColumn("new"),
    accepted: inColumn("accepted"),
    processing: inColumn("processing"),
    ready: inColumn("ready"),
    en_route: inColumn("en_route"),
  };
}

/** Urgency of an order, from calm to late. */
export type Urgency = "calm" | "late" | "soon" | "warm";

const MINUTE = 60_000;
/** Share of the time to the promise after which an order warms up. */
const WARM_SHARE = 0.5;
const SOON_MINUTES = 5;
/** Minutes without an answer after which a new order is urgent. */
const UNANSWERED = { warm: 3, soon: 6, late: 10 } as const;

/** Minutes since an order was placed. */
export function ageMinutes({ changes, created_at }: Pick<Order, "changes" | "created_at">, now: number) {
  const placed = changes.find(({ state }) => state === "new")?.at ?? created_at;
  return Math.max(0, Math.floor((now - Date.parse(placed)) / MINUTE));
}

/** Urgency against the promised time. A new order is urgent by its age as well, unless it is for later. */
export function urgencyOf(order: Order, now: number): Urgency {
  const byPromise = promiseUrgency(order, now);
  if (order.state !== "new" || order.scheduled_at) return byPromise;
  const age = ageMinutes(order, now);
  const byAge: Urgency =
    age >= UNANSWERED.late
      ? "late"
      : age >= UNANSWERED.soon
        ? "soon"
        : age >= UNANSWERED.warm
          ? "warm"
          : "calm";
  return RANK[byAge] > RANK[byPromise] ? byAge : byPromise;
}

const RANK: Readonly<Record<Urgency, number>> = { calm: 0, warm: 1, soon: 2, late: 3 };

function promiseUrgency({ promised_at, created_at }: Order, now: number): Urgency {
  if (!promised_at) return "calm";
  const due = Date.parse(promised_at);
  const placed = Date.parse(created_at);
  if (now >= due) return "late";
  if (due - now <= SOON_MINUTES * MINUTE) return "soon";
  return now - placed >= (due - placed) * WARM_SHARE ? "warm" : "calm";
}

/** Steps on the way to the customer, the usual one first. Only a delivery leaves the company. */
export const stepsOf = ({ next, fulfilment }: Pick<Order, "next" | "fulfilment">): OrderState[] =>
  next.filter((state) => state !== "cancelled" && (needsAddress(fulfilment) || state !== "en_route"));

/** Minutes that an acceptance offers. */
export const ACCEPT_MINUTES = [10, 20, 30, 45] as const;

export const timeIn = (minutes: number, now: number): string =>
  new Date(now + minutes * MINUTE).toISOString();
