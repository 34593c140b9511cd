import { expect, test } from "vitest";
import { readSailingQuery, sailingParams, writeSailingQuery } from "./sailings";

const read = (search: string) => readSailingQuery(new URLSearchParams(search));

test("reads back the search it wrote", () => {
  const query = {
    q: "fjords",
    destination: "ITGOA",
    departure: "ESBCN",
    call: "FRMRS",
    date: "2026-12-24",
    until: "2027-01-03",
    nights: "4-7",
    people: 2,
    price: 900,
    facilities: ["pool", "spa"],
    sort: "price" as const,
  };
  expect(read(writeSailingQuery(new URLSearchParams(), query).toString())).toEqual(query);
});

test.each([
  "date=2026-02-30",
  "until=2026-12-24",
  "people=99",
  "nights=all",
  "price=-1",
  "facilities=<b>",
  "date=tomorrow",
  "departure=barcelona",
  "destination=ES",
  "",
])("ignores “%s”", (search) => {
  expect(Object.values(read(search)).filter(Boolean)).toEqual([]);
});

test("an empty value leaves the address", () => {
  const params = writeSailingQuery(new URLSearchParams("date=2026-12-24&departure=ESBCN"), {
    departure: "ESBCN",
  });
  expect(params.toString()).toBe("departure=ESBCN");
});

test("asks for the days that the server takes at once", () => {
  const asked = (until?: string) => sailingParams({ date: "2026-12-24", until }, "EUR", 100).until;
  expect(asked()).toBe("2027-01-23");
  expect(asked("2027-01-02")).toBe("2027-01-02");
});

test("a longer range is bounded in the form and in the address", () => {
  expect(read("date=2026-12-24&until=2027-05-01").until).toBe("2027-01-23");
  const long = { date: "2026-12-24", until: "2027-05-01" };
  expect(writeSailingQuery(new URLSearchParams(), long).toString()).toBe("date=2026-12-24&until=2027-01-23");
});

test("splits the nights and counts the price in minor units", () => {
  const query = { nights: "4-7", price: 900, people: 2, facilities: ["pool", "spa"] };
  expect(sailingParams(query, "EUR", 100)).toMatchObject({
    nights_min: 4,
    nights_max: 7,
    price_max: 90_000,
    currency: "EUR",
    adults: 2,
    facilities: "pool,spa",
  });
});
