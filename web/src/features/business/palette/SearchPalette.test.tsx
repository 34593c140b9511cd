import { MantineProvider } from "@mantine/core";
import { IconReceipt, IconTags } from "@tabler/icons-react";
import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import { aUser, credentials } from "@/test/people";
import { SearchPalette } from "./SearchPalette";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

const AREAS = [
  "business-palette",
  "orders",
  "account",
  "notifications",
  "policies",
  "business-team",
  "support",
];
const OWNER = ["orders", "support", "catalogue", "store", "company"];
const STAFF = ["orders", "support"];
const PAGES = [
  { to: "/pro/orders", label: "Orders", icon: IconReceipt },
  { to: "/pro/catalogue", label: "Catalog", icon: IconTags },
];
const ALICE = { id: 3, name: "Alice Martin", email: "alice@plaza.example", last_at: "2026-11-03T10:00:00Z" };
const anOffering = (name: string) => ({
  id: 12,
  name,
  kind: "product",
  price: 450,
  variant_count: 1,
  sold_out: false,
});
const anOffline = () => new ApiError({ code: "network", message: "", status: 0 });

type Group = "orders" | "customers" | "offerings";
type Search = (group: Group, query: string) => Promise<unknown[]> | unknown[];

/** Answer that the test gives later. */
function deferred() {
  let resolve: (rows: unknown[]) => void = () => {};
  const promise = new Promise<unknown[]>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Searches so far: "orders al". */
const asked: string[] = [];

function serve(permissions: string[], search: Search) {
  server.GET.mockImplementation(async (path: string, init?: { params: { query: { query: string } } }) => {
    if (path.endsWith("/profile/")) return { data: { role: "owner", permissions } };
    if (path.endsWith("/terms/")) return { data: { currency: "EUR" } };
    const group = path.split("/").at(-2) as Group;
    const query = init?.params.query.query ?? "";
    asked.push(`${group} ${query}`);
    return { data: await search(group, query), total: 0, next: null };
  });
}

function Frame() {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <p>at {pathname}</p>
      <SearchPalette pages={PAGES} opened={opened} onClose={() => setOpened(false)} />
      <Outlet />
    </>
  );
}

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(AREAS);
});

beforeEach(() => {
  asked.length = 0;
  Element.prototype.scrollIntoView = vi.fn();
  useAuth.getState().signIn(credentials({ user: aUser({ type: "professional" }) }), true);
});
afterEach(() => onlineManager.setOnline(true));

