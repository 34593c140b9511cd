import { expect, test } from "vitest";
import type { Reservation } from "../../reservations/types";
import type { Change, Occurrence } from "../api";
import { contentOf, dayColumns, itemsOf, placeColumns, type Shown, targetIn } from "./columns";

const shown: Shown = {
  resources: [
    { id: 1, name: "Ana", offerings: [9] },
    { id: 2, name: "Stored away", offerings: [] },
  ],
  offerings: [
    { id: 9, name: "Facial", availability: "appointment" },
    { id: 8, name: "Museum", availability: "timed_entry" },
    { id: 7, name: "Concert", availability: "occurrence" },
    { id: 6, name: "Double", availability: "nights" },
  ],
  offering: null,
  resource: null,
};

const reservation = (id: number, offering: number, availability: string, at = "10:00"): Reservation =>
  ({
    id,
    offering: { id: offering, name: "Museum", availability },
    starts_at: `2026-11-27T${at}:00Z`,
    ends_at: "2026-11-27T12:00:00Z",
    members: 2,
    resources: availability === "appointment" ? [{ id: 1, name: "Ana" }] : [],
  }) as unknown as Reservation;

const change = (id: number, of: Partial<Change>): Change => ({
  id,
  offering_id: null,
  resource_id: null,
  available: false,
  date: "2026-11-27",
  hours: ["10:00", "11:00"],
  starts_at: "2026-11-27T10:00:00Z",
  ends_at: "2026-11-27T11:00:00Z",
  note: "",
  ...of,
});

const calendar = (changes: Change[]) => ({ changes, time_zone: "UTC" });

test("a day has columns of what serves, and of what needs no staff", () => {
  const names = (of: Shown) => placeColumns("2026-11-27", of).map(({ name }) => name);
  expect(names(shown)).toEqual(["Ana", "Museum", "Concert"]);
  expect(names({ ...shown, offering: 9 })).toEqual(["Ana"]);
  expect(names({ ...shown, resource: 1 })).toEqual(["Ana"]);
});

test("bookings that count units of one start are one card", () => {
  const all = [
    reservation(1, 8, "timed_entry"),
    reservation(2, 8, "timed_entry"),
    reservation(3, 8, "timed_entry", "11:00"),
    reservation(4, 9, "appointment"),
  ];
  const items = itemsOf(all, [], shown);
  expect(items.map(({ key }) => key.split(" ")[0])).toEqual(["reservation", "group", "group"]);
  const [, group] = items;
  expect(group?.kind === "group" && group.group.reservations.map(({ id }) => id)).toEqual([1, 2]);
});

test("a date without bookings has a card", () => {
  const occurrence: Occurrence = {
    id: 4,
    offering_id: 7,
    starts_at: "2026-11-27T20:00:00Z",
    ends_at: "2026-11-27T22:00:00Z",
    is_cancelled: false,
    capacity: 20,
    taken: 0,
  };
  expect(itemsOf([], [occurrence], shown)).toHaveLength(1);
  expect(itemsOf([], [occurrence], { ...shown, offering: 9 })).toEqual([]);
  expect(itemsOf([], [occurrence], { ...shown, resource: 1 })).toEqual([]);
});

test("a block of the company fills each column, that of staff is a card", () => {
  const changes = [change(1, {}), change(2, { resource_id: 1 }), change(3, { offering_id: 8 })];
  const [day] = dayColumns(["2026-11-27"]);
  const week = contentOf(day as NonNullable<typeof day>, [], calendar(changes), shown);
  expect(week.bands.map(({ change: { id } }) => id)).toEqual([1]);
  expect(week.items.map(({ item }) => item.key)).toEqual(["block 2", "block 3"]);
  const bands = placeColumns("2026-11-27", shown).map((column) =>
    contentOf(column, [], calendar(changes), shown).bands.map(({ change: { id } }) => id),
  );
  expect(bands).toEqual([[1, 2], [1, 3], [1]]);
});

test("a whole day stands above the hours and closes the column of its owner", () => {
  const off = change(1, {
    resource_id: 1,
    hours: null,
    starts_at: "2026-11-27T00:00:00Z",
    ends_at: "2026-11-28T00:00:00Z",
  });
  const [ana] = placeColumns("2026-11-27", shown);
  const content = contentOf(ana as NonNullable<typeof ana>, [], calendar([off]), shown);
  expect(content.allDay).toHaveLength(1);
  expect(content.bands[0]).toMatchObject({ start: 0, end: 1440 });
  const [day] = dayColumns(["2026-11-27"]);
  expect(contentOf(day as NonNullable<typeof day>, [], calendar([off]), shown).bands).toEqual([]);
});

test("a new block belongs to what is chosen", () => {
  const [day] = dayColumns(["2026-11-27"]);
  const week = day as NonNullable<typeof day>;
  expect(targetIn(week, shown)).toBe("company");
  expect(targetIn(week, { ...shown, resource: 1 })).toBe("resource 1");
  expect(targetIn(week, { ...shown, offering: 8 })).toBe("offering 8");
  // Dates of tickets have no weekly times to block.
  expect(targetIn(week, { ...shown, offering: 7 })).toBe("company");
});
