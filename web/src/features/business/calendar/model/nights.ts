// Nights of rooms and dates of departures as a strip of days.

import type { Calendar, Room } from "../api";
import type { Group } from "./columns";
import { coversNight, dateOf } from "./timeGrid";

/** Chosen nights of a type of room, both included. */
export interface RoomNights {
  room: Room;
  name: string;
  from: string;
  to: string;
  /** All of them are closed. */
  closed: boolean;
}

export type NightState = "closed" | "free" | "full" | "some";

export const nightState = ({ left, capacity, closed }: Room["nights"][number]): NightState => {
  if (closed) return "closed";
  if (left <= 0) return "full";
  return left < capacity ? "some" : "free";
};

/** Returns the chosen nights, in any order. */
export function chosenNights(room: Room, name: string, one: string, other: string): RoomNights {
  const [from, to] = one < other ? [one, other] : [other, one];
  const nights = room.nights.filter(({ date }) => date >= from && date <= to);
  return { room, name, from, to, closed: nights.length > 0 && nights.every(({ closed }) => closed) };
}

/** Departures that last over or begin on a date. */
export const groupsOn = (
  groups: readonly Group[],
  date: string,
  { time_zone }: Pick<Calendar, "time_zone">,
) =>
  groups.filter(
    (group) => coversNight(time_zone, date, group) || dateOf(time_zone, group.starts_at) === date,
  );
