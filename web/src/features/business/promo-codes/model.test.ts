import { expect, test } from "vitest";
import type { PromoCode } from "./api";
import { fieldsOf, formOf, type PromoFields, problemsOf, stateOf } from "./model";

const FIELDS: PromoFields = {
  code: "ten",
  kind: "percent",
  value: "10",
  minimum: "12.50",
  from: "2026-11-01",
  until: "2026-11-30",
  limitTotal: "",
  limitEach: "1",
};

const CODE: PromoCode = {
  id: 1,
  code: "TEN",
  kind: "percent",
  value: 10,
  minimum_order: 1250,
  starts_at: "2026-11-01T00:00:00.000Z",
  ends_at: "2026-12-01T00:00:00.000Z",
  limit_total: 2,
  limit_each: null,
  used: 0,
  is_active: true,
};

const TERMS = { currency: "EUR", time_zone: "Asia/Tokyo" };

test("includes the last day and reads back the same fields", () => {
  const form = formOf(FIELDS, TERMS, true);
  expect(form).toMatchObject({ value: 10, minimum_order: 1250, limit_total: null, limit_each: 1 });
  // Days of the company, wherever the form is filled in.
  expect(form).toMatchObject({
    starts_at: "2026-10-31T15:00:00.000Z",
    ends_at: "2026-11-30T15:00:00.000Z",
  });
  const stored = { ...CODE, ...form, code: "TEN", limit_total: null, limit_each: 1, used: 0 } as PromoCode;
  expect(fieldsOf(stored, TERMS, Date.now())).toEqual({ ...FIELDS, code: "TEN" });
});

test("names each wrong field", () => {
  expect(problemsOf(FIELDS, "EUR")).toEqual({});
  const wrong = { ...FIELDS, code: "a b", value: "101", minimum: "x", limitEach: "0", until: "2026-10-01" };
  expect(problemsOf(wrong, "EUR")).toEqual({
    code: "code",
    value: "percent",
    minimum: "amount",
    limitEach: "limit",
    until: "order",
  });
  expect(problemsOf({ ...FIELDS, kind: "amount", value: "0" }, "EUR")).toEqual({ value: "amount" });
  expect(problemsOf({ ...FIELDS, kind: "free_delivery", value: "" }, "EUR")).toEqual({});
});

test("tells codes that are open, planned, used up and ended", () => {
  const at = Date.parse("2026-11-15T00:00:00Z");
  expect(stateOf(CODE, at)).toBe("open");
  expect(stateOf({ ...CODE, used: 2 }, at)).toBe("usedUp");
  expect(stateOf(CODE, Date.parse("2026-10-01T00:00:00Z"))).toBe("planned");
  expect(stateOf({ ...CODE, is_active: false }, at)).toBe("ended");
});
