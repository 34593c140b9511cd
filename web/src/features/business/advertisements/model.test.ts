import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { bodyOf, isBeyondPlan, problemsOf, valuesOf } from "./model";

const ZONE = "Asia/Tokyo";
const NOW = Date.parse("2026-11-22T16:00:00Z");
const PICTURE = { id: 5, url: "/media/a", width: 4, height: 3, placeholder: null } as never;
const valid = { ...valuesOf(null, ZONE, NOW), title: "Paella", text: "For two.", picture: PICTURE };

test("a new advertisement runs for a week from today", () => {
  expect(valuesOf(null, ZONE, NOW)).toMatchObject({ from: "2026-11-23", until: "2026-11-30" });
});

test("a new advertisement sends every field, and its last day is included", () => {
  const body = bodyOf(valuesOf(null, ZONE, NOW), valid, ZONE, true);
  expect(body).toMatchObject({ title: "Paella", text: "For two.", picture_id: 5 });
  expect(body.starts_at).toBe("2026-11-22T15:00:00.000Z");
  expect(body.ends_at).toBe("2026-11-30T15:00:00.000Z");
});

test("a changed advertisement sends what changed", () => {
  const after = { ...valid, title: "Paella today", offering: 7 };
  expect(bodyOf(valid, after, ZONE, false)).toEqual({ title: "Paella today", offering_id: 7 });
  expect(bodyOf(after, { ...after, offering: null }, ZONE, false)).toEqual({ offering_id: null });
});

test("each field says what is wrong with it", () => {
  expect(problemsOf(valid)).toEqual({});
  expect(problemsOf({ ...valid, title: " ", text: "x".repeat(501), picture: null })).toEqual({
    title: "title",
    text: "text",
    picture: "picture",
  });
  expect(problemsOf({ ...valid, from: "2026-12-02" })).toEqual({ until: "order" });
  expect(problemsOf({ ...valid, until: "" })).toEqual({ until: "required" });
});

test("only a refused end names the limit of the plan", () => {
  const refused = (fields: Record<string, string[]>) =>
    new ApiError({ code: "validation", message: "", status: 422, fields });
  expect(isBeyondPlan(refused({ ends_at: ["Your plan allows 1 at a time."] }))).toBe(true);
  expect(isBeyondPlan(refused({ title: ["Too long."] }))).toBe(false);
  expect(isBeyondPlan(new Error("offline"))).toBe(false);
});
