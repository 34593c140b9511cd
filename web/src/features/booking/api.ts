import { accessToken } from "@/api/auth";
import { download, requestUntyped } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type {
  BookableOffering,
  Booking,
  BookingTime,
  CalendarDay,
  CalendarSubscription,
  CompanyTerms,
  Contact,
  DaySlots,
  WaitedTime,
  WaitlistEntry,
} from "./types";

const base = "/api/v1/users";

export const bookingKeys = {
  offering: (id: number) => ["booking", "offering", id] as const,
  company: (id: number) => ["booking", "company", id] as const,
  days: (offering: number) => ["booking", "days", offering] as const,
  slots: (offering: number) => ["booking", "slots", offering] as const,
  booking: (id: number) => ["booking", "one", id] as const,
  lists: ["booking", "list"] as const,
  waitlist: ["booking", "waitlist"] as const,
  calendarFeed: ["booking", "calendarFeed"] as const,
};

const read = async <T>(path: string, query?: Record<string, string | number | undefined>): Promise<T> =>
  (await requestUntyped<T>("get", path, { query })).data;

export const readOffering = (id: number) => read<BookableOffering>(`${base}/product/${id}`);
export const readCompany = (id: number) => read<CompanyTerms>(`${base}/company/${id}/details`);

/** Days from `from` to `to`, at most 92. */
export const readDays = (offering: number, from: string, to: string, members: number) =>
  read<CalendarDay[]>(`${base}/offerings/${offering}/availability/`, { from, to, members });

export const readSlots = (offering: number, date: string, members: number) =>
  read<DaySlots>(`${base}/offerings/${offering}/slots/`, { date, members });

export const holdTime = async (product_id: number, time: BookingTime, client_id: string): Promise<Booking> =>
  (
    await requestUntyped<Booking>("post", `${base}/bookings/hold/`, {
      body: { product_id, ...time, client_id },
    })
  ).data;

const holdPath = (id: number) => `${base}/bookings/${id}/hold/`;

export const releaseHold = (id: number) => requestUntyped<Booking>("delete", holdPath(id));

/** Releases a hold while the page is being closed: the request outlives the page. */
export function releaseOnExit(id: number): void {
  const token = accessToken();
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  fetch(holdPath(id), { method: "DELETE", keepalive: true, headers }).catch(() => {});
}

export const confirmHold = async (id: number, contact: Contact, expected_total: number): Promise<Booking> =>
  (
    await requestUntyped<Booking>("put", `${base}/bookings/${id}/confirm/`, {
      body: { ...contact, expected_total },
    })
  ).data;

export const readBooking = (id: number) => read<Booking>(`${base}/bookings/${id}/`);

export type When = "upcoming" | "past";

export async function readBookings(when: When, page: number): Promise<Page<Booking>> {
  const envelope = await requestUntyped<Booking[]>("get", `${base}/bookings/`, {
    query: { when, page, per_page: 20 },
  });
  return toPage(envelope as unknown as Parameters<typeof toPage<Booking>>[0]);
}

export const cancelBooking = async (id: number, reason: string, expected_fee: number): Promise<Booking> =>
  (
    await requestUntyped<Booking>("post", `${base}/bookings/${id}/cancel/`, {
      body: { reason, expected_fee },
    })
  ).data;

export const moveBooking = async (id: number, time: BookingTime): Promise<Booking> =>
  (await requestUntyped<Booking>("put", `${base}/bookings/${id}/reschedule/`, { body: time })).data;

export const downloadCalendar = (id: number): Promise<Blob> => download(`${base}/bookings/${id}/calendar/`);

export const readWaitlist = () => read<WaitlistEntry[]>(`${base}/waitlist/`);

export const joinWaitlist = async (
  product_id: number,
  time: WaitedTime,
  contact: Contact,
): Promise<WaitlistEntry> =>
  (
    await requestUntyped<WaitlistEntry>("post", `${base}/waitlist/`, {
      body: { product_id, ...time, ...contact },
    })
  ).data;

export const leaveWaitlist = (id: number) => requestUntyped<undefined>("delete", `${base}/waitlist/${id}/`);

export const readCalendarFeed = () => read<CalendarSubscription>(`${base}/calendar-feed/`);

export const renewCalendarFeed = async (): Promise<CalendarSubscription> =>
  (await requestUntyped<CalendarSubscription>("post", `${base}/calendar-feed/`)).data;

export const endCalendarFeed = () => requestUntyped<undefined>("delete", `${base}/calendar-feed/`);
