import { dateIn } from "@/shared/opening/zonedTime";
import { needsAddress } from "@/shared/orders/fulfilment";
import type { Order, OrderState } from "@/shared/orders/types";
import type { Reservation } from "../../reservations/types";

/** Columns of the board, in order. */
export const COLUMNS = [
  "new",
  "accepted",
  "processing",
  "ready",
  "en_route",
] as const satisfies readonly OrderState[];

export type Column = (typeof COLUMNS)[number];

/** Contents of each column of the board. */
export type ByColumn<T> = Readonly<Record<Column, readonly T[]>>;

export const columnsOf = <T>(of: (column: Column) => readonly T[]): ByColumn<T> => ({
  new: of("new"),
  accepted: of("accepted"),
  processing: of("processing"),
  ready: of("ready"),
  en_route: of("en_route"),
});

/** Returns true if the company works on the order. One that holds only bookings needs no work. */
export const isOnBoard = ({ state, lines }: Pick<Order, "lines" | "state">): boolean =>
  lines.length > 0 && (COLUMNS as readonly OrderState[]).includes(state);

/** Columns of open reservations. */
const RESERVATION_COLUMN: Partial<Record<Reservation["state"], Column>> = {
  awaiting_company: "new",
  confirmed: "accepted",
  checked_in: "processing",
};

/** Groups the reservations that take place today, and those that are in progress, by column. */
export function reservationsByColumn(
  reservations: readonly Reservation[],
  zone: string,
  now: number,
): ByColumn<Reservation> {
  const today = dateIn(zone, now);
  const isShown = ({ starts_at, ends_at }: Reservation) => {
    const day = dateIn(zone, Date.parse(starts_at));
    return day === today || (day < today && Date.parse(ends_at) > now);
  };
  const shown = reservations.filter((one) => RESERVATION_COLUMN[one.state] && isShown(one));
  return columnsOf((column) => shown.filter(({ state }) => RESERVATION_COLUMN[state] === column));
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

/** Steps that several orders can take at once, each with the orders that it is open to. A cancellation asks for a reason. */
export function bulkSteps(orders: readonly Order[]): { state: OrderState; orders: readonly Order[] }[] {
  const states = ["accepted", "processing", "ready", "en_route", "fulfilled"] as const;
  const open = (state: OrderState) => orders.filter((order) => stepsOf(order).includes(state));
  return states.map((state) => ({ state, orders: open(state) })).filter(({ orders: of }) => of.length > 0);
}

const DAY_MINUTES = 24 * 60;
/** Times from now that an acceptance offers, in minutes. */
const SHORT_TIMES = [10, 20, 30, 45] as const;
const LONG_TIMES = [1, 2, 3, 5].map((days) => days * DAY_MINUTES);

/** Times for an order, in minutes from now. One that takes a day or more is promised in days. */
export function promiseTimes({ promised_at, scheduled_at, created_at }: Order): readonly number[] {
  const due = promised_at ?? scheduled_at;
  if (!due) return SHORT_TIMES;
  return Date.parse(due) - Date.parse(created_at) >= DAY_MINUTES * MINUTE ? LONG_TIMES : SHORT_TIMES;
}

/** Whole days of a time from now. Null: less than a day. */
export const daysOf = (minutes: number): number | null =>
  minutes >= DAY_MINUTES ? Math.round(minutes / DAY_MINUTES) : null;

export const timeIn = (minutes: number, now: number): string =>
  new Date(now + minutes * MINUTE).toISOString();
