import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { useAuth } from "@/api/auth";
import { nextPath } from "@/lib/next";
import { credentials } from "@/test/people";
import { Guard } from "./Guard";
import { SIGNED_IN_ROUTES } from "./guards";

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
  return screen.getByTestId("where").textContent;
}

const NAMED = ["/UserProfile/User", "/bookAppointment", "/orderYourWay/customerDetail", "/deliveryAddress"];

describe("the guard", () => {
  beforeEach(() => useAuth.getState().clear());

  test("knows the routes that the specification names", () => {
    expect(SIGNED_IN_ROUTES).toEqual(expect.arrayContaining(NAMED));
  });

  test.each([...NAMED, "/messages", "/messages/12"])(
    "leads a guest from %s to the sign-in and keeps the way",
    (path) => {
      expect(visit(`${path}?a=1`)).toBe(`/login?next=${encodeURIComponent(`${path}?a=1`)}`);
    },
  );

  test("ignores case and a slash at the end, as the router does", () => {
    expect(visit("/userprofile/user/")).toMatch(/^\/login/);
  });

  test.each(NAMED)("lets somebody signed in to %s", (path) => {
    useAuth.getState().signIn(credentials(), true);
    expect(visit(path)).toBe(path);
  });

  test.each(["/", "/login", "/signup", "/nowhere"])("leaves %s open", (path) => {
    expect(visit(path)).toBe(path);
  });
});

describe("the way back after signing in", () => {
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
