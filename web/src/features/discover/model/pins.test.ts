import { expect, test } from "vitest";
import type { SearchHit } from "../api";
import { pinsOf } from "./pins";

const place = { latitude: 41.4, longitude: 2.2 };
const company = { id: 1, name: "Casa Azul", currency: "EUR", opening: { state: "open" }, ...place };
const offering = (price: number) => ({ price, currency: "EUR", company: { id: 1, name: "Casa Azul" } });
const hit = (value: object) => ({ distance_km: null, bookable: null, ...value }) as unknown as SearchHit;
const money = (amount: number, currency: string) => `${currency} ${amount}`;
const labels = (hits: SearchHit[]) => pinsOf(hits, money).map(({ label }) => label);

test("a company has one pin with the lowest price of its results", () => {
  const hits = [1500, 900, 1200].map((price) =>
    hit({ type: "offering", offering: offering(price), ...place }),
  );
  expect(labels(hits)).toEqual(["EUR 900"]);
});

test("a company without a price has its name", () => {
  expect(labels([hit({ type: "company", company, price_from: 0 })])).toEqual(["Casa Azul"]);
});

test("a stay counts with its price for the dates", () => {
  const bookable = { stay: { total: 33000, vat_added: 2000 } };
  expect(labels([hit({ type: "company", company, price_from: 6900, bookable })])).toEqual(["EUR 35000"]);
});

test("a result without a position has no pin", () => {
  expect(labels([hit({ type: "offering", offering: offering(5), latitude: null, longitude: null })])).toEqual(
    [],
  );
});
