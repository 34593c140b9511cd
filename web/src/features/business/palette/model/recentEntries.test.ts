import { IconUser } from "@tabler/icons-react";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Entry } from "./entries";
import { recentEntries, rememberEntry } from "./recentEntries";

const aCustomer = (id: string): Entry => ({
  group: "customers",
  id,
  icon: IconUser,
  label: id,
  to: `/${id}`,
});
const ids = (queries: QueryClient) => recentEntries(queries).map(({ id }) => id);

test("keeps the last five entries, each once, the latest first", () => {
  const queries = new QueryClient();
  for (const id of ["a", "b", "c", "d", "e", "f", "c"]) rememberEntry(queries, aCustomer(id));
  rememberEntry(queries, { ...aCustomer("c"), group: "orders" });
  expect(ids(queries)).toEqual(["c", "c", "f", "e", "d"]);
});

test("forgets the entries when the account changes", () => {
  const queries = new QueryClient();
  rememberEntry(queries, aCustomer("a"));
  queries.clear();
  expect(ids(queries)).toEqual([]);
});
