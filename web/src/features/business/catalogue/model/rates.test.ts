import { expect, test } from "vitest";
import { newRate, rateBodies, rateErrors, rateValues } from "./rates";

const summer = {
  variant_id: 7,
  from_date: "2027-07-01",
  to_date: "2027-08-31",
  weekdays: [5, 6],
  price: 18_000,
  min_nights: 2,
  closed: false,
};

test("rates return unchanged from their fields", () => {
  const usual = { ...summer, price: null, closed: true };
  expect(rateBodies(rateValues([summer, usual], "EUR"), "EUR")).toEqual([summer, usual]);
});

test("each wrong field of a rate is named", () => {
  const rate = {
    ...newRate(7),
    from: "2027-07-02",
    to: "2027-07-01",
    weekdays: [],
    price: "x",
    minNights: "0",
  };
  expect(rateErrors([newRate(7), rate], "EUR")).toEqual({
    "rates.0.from_date": "required",
    "rates.0.to_date": "required",
    "rates.1.to_date": "lastNight",
    "rates.1.weekdays": "day",
    "rates.1.price": "amount",
    "rates.1.min_nights": "nights",
  });
});

test("a minimum stay has at most thirty nights", () => {
  const wrong = (minNights: string) => {
    const rate = { ...newRate(7), from: "2027-07-01", to: "2027-07-02", minNights };
    return rateErrors([rate], "EUR")["rates.0.min_nights"];
  };
  expect(["1", "30", "31", "0", "-1", "x", ""].map(wrong)).toEqual([
    undefined,
    undefined,
    "nights",
    "nights",
    "number",
    "number",
    "number",
  ]);
});
