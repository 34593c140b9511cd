import { expect, test } from "vitest";
import type { Reservation, ReservationState } from "../types";
import { changesSince, type LiveReservations, reservationsTopic } from "./liveReservations";

const reservation = (id: number, state: ReservationState = "confirmed", hour = 10) =>
  ({ id, state, starts_at: `2026-11-22T${hour}:00:00Z` }) as Reservation;

const start = (...open: Reservation[]) => reservationsTopic.snapshot({ reservations: open }, undefined);
const after = (state: LiveReservations, changed: Reservation, seq = 1) =>
  reservationsTopic.event(state, { type: "reservation", reservation: changed }, seq) as LiveReservations;
const ids = ({ open }: LiveReservations) => open.map(({ id }) => id);

test("a new reservation takes its place by time", () => {
  const state = after(
    start(reservation(1, "confirmed", 10), reservation(2, "confirmed", 20)),
    reservation(3, "awaiting_company", 15),
  );
  expect(ids(state)).toEqual([1, 3, 2]);
  expect(state.changes.map(({ isNew }) => isNew)).toEqual([true]);
});

test("a change replaces the reservation and is not new", () => {
  const state = after(start(reservation(1, "awaiting_company")), reservation(1, "confirmed"));
  expect(state.open.map(({ state: to }) => to)).toEqual(["confirmed"]);
  expect(state.changes.map(({ isNew }) => isNew)).toEqual([false]);
});

test("a closed reservation leaves, and its return is not new", () => {
  const left = after(start(reservation(1)), reservation(1, "no_show"));
  expect(ids(left)).toEqual([]);
  const back = after(left, reservation(1, "checked_in"), 2);
  expect(ids(back)).toEqual([1]);
  expect(back.changes.at(-1)?.isNew).toBe(false);
});

test("an event of another type changes nothing", () => {
  const state = start(reservation(1));
  expect(reservationsTopic.event(state, { type: "other" }, 1)).toBe(state);
});

test("a later snapshot replaces the list and keeps the changes", () => {
  const state = after(start(), reservation(1));
  const next = reservationsTopic.snapshot({ reservations: [reservation(2)] }, state);
  expect(ids(next)).toEqual([2]);
  expect(next).toMatchObject({ snapshots: 2, changes: state.changes });
});

test("the latest change of each reservation follows the last seen", () => {
  const first = after(start(), reservation(1, "awaiting_company"), 1);
  const second = after(after(first, reservation(1, "confirmed"), 2), reservation(2), 3);
  const seqs = (seen = first.changes.at(-1)) => changesSince(second.changes, seen).map(({ seq }) => seq);
  expect(seqs()).toEqual([2, 3]);
  expect(changesSince(second.changes, undefined).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(changesSince(second.changes, second.changes.at(-1))).toEqual([]);
});
