import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { Realm } from "@/api/session";
import { BUSINESS_SETTINGS } from "@/features/business/settings";
import { GUEST_SETTINGS, SETTINGS } from "@/features/me/settings";
import { aUser, credentials } from "@/test/people";
import { resolveGuard } from "./guards";
import { BUSINESS_DESTINATIONS, DESTINATIONS, isAt } from "./navigation";
import { BUSINESS_ROUTES } from "./routes/business";
import { CONSUMER_ROUTES } from "./routes/consumer";
import { SettingsLayout } from "./SettingsLayout";

vi.mock("@/features/business/permissions", () => ({ useAccess: () => () => "granted" }));

/** Paths of the routes inside the settings layout. */
function settingsPaths(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ element, children = [] }) => {
    const { side } = ((element as ReactElement | null)?.props ?? {}) as { side?: Realm };
    return side && children.length > 0
      ? children.map(({ path = "" }) => path.replaceAll(/:\w+/g, "7"))
      : settingsPaths(children);
  });
}

const CONSUMER = settingsPaths(CONSUMER_ROUTES);
const BUSINESS = settingsPaths(BUSINESS_ROUTES);

function currentAt(side: Realm, path: string) {
  const router = createMemoryRouter(
    [{ element: <SettingsLayout side={side} />, children: [{ path: "*", element: null }] }],
    { initialEntries: [path] },
  );
  const { unmount } = render(<RouterProvider router={router} />);
  const current = screen.queryAllByRole("link", { current: "page" }).map((link) => link.getAttribute("href"));
  unmount();
  return current;
}

const signIn = (type: "regular" | "guest" | "professional") =>
  useAuth.getState().signIn(credentials({ user: aUser({ type }) }), true);

describe("the list of settings", () => {
  beforeEach(() => signIn("regular"));

  test("leads to pages that keep it", () => {
    expect([...CONSUMER].sort()).toEqual(SETTINGS.map(({ to }) => to).sort());
    const missing = BUSINESS_SETTINGS.filter(({ to }) => !BUSINESS.includes(to));
    expect(missing).toEqual([]);
  });

  test.each(CONSUMER)("marks one entry at %s", (path) => {
    expect(currentAt("consumer", path)).toEqual([path]);
    expect(DESTINATIONS.filter((destination) => isAt(destination, path))).toHaveLength(1);
  });

  test.each(BUSINESS)("marks one entry at %s", (path) => {
    const [entry = "", ...more] = currentAt("business", path);
    expect(more).toEqual([]);
    expect(entry && path.startsWith(entry)).toBe(true);
    expect(BUSINESS_DESTINATIONS.filter((destination) => isAt(destination, path))).toHaveLength(1);
  });

  test("marks the list above an open employee or ticket", () => {
    expect(currentAt("business", "/pro/settings/employees/new")).toEqual(["/pro/settings/employees"]);
    expect(currentAt("business", "/pro/settings/tickets/own/7")).toEqual(["/pro/settings/tickets"]);
  });

  test("marks each page that a guest may open", () => {
    signIn("guest");
    const guest = aUser({ type: "guest" });
    const open = CONSUMER.filter((pathname) => "allow" in resolveGuard({ pathname, search: "" }, guest));
    expect(open.sort()).toEqual(GUEST_SETTINGS.map(({ to }) => to).sort());
    for (const path of open) expect(currentAt("consumer", path)).toEqual([path]);
  });
});
