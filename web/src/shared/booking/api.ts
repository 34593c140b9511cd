import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import type { CalendarDay, DaySlots } from "./types";

export const availabilityKeys = {
  days: (offering: number) => ["booking", "days", offering] as const,
  /** Days of single members of staff. The slots of a day, which are of all, do not tell them. */
  staffDays: (offering: number) => ["booking", "staffDays", offering] as const,
  slots: (offering: number) => ["booking", "slots", offering] as const,
};

interface Period {
  from: string;
  to: string;
}

/** Days from `from` to `to`, at most 92: of one member of staff, or of all. */
export async function readDays(
  offering_id: number,
  { from, to }: Period,
  members: number,
  staff: number | null = null,
): Promise<CalendarDay[]> {
  const query = { from, to, members, ...(staff !== null && { resource_id: staff }) };
  const params = { path: { offering_id }, query };
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/offerings/{offering_id}/availability/", { params }))).data,
  );
}

export async function readSlots(offering_id: number, date: string, members: number): Promise<DaySlots> {
  const params = { path: { offering_id }, query: { date, members } };
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/offerings/{offering_id}/slots/", { params }))).data,
  );
}
