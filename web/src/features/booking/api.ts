import { accessToken } from "@/api/auth";
import { api, download, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { type Page, toPage } from "@/api/pagination";
import { BOOKING_QUERIES } from "@/shared/booking/model/bookingQueries";
import type { BookableOffering, Booking, BookingTime, CompanyTerms, Contact } from "@/shared/booking/types";
import { offeringKey, readOffering as readAnyOffering } from "@/shared/offering/api";
import { openedFrom } from "@/shared/reels/opened";
import type { CalendarSubscription, WaitedTime, WaitlistEntry } from "./types";

export const bookingKeys = {
  offering: offeringKey,
  company: (id: number) => ["booking", "company", id] as const,
  booking: (id: number) => [...BOOKING_QUERIES.one, id] as const,
  bookedOffering: (id: number) => ["booking", "bookedOffering", id] as const,
  lists: BOOKING_QUERIES.lists,
  waitlist: BOOKING_QUERIES.waitlist,
  calendarFeed: ["booking", "calendarFeed"] as const,
};

const base = "/api/v1/users";

const at = (booking_id: number) => ({ params: { path: { booking_id } } });

/** Only offerings for a time are booked: the screens check the availability. */
const booked = ({ data }: { data: unknown }): Booking => data as Booking;

export const readOffering = async (id: number): Promise<BookableOffering> =>
  (await readAnyOffering(id)) as BookableOffering;

/** Offering of a booking, also after it went off sale. */
export const readBookedOffering = async (id: number): Promise<BookableOffering> =>
  asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/bookings/{booking_id}/offering/", at(id)))).data,
  ) as BookableOffering;

export async function readCompany(id: number): Promise<CompanyTerms> {
  const params = { path: { company_id: String(id) } };
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/company/{company_id}/details/", { params }))).data,
  );
}

export async function holdTime(product_id: number, time: BookingTime, client_id: string): Promise<Booking> {
  return booked(
    await unwrap(
      api.POST("/api/v1/users/bookings/hold/", {
        body: { product_id, ...time, client_id, reel_id: openedFrom(product_id) },
      }),
    ),
  );
}

const holdPath = "/api/v1/users/bookings/{booking_id}/hold/";

export const releaseHold = (id: number) => unwrap(api.DELETE(holdPath, at(id)));

/** Releases a hold while the page is being closed: the request outlives the page. */
export function releaseOnExit(id: number): void {
  const token = accessToken();
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  fetch(`${base}/bookings/${id}/hold/`, { method: "DELETE", keepalive: true, headers }).catch(() => {});
}

export async function confirmHold(id: number, contact: Contact, expected_total: number): Promise<Booking> {
  const body = { ...contact, expected_total };
  return booked(await unwrap(api.PUT("/api/v1/users/bookings/{booking_id}/confirm/", { ...at(id), body })));
}

export const readBooking = async (id: number): Promise<Booking> =>
  booked(await unwrap(api.GET("/api/v1/users/bookings/{booking_id}/", at(id))));

export type When = "upcoming" | "past";

export async function readBookings(when: When, page: number): Promise<Page<Booking>> {
  const params = { query: { when, page, per_page: 20 } };
  const { items, ...rest } = toPage(await unwrap(api.GET("/api/v1/users/bookings/", { params })));
  return { ...rest, items: items.map((data) => booked({ data })) };
}

export async function cancelBooking(id: number, reason: string, expected_fee: number): Promise<Booking> {
  const body = { reason, expected_fee };
  return booked(await unwrap(api.POST("/api/v1/users/bookings/{booking_id}/cancel/", { ...at(id), body })));
}

/** Moves a booking. A total other than `expected_total` is refused with the total that applies. */
export async function moveBooking(
  { id, offering }: Booking,
  time: BookingTime,
  expected_total: number,
): Promise<Booking> {
  // A booking without children says nothing of ages.
  const children = time.children || undefined;
  const body = { product_id: offering.id, ...time, children, expected_total };
  return booked(
    await unwrap(api.PUT("/api/v1/users/bookings/{booking_id}/reschedule/", { ...at(id), body })),
  );
}

export const downloadCalendar = (id: number): Promise<Blob> => download(`${base}/bookings/${id}/calendar/`);

const waitlistPath = "/api/v1/users/waitlist/";

/** Only offerings for a time have a waitlist. */
const waited = ({ data }: { data: unknown }): WaitlistEntry => data as WaitlistEntry;

export const readWaitlist = async (): Promise<WaitlistEntry[]> =>
  (await unwrap(api.GET(waitlistPath))).data.map((data) => waited({ data }));

export const joinWaitlist = async (
  product_id: number,
  time: WaitedTime,
  contact: Contact,
): Promise<WaitlistEntry> =>
  waited(await unwrap(api.POST(waitlistPath, { body: { product_id, ...time, ...contact } })));

export const leaveWaitlist = (entry_id: number) =>
  unwrap(api.DELETE("/api/v1/users/waitlist/{entry_id}/", { params: { path: { entry_id } } }));

const feedPath = "/api/v1/users/calendar-feed/";

export const readCalendarFeed = async (): Promise<CalendarSubscription> =>
  asDeepRequired((await unwrap(api.GET(feedPath))).data);

export const renewCalendarFeed = async (): Promise<CalendarSubscription> =>
  asDeepRequired((await unwrap(api.POST(feedPath))).data);

export const endCalendarFeed = () => unwrap(api.DELETE(feedPath));
