import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { onCompanyChange, shownCompany, useAuth } from "@/api/auth";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { aUser, credentials } from "@/test/people";
import { CompanySwitcher } from "./CompanySwitcher";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const company = (id: number, name: string, more = {}) => ({
  id,
  handle: name.toLowerCase(),
  name,
  logo: null,
  city: "Madrid",
  role: "owner",
  opening: { state: "closed", opens_at: null },
  time_zone: "Europe/Madrid",
  active: false,
  waiting: 0,
  ...more,
});
const CASA = company(1, "Casa", { active: true });
const SALON = company(2, "Salon", { role: "staff", waiting: 3 });

const businessUser = (id: number) => aUser({ type: "professional", company: { id, name: "any" } as never });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-team", "catalogue"]);
});

beforeEach(() => useAuth.getState().signIn(credentials({ user: businessUser(1) }), true));

async function show(companies: object[], folded = false) {
  server.GET.mockImplementation(async () => ({ data: companies }));
  const router = createMemoryRouter([{ path: "*", element: <CompanySwitcher folded={folded} /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, trigger: await screen.findByRole("button", { name: /Casa/ }) };
}

test("the menu lists the companies with role, the active one checked", async () => {
  const { trigger } = await show([CASA, SALON]);
  expect(trigger.textContent).toContain("3 orders and requests waiting in your other businesses");
  fireEvent.click(trigger);
  const [casa, salon] = screen.getAllByRole("menuitemradio", { hidden: true });
  expect([casa?.getAttribute("aria-checked"), salon?.getAttribute("aria-checked")]).toEqual([
    "true",
    "false",
  ]);
  expect(salon?.textContent).toContain("Staff");
  expect(document.activeElement).toBe(casa);
  fireEvent.keyDown(screen.getByRole("menu", { hidden: true }), { key: "ArrowDown" });
  expect(document.activeElement).toBe(salon);
  fireEvent.keyDown(screen.getByRole("menu", { hidden: true }), { key: "Escape" });
  expect(screen.queryByRole("menu", { hidden: true })).toBeNull();
});

test("a choice switches the account, and the page starts over", async () => {
  server.PUT.mockImplementation(async () => ({ data: { user: businessUser(2) } }));
  expect(shownCompany()).toBe(1);
  const restart = vi.fn();
  const stop = onCompanyChange(restart);
  const { trigger } = await show([CASA, SALON]);
  fireEvent.click(trigger);
  fireEvent.click(screen.getByRole("menuitemradio", { name: /Salon/, hidden: true }));
  await waitFor(() => expect(restart).toHaveBeenCalledOnce());
  expect(server.PUT.mock.calls[0]?.[1]).toEqual({ params: { path: { company_id: 2 } } });
  expect(shownCompany()).toBe(1);
  stop();
});

test("a single company offers to add another and has no arrow", async () => {
  const { router, trigger } = await show([CASA]);
  expect(trigger.querySelector("svg")).toBeNull();
  fireEvent.click(trigger);
  expect(screen.queryByRole("menuitemradio", { hidden: true })).toBeNull();
  fireEvent.click(screen.getByRole("menuitem", { name: "Add a business", hidden: true }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/pro/companies/new"));
});

test("a folded rail names the company", async () => {
  const { trigger } = await show([CASA, SALON], true);
  expect(trigger.getAttribute("aria-label")).toBe("Casa");
  expect(trigger.getAttribute("aria-haspopup")).toBe("menu");
});
