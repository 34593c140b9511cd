import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { rereadPeople } from "./rereadPeople";

test("a block makes people, comments, searches and the start page old", async () => {
  const queries = new QueryClient();
  const keys = [
    ["people", "card", 7],
    ["reels", "comments", 1],
    ["search", { q: "al" }],
    ["home", 1, "Lisbon"],
    ["reels", "feed", null],
  ];
  for (const key of keys) queries.setQueryData(key, {});
  await rereadPeople(queries);
  const old = keys.filter((key) => queries.getQueryState(key)?.isInvalidated);
  expect(old).toEqual(keys.slice(0, 4));
});
