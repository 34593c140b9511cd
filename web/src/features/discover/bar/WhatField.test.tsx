import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { recentSearches, rememberSearch } from "./recentSearches";
import { WhatField } from "./WhatField";

const SUGGESTIONS = {
  categories: [{ key: "gourmet", label: "Gourmet", detail: "food", picture: null }],
  companies: [{ key: "casa-azul", label: "Casa Azul", detail: "Barcelona", picture: null }],
  items: [],
  towns: [
    {
      id: 1,
      label: "Cadiz, Andalusia, Spain",
      city: "Cadiz",
      region: "Andalusia",
      country: "ES",
      latitude: 36.5,
      longitude: -6.3,
    },
  ],
};

const onSubmit = vi.fn();
const onPick = vi.fn();

function Field() {
  const [text, setText] = useState("");
  return <WhatField value={text} onChange={setText} onSubmit={onSubmit} onPick={onPick} />;
}

beforeEach(async () => {
  await startI18n();
  vi.clearAllMocks();
  const data = (url: string) => (url.includes("search-suggestions") ? SUGGESTIONS : []);
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => Response.json({ status: true, data: data(request.url) })),
  );
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Field />
    </QueryClientProvider>,
  );
  return screen.findByRole("combobox");
}

test("arrows go through the groups, and Enter takes one", async () => {
  await userEvent.type(await show(), "ca");
  await screen.findByRole("option", { name: /Casa Azul/ });
  expect(screen.getAllByRole("group")).toHaveLength(3);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ leads: { path: "/companies/casa-azul" } }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a subcategory and a town change the search", async () => {
  await userEvent.type(await show(), "ca");
  await userEvent.click(await screen.findByRole("option", { name: /Gourmet/ }));
  expect(onPick.mock.lastCall?.[0].leads.change).toMatchObject({ category: "food", subcategory: "gourmet" });
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(onPick.mock.lastCall?.[0].leads.change).toMatchObject({ q: "", near: { label: "Cadiz" } });
});

test("Enter without a choice searches the words, Escape closes the list", async () => {
  await userEvent.type(await show(), "ca");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledWith("ca");
});

test("an empty field lists the latest searches", async () => {
  rememberSearch({ q: "sushi", path: "/search?q=sushi" });
  await userEvent.click(await show());
  expect(await screen.findByRole("option", { name: "sushi" })).toBeDefined();
});

test("the last option clears the recent searches", async () => {
  rememberSearch({ q: "tapas", path: "/search?q=tapas" });
  const field = await show();
  await userEvent.click(field);
  expect(screen.getAllByRole("option")).toHaveLength(2);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(recentSearches()).toEqual([]);
  expect(screen.queryByRole("option")).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(onPick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test.each([
  [true, 1],
  [false, 0],
])("a member with personalization %s is suggested %d recent searches", async (cookies, count) => {
  rememberSearch({ q: "ramen", path: "/search?q=ramen" });
  const user = { id: 3, type: "regular" } as User;
  useAuth.setState({ credentials: { access_token: "a", refresh_token: "b", user } });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) =>
      Response.json({ status: true, data: request.url.includes("privacy") ? { cookies } : [] }),
    ),
  );
  await userEvent.click(await show());
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  if (count > 0) await screen.findByRole("option", { name: "ramen" });
  expect(screen.queryAllByRole("option", { name: "ramen" })).toHaveLength(count);
  useAuth.setState({ credentials: null });
});
