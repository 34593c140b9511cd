import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { aUser, credentials } from "@/test/people";
import { separateAccounts } from "./separateAccounts";

let queries: QueryClient;
let stop: (() => void)[] = [];
const read = vi.fn(async () => "menu");

/** Shows one query, and keeps another that was shown before. */
async function show() {
  queries.setQueryData(["search"], "shops");
  const menu = new QueryObserver(queries, { queryKey: ["menu"], queryFn: read });
  stop.push(menu.subscribe(() => {}));
  await vi.waitFor(() => expect(queries.getQueryData(["menu"])).toBe("menu"));
  read.mockClear();
}

beforeEach(() => {
  queries = new QueryClient();
  stop = [separateAccounts(queries)];
});

afterEach(() => {
  for (const end of stop) end();
  queries.clear();
  useAuth.getState().clear();
});

test("a visitor who becomes a guest keeps the page, which is read again", async () => {
  await show();
  useAuth.getState().signIn(credentials(), true);
  expect(queries.getQueryData(["menu"])).toBe("menu");
  expect(queries.getQueryData(["search"])).toBeUndefined();
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
});

test("the next account sees nothing of the one before", async () => {
  useAuth.getState().signIn(credentials(), true);
  await show();
  useAuth.getState().signIn(credentials({ user: aUser({ id: 99 }) }), true);
  expect(queries.getQueryCache().getAll()).toEqual([]);
  await show();
  useAuth.getState().clear();
  expect(queries.getQueryCache().getAll()).toEqual([]);
});
