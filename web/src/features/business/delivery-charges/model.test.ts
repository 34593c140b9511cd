import { expect, test } from "vitest";
import { type FulfilmentOption, fieldsOf, optionsOf, parseMetres, problemsOf, refusedPaths } from "./model";

const DELIVERY: FulfilmentOption = {
  kind: "delivery",
  minutes: 45,
  minimum_order: 1500,
  zones: [
    { up_to_metres: 2500, fee: 250, free_from: 4000 },
    { up_to_metres: 8000, fee: 490, free_from: null },
  ],
};

const delivery = (change: object) =>
  fieldsOf([DELIVERY], "EUR").map((one) => (one.kind === "delivery" ? { ...one, ...change } : one));

test("stored options come back unchanged", () => {
  const fields = fieldsOf([DELIVERY], "EUR");
  expect(fields.filter(({ on }) => on).map(({ kind }) => kind)).toEqual(["delivery"]);
  expect(problemsOf(fields, "EUR")).toEqual({});
  expect(optionsOf(fields, "EUR")).toEqual([DELIVERY]);
});

test("amounts have the decimals of the currency", () => {
  const yen = fieldsOf([{ ...DELIVERY, minimum_order: 1500 }], "JPY");
  expect(yen.find(({ on }) => on)?.minimum).toBe("1500");
  expect(optionsOf(yen, "JPY")).toEqual([DELIVERY]);
  expect(problemsOf(delivery({ minimum: "4.50" }), "JPY")).toHaveProperty("delivery.minimum", "amount");
});

test.each([
  ["3", 3000],
  ["2.5", 2500],
  ["0.25", 250],
  ["0", null],
  ["far", null],
])("%s kilometers are %s metres", (text, metres) => {
  expect(parseMetres(text)).toBe(metres);
});

test("each wrong field is named by its path", () => {
  const zone = { km: "3", fee: "2.50", freeFrom: "" };
  const fields = delivery({ time: "soon", zones: [zone, { ...zone, fee: "x" }, { ...zone, km: "" }] });
  expect(problemsOf(fields, "EUR")).toEqual({
    "delivery.time": "time",
    "delivery.1.km": "repeated",
    "delivery.1.fee": "amount",
    "delivery.2.km": "distance",
  });
});

test("a way that is off is not checked and not sent", () => {
  const fields = delivery({ on: false, time: "soon" });
  expect(problemsOf(fields, "EUR")).toEqual({});
  expect(optionsOf(fields, "EUR")).toEqual([]);
});

test.each([
  [45, "45", "minutes"],
  [90, "90", "minutes"],
  [120, "2", "hours"],
  [4320, "3", "days"],
  [0, "0", "minutes"],
] as const)("%i minutes are %s %s", (minutes, time, unit) => {
  const fields = fieldsOf([{ ...DELIVERY, minutes }], "EUR");
  expect(fields.find(({ on }) => on)).toMatchObject({ time, unit });
  expect(optionsOf(fields, "EUR")[0]?.minutes).toBe(minutes);
});

test("each way has a longest time", () => {
  const of = (kind: "delivery" | "express", time: string, unit: "days" | "hours") =>
    problemsOf(
      fieldsOf([{ ...DELIVERY, kind }], "EUR").map((one) => (one.on ? { ...one, time, unit } : one)),
      "EUR",
    );
  expect(of("express", "2", "hours")).toEqual({});
  expect(of("express", "3", "hours")).toEqual({ "express.time": "express" });
  expect(of("delivery", "30", "days")).toEqual({});
  expect(of("delivery", "31", "days")).toEqual({ "delivery.time": "time" });
});

test("a refusal of the server is shown at its field", () => {
  const fields = fieldsOf([DELIVERY], "EUR");
  expect(refusedPaths({ "options.0.zones": ["no"] }, fields)).toEqual({ "delivery.zones": "required" });
});