async function open() {
  const router = createMemoryRouter([{ path: "*", element: <Frame /> }], { initialEntries: ["/pro"] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return reopen();
}

async function reopen() {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const field = await screen.findByRole("combobox", { name: "Search your business" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await screen.findByRole("group", { name: "Pages" });
  return { user, field };
}

const names = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const activeName = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("shows each group with a name and a line about it", async () => {
  serve(OWNER, (group) => {
    if (group === "orders") return [anOrder()];
    return group === "customers" ? [ALICE] : [anOffering("Alioli")];
  });
  const { user } = await open();
  await user.keyboard("al");
  const orders = await screen.findByRole("group", { name: "Orders" });
  expect(within(orders).getByRole("option").textContent).toBe("P7KQ-4MXD · Alice MartinNew · €10.00");
  expect(names().slice(-2)).toEqual([
    "Alice MartinLast purchase Nov 3, 2026 · alice@plaza.example",
    "AlioliProduct · €4.50",
  ]);
  expect(screen.getByRole("status").textContent).toBe("4 results");
});

test("moves by keys, and opens the first without a choice", async () => {
  serve(OWNER, (group) => (group === "offerings" ? [anOffering("Alioli")] : []));
  const { user, field } = await open();
  expect(activeName(field)).toBe("Orders");
  await user.keyboard("{ArrowUp}");
  expect(activeName(field)).toBe("Catalog");
  await user.keyboard("{ArrowDown}");
  expect(activeName(field)).toBe("Orders");
  await user.keyboard("{End}");
  expect(activeName(field)).toBe("Catalog");
  await user.keyboard("{Home}");
  expect(activeName(field)).toBe("Orders");
  await user.keyboard("aliol");
  await screen.findByRole("option", { name: /Alioli/ });
  await user.keyboard("{Enter}");
  expect(await screen.findByText("at /pro/catalogue/offerings/12")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("asks from two characters, once for what was typed in one go", async () => {
  serve(STAFF, () => []);
  const { user } = await open();
  await user.keyboard("z");
  expect(await screen.findByText("Type at least 2 characters.")).toBeTruthy();
  await user.keyboard("yx");
  expect(await screen.findByText("Nothing found for “zyx”")).toBeTruthy();
  expect(asked).toEqual(["orders zyx", "customers zyx"]);
});

test("finds only what the permissions open", async () => {
  serve(STAFF, (group) => (group === "customers" ? [ALICE] : []));
  const { user } = await open();
  expect(names()).toEqual(["Orders"]);
  // Subscription and Catalog are pages of others.
  await user.keyboard("ca");
  await screen.findByRole("option", { name: /Alice/ });
  expect(names()).toHaveLength(2);
  expect(screen.getByRole("option", { name: /^Notifications/ })).toBeTruthy();
  expect(asked).toEqual(["orders ca", "customers ca"]);
});

test("finds pages of the settings by their names", async () => {
  serve(OWNER, () => []);
  const { user } = await open();
  await user.keyboard("emplo{Enter}");
  expect(await screen.findByText("at /pro/settings/employees")).toBeTruthy();
});

test("a late answer to an older text replaces nothing", async () => {
  const late = deferred();
  serve(OWNER, (group, query) => {
    if (group !== "offerings") return [];
    return query === "al" ? late.promise : [anOffering(`New ${query}`)];
  });
  const { user, field } = await open();
  await user.keyboard("al");
  await waitFor(() => expect(asked).toContain("offerings al"));
  await user.keyboard("io");
  await screen.findByRole("option", { name: /New alio/ });
  await act(async () => late.resolve([anOffering("Old al")]));
  expect(names()).toEqual(["New alioProduct · €4.50"]);
  expect(activeName(field)).toContain("New alio");
});

test("Enter before the answer opens the first of the answer", async () => {
  const answer = deferred();
  serve(OWNER, (group, query) => {
    if (group === "customers" && query === "al") return [ALICE];
    return group === "offerings" && query === "alio" ? answer.promise : [];
  });
  const { user } = await open();
  await user.keyboard("al");
  await screen.findByRole("option", { name: /Alice/ });
  await user.keyboard("io{Enter}");
  await waitFor(() => expect(asked).toContain("offerings alio"));
  expect(screen.getByText("at /pro")).toBeTruthy();
  await act(async () => answer.resolve([anOffering("Alioli")]));
  expect(await screen.findByText("at /pro/catalogue/offerings/12")).toBeTruthy();
});

test("a failed search can be tried again, with the focus in the field", async () => {
  let isDown = true;
  serve(OWNER, (group) => {
    if (isDown) throw anOffline();
    return group === "customers" ? [ALICE] : [];
  });
  const { user, field } = await open();
  await user.keyboard("al");
  expect((await screen.findByRole("alert")).textContent).toContain("Could not search your business");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("option", { name: /Alice/ })).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test("one group that fails is named below the others", async () => {
  serve(OWNER, (group) => {
    if (group === "orders") throw anOffline();
    return group === "customers" ? [ALICE] : [];
  });
  const { user } = await open();
  await user.keyboard("alice");
  expect(await screen.findByRole("option", { name: /Alice/ })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("Could not search: Orders");
});

test("without a connection pages are found, the rest when it is back", async () => {
  serve(OWNER, (group) => (group === "orders" ? [anOrder()] : []));
  const { user } = await open();
  act(() => onlineManager.setOnline(false));
  await user.keyboard("order");
  expect(await screen.findByText("You’re offline. Only pages are shown.")).toBeTruthy();
  expect(names()).toEqual(["Orders"]);
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole("option", { name: /P7KQ-4MXD/ })).toBeTruthy();
});

test("Escape returns the focus, and what was opened is offered again", async () => {
  serve(OWNER, (group) => (group === "orders" ? [anOrder()] : []));
  const { user } = await open();
  await user.keyboard("p7");
  await user.click(await screen.findByRole("option", { name: /P7KQ/ }));
  expect(await screen.findByText("at /pro/orders/1")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = await reopen();
  const recent = screen.getByRole("group", { name: "Recently opened" });
  expect(within(recent).getByRole("option").textContent).toBe("P7KQ-4MXD · Alice MartinOrder");
  await again.user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});
