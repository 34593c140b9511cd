import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { useAuth } from "@/api/auth";
import { nextPath } from "@/lib/returnPath";
import { aUser, credentials } from "@/test/people";
import { Guard } from "./Guard";
import { resolveGuard, SIGNED_IN_ROUTES } from "./guards";

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

function visit(path: string): string | null {
  const routes = [{ element: <Guard />, children: [{ path: "*", element: <Where /> }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return screen.queryByTestId("where")?.textContent ?? null;
}

const NAMED = ["/UserProfile/User", "/bookAppointment", "/orderYourWay/customerDetail", "/deliveryAddress"];

describe("the guard", () => {
  beforeEach(() => useAuth.getState().clear());

  test("contains the routes of the specification", () => {
    expect(SIGNED_IN_ROUTES).toEqual(expect.arrayContaining(NAMED));
  });

  test.each([...NAMED, "/messages", "/messages/12"])(
    "redirects from %s to the login with a return path",
    (path) => {
      expect(visit(`${path}?a=1`)).toBe(`/login?next=${encodeURIComponent(`${path}?a=1`)}`);
    },
  );

  test.each([
    "/reservations/3",
    "/reservations/3/accept",
    "/orders/3",
    "/messages/3",
    "/people/3",
    "/support/tickets/3",
    "/settings/account",
    "/notifications",
  ])("leads from the link %s of a mail to the login", (path) => {
    expect(visit(path)).toBe(`/login?next=${encodeURIComponent(path)}`);
  });

  test("ignores case and a trailing slash", () => {
    expect(visit("/userprofile/user/")).toMatch(/^\/login/);
  });

  test.each(NAMED)("allows %s when signed in", (path) => {
    useAuth.getState().signIn(credentials(), true);
    expect(visit(path)).toBe(path);
  });

  test.each(["/", "/login", "/signup", "/onboarding/region", "/nowhere"])(
    "allows %s without an account",
    (path) => {
      expect(visit(path)).toBe(path);
    },
  );
});

describe("the guard by account type", () => {
  const place = (pathname: string, search = "") => ({ pathname, search });
  const guest = aUser({ type: "guest", email: null });
  const business = aUser({ type: "professional" });

  test.each([
    "/UserProfile/edit",
    "/verification",
    "/settings/privacy",
    "/messages/12",
    "/people",
    "/people/4",
  ])("asks a guest to sign up at %s", (path) => {
    expect(resolveGuard(place(path), guest)).toEqual({ signUp: true });
    expect(resolveGuard(place(path), aUser())).toEqual({ allow: true });
    expect(resolveGuard(place(path), null)).toEqual({ redirect: `/login?next=${encodeURIComponent(path)}` });
  });

  test.each([...NAMED, "/settings/account", "/onboarding/region"])("allows a guest at %s", (path) => {
    expect(resolveGuard(place(path), guest)).toEqual({ allow: true });
  });

  test.each(["/pro", "/pro/messages", "/pro/settings/security"])("allows only businesses at %s", (path) => {
    expect(resolveGuard(place(path), business)).toEqual({ allow: true });
    for (const other of [null, guest, aUser()]) {
      expect(resolveGuard(place(path), other)).toEqual({
        redirect: `/pro/login?next=${encodeURIComponent(path)}`,
      });
    }
  });

  test.each(["/pro/login", "/pro/signup", "/pro/forgot-password"])("allows everyone at %s", (path) => {
    for (const anybody of [null, guest, aUser(), business]) {
      expect(resolveGuard(place(path), anybody)).toEqual({ allow: true });
    }
  });

  test.each([
    ["/messages/12", "?message=3", "/pro/messages/12?message=3"],
    ["/messages", "", "/pro/messages"],
    ["/people/12", "", "/pro/people/12"],
    ["/UserProfile/User", "", "/pro/settings"],
    ["/settings/account", "", "/pro/settings/security"],
    ["/verification", "?email=confirm", "/pro/settings/verification?email=confirm"],
  ])("leads a business from %s%s to its own side", (path, search, to) => {
    expect(resolveGuard(place(path, search), business)).toEqual({ redirect: to });
  });
});

describe("the return path after login", () => {
  test.each([
    ["/messages/4?x=1", "/messages/4?x=1"],
    ["https://elsewhere.example/", "/"],
    ["//elsewhere.example/", "/"],
    ["/\\elsewhere.example/", "/"],
    ["javascript:alert(1)", "/"],
    ["", "/"],
  ])("%s leads to %s", (next, path) => {
    expect(nextPath(new URLSearchParams({ next }))).toBe(path);
  });
});
