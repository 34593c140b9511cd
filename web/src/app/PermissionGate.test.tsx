import { MantineProvider } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { aUser, credentials } from "@/test/people";
import { PermissionGate } from "./PermissionGate";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

/** Page that reads something of the business. */
function Page() {
  const { data } = useQuery({ queryKey: ["page"], queryFn: () => server.GET("/page") });
  return <p>Page {data}</p>;
}

beforeEach(() => {
  server.GET.mockReset();
  useAuth.getState().signIn(credentials({ user: aUser({ type: "professional" }) }), true);
});

/** Answers of the profile, one after the other; the last stays. */
function answer(...roles: { role: string | null; permissions: string[] }[]) {
  server.GET.mockImplementation(async (path: string) => {
    if (path === "/page") throw new ApiError({ code: "not_allowed", message: "", status: 403 });
    return { data: roles.length > 1 ? roles.shift() : roles[0] };
  });
}

function open(path: string) {
  const routes = [{ element: <PermissionGate />, children: [{ path: "*", element: <Page /> }] }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const OWNER = { role: "owner", permissions: ["orders", "support", "catalogue", "store", "company"] };
const STAFF = { role: "staff", permissions: ["orders", "support"] };
const CLOSED = { role: null, permissions: [] };

test("shows a page that the role opens", async () => {
  answer(OWNER);
  open("/pro/catalogue");
  expect(await screen.findByText(/^Page/)).toBeTruthy();
});

test("says that the role does not open a page", async () => {
  answer(STAFF);
  open("/pro/catalogue");
  expect(await screen.findByRole("heading", { name: "gate.refused" })).toBeTruthy();
  expect(screen.queryByText(/^Page/)).toBeNull();
});

test("says that the business has closed, and opens the own account", async () => {
  answer(CLOSED);
  open("/pro/orders");
  expect(await screen.findByRole("heading", { name: "gate.closed" })).toBeTruthy();
  open("/pro/settings/security");
  expect(await screen.findByText(/^Page/)).toBeTruthy();
});

test("reads the role again when the server refuses", async () => {
  answer(OWNER, STAFF);
  open("/pro/catalogue");
  expect(await screen.findByRole("heading", { name: "gate.refused" })).toBeTruthy();
});
