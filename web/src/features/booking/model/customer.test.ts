import { describe, expect, test } from "vitest";
import { groupByPart } from "@/shared/booking/model/partOfDay";
import { aSlot } from "@/test/bookings";
import { announcedBetween, formatLeft } from "./countdown";
import { contactOf, customerName } from "./customer";

test.each([
  ["Alice Moreau", null],
  ["Zoë", null],
  ["李雷", null],
  ["  Al  ", null],
  ["A", "nameShort"],
  ["R2 D2", "nameInvalid"],
  ["Jean-Luc", "nameInvalid"],
  [" ", "nameRequired"],
])("customer name %j: %s", (name, error) => expect(customerName(name)).toBe(error));

test("a contact starts with the profile", () => {
  const user = { firstName: "Anne-Lise", lastName: "Moreau", email: "a@plaza.example", phone: null };
  expect(contactOf(user)).toEqual({
    customer_name: "Anne Lise Moreau",
    contact_number: "",
    email: "a@plaza.example",
    note: "",
  });
  expect(contactOf(null).customer_name).toBe("");
});

describe("the countdown", () => {
  test.each([
    [600_000, "10:00"],
    [599_001, "10:00"],
    [65_000, "1:05"],
    [999, "0:01"],
    [-5, "0:00"],
  ])("of %i ms reads %s", (ms, text) => expect(formatLeft(ms)).toBe(text));

  test.each([
    [300_500, 299_500, 5],
    [60_100, 59_900, 1],
    [200_000, 199_000, null],
    [600_000, 300_000, 5],
  ])("from %i to %i announces %s", (before, now, minutes) =>
    expect(announcedBetween(before, now)).toBe(minutes),
  );
});

test("slots are grouped by part of day", () => {
  const slots = ["09:00", "12:00", "16:30", "17:00", "23:30", "01:00"].map((time) =>
    aSlot("2026-11-27T00:00:00.000Z", "2026-11-27T01:00:00.000Z", { time }),
  );
  expect(groupByPart(slots).map(({ part, slots: of }) => [part, of.map(({ time }) => time)])).toEqual([
    ["morning", ["09:00"]],
    ["afternoon", ["12:00", "16:30"]],
    ["evening", ["17:00", "23:30", "01:00"]],
  ]);
  expect(groupByPart([])).toEqual([]);
});
