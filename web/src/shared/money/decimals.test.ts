import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decimalsOf, minorUnits } from "./decimals";

const server = readFileSync("../store/src/types/currency.rs", "utf8");
/** Codes of a list of the server. */
const listed = (name: string) =>
  [
    ...(server.match(new RegExp(`const ${name}: &\\[&str\\] =\\s*&\\[([^\\]]*)\\]`))?.[1] ?? "").matchAll(
      /[A-Z]{3}/g,
    ),
  ].map(([code]) => code);
const regions = readFileSync("../store/src/types/country/regions.tsv", "utf8").trim().split("\n").slice(1);
const currencies = [...new Set(regions.map((line) => line.split("\t")[1] ?? ""))];

test("every currency has the decimals of the server", () => {
  const [whole, thousandths] = [listed("WHOLE"), listed("THOUSANDTHS")];
  expect(whole).toContain("JPY");
  expect(thousandths).toContain("KWD");
  expect(currencies.length).toBeGreaterThan(100);
  const expected = (code: string) => (whole.includes(code) ? 0 : thousandths.includes(code) ? 3 : 2);
  expect(Object.fromEntries(currencies.map((code) => [code, decimalsOf(code)]))).toEqual(
    Object.fromEntries(currencies.map((code) => [code, expected(code)])),
  );
});

test("a whole unit has its minor units", () => {
  expect([minorUnits("HUF"), minorUnits("JPY"), minorUnits("KWD")]).toEqual([100, 1, 1000]);
});
