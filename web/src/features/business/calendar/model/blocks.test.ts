import { expect, test } from "vitest";
import type { Reservation } from "../../reservations/types";
import type { Change } from "../api";
import {
  bodyAgain,
  bodyOf,
  bookingsWithin,
  draftErrors,
  draftOf,
  movedDraft,
  newDraft,
  rangeOf,
} from "./blocks";

const block: Change = {
  id: 5,
  offering_id: null,
  resource_id: 3,
  available: false,
  date: "2026-11-27",
  hours: ["22:00", "26:00"],
  starts_at: "2026-11-27T21:00:00Z",
  ends_at: "2026-11-28T01:00:00Z",
  note: "Cleaning",
};

test("a block past midnight keeps its hours in the form", () => {
  const draft = draftOf(block);
  expect(draft).toMatchObject({ target: "resource 3", starts: "22:00", ends: "02:00", allDay: false });
  expect(bodyOf(draft)).toEqual({
    offering_id: null,
    resource_id: 3,
    dates: ["2026-11-27"],
    hours: ["22:00", "26:00"],
    note: "Cleaning",
  });
});

test("a moved block keeps its length", () => {
  const moved = movedDraft(block, "2026-11-28", 9 * 60, "resource 4");
  expect(bodyOf(moved)).toMatchObject({ resource_id: 4, dates: ["2026-11-28"], hours: ["09:00", "13:00"] });
});

test("whole days are blocked one by one and made again together", () => {
  const days = { ...newDraft("2026-11-27", null), until: "2026-11-29" };
  expect(bodyOf(days)).toEqual({
    offering_id: null,
    resource_id: null,
    dates: ["2026-11-27", "2026-11-28", "2026-11-29"],
    hours: null,
    note: "",
  });
  const made = [block, { ...block, id: 6, date: "2026-11-28" }];
  expect(bodyAgain(made).dates).toEqual(["2026-11-27", "2026-11-28"]);
});

test("fields that cannot be sent are named", () => {
  const draft = newDraft("2026-11-27", { start: 600, end: 660 });
  expect(draftErrors(draft)).toEqual({});
  expect(draftErrors({ ...draft, date: "" })).toEqual({ date: "required" });
  expect(draftErrors({ ...draft, starts: "", ends: "" })).toEqual({ starts: "required", ends: "required" });
  const days = { ...draft, allDay: true };
  expect(draftErrors({ ...days, until: "2026-11-26" })).toEqual({ until: "date" });
  expect(draftErrors({ ...days, until: "2027-03-30" })).toEqual({ until: "days" });
});

test("a valid choice has a first and a last date", () => {
  const days = { ...newDraft("2026-11-27", null), until: "2026-12-29" };
  expect(rangeOf(days)).toEqual(["2026-11-27", "2026-12-29"]);
  expect(rangeOf(newDraft("2026-11-27", { start: 600, end: 660 }))).toEqual(["2026-11-27", "2026-11-27"]);
  expect(rangeOf({ ...days, date: "" })).toBeNull();
  expect(rangeOf(newDraft("202611-11-27", null))).toBeNull();
});

const reservation = (id: number, availability: string, at: string, change: object = {}): Reservation =>
  ({
    id,
    state: "confirmed",
    starts_at: `2026-11-27T${at}:00Z`,
    ends_at: `2026-11-27T${at.slice(0, 2)}:59:00Z`,
    offering: { id: 9, name: "Facial", availability },
    resources: [],
    ...change,
  }) as unknown as Reservation;

test("open bookings inside a block are found by its owner", () => {
  const all = [
    reservation(1, "appointment", "09:30", { resources: [{ id: 3 }] }),
    reservation(2, "appointment", "10:30"),
    reservation(3, "nights", "09:30"),
    reservation(4, "appointment", "09:30", { state: "cancelled_by_user" }),
    reservation(5, "timed_entry", "09:30", { offering: { id: 8, availability: "timed_entry" } }),
  ];
  const hour = { start: 10 * 60, end: 11 * 60 };
  const within = (target: Parameters<typeof newDraft>[2]) =>
    bookingsWithin(newDraft("2026-11-27", hour, target), all, "Europe/Paris").map(({ id }) => id);
  expect(within("company")).toEqual([1, 5]);
  expect(within("resource 3")).toEqual([1]);
  expect(within("offering 8")).toEqual([5]);
});
