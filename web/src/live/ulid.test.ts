import { expect, it } from "vitest";
import { ulid } from "./ulid";

it("returns 26 increasing characters, even if the clock goes back", () => {
  const ids = [
    ulid(1000),
    ulid(1000),
    ulid(1000),
    ulid(999),
    ulid(1001),
    ...Array.from({ length: 500 }, () => ulid()),
  ];
  for (const id of ids) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
