import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { Policy } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { PoliciesScreen } from "./PoliciesScreen";

// The screen loads them on demand: a slow machine would exceed the wait of a query.
import "./components/DeleteDialog";
import "./components/PolicySheet";

const policy = (id: number, change: Partial<Policy> = {}): Policy => ({
  id,
  kind: "rule",
  title: `Rule ${id}`,
  text: "",
  category: null,
  facility: null,
  position: id,
  created_at: "2026-11-21T03:19:00.000Z",
  updated_at: "2026-11-21T03:19:00.000Z",
  ...change,
});

const server = vi.hoisted(() => ({
  GET: vi.fn(),
  POST: vi.fn(),
  PUT: vi.fn(),
  PATCH: vi.fn(),
  DELETE: vi.fn(),
}));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("../api", () => ({ useBusiness: () => ({ data: { company: { categories: ["food"] } } }) }));

// Queries by role are slow in a sheet of many controls.
vi.setConfig({ testTimeout: 20_000 });

let entries: Policy[];

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["policies", "auth", "category", "facility", "account"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  entries = [policy(1, { text: "<b>No</b> dogs.\nQuiet." }), policy(2, { category: "food" })];
  server.GET.mockImplementation(async (path: string) =>
    path.includes("cancellation")
      ? { data: [], terms: { free_cancel_hours: 24, cancel_fee_percent: 50 } }
      : { data: entries },
  );
  for (const method of [server.POST, server.PUT, server.PATCH, server.DELETE])
    method.mockResolvedValue({ data: {} });
});

function open(search: string) {
  const router = createMemoryRouter(
    [
      { path: "/pro/policies", element: <PoliciesScreen /> },
      { path: "/pro/settings", element: <p>Settings</p> },
    ],
    { initialEntries: [`/pro/policies${search}`] },
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

test("shows texts escaped, with their category", async () => {
  open("?kind=rule");
  expect(await screen.findByText(/<b>No<\/b> dogs\./)).toBeTruthy();
  expect(screen.getByText("Food and drink")).toBeTruthy();
  expect(screen.getByText("2 entries of 50")).toBeTruthy();
});

test("adds an entry and names invalid fields", async () => {
  const { user } = open("?kind=rule");
  await user.click(await screen.findByRole("button", { name: "Add a rule" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Title is required")).toBeTruthy();
  expect(server.POST).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole("textbox", { name: /Title/ }), { target: { value: "Quiet" } });
  expect(screen.getByText("5 of 120 characters")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Applies to"), "food");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const body = { title: "Quiet", text: "", category: "food" };
  await waitFor(() =>
    expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/my-company/rules/", { body }),
  );
  expect(await screen.findByText("All changes saved")).toBeTruthy();
});

test("sends only the changed fields of an entry", async () => {
  const { user } = open("?kind=rule");
  await user.click(await screen.findByRole("button", { name: "Edit “Rule 2”" }));
  fireEvent.change(await screen.findByLabelText("Text (optional)"), { target: { value: "More" } });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.PUT).toHaveBeenCalledWith("/api/v1/userprofessional/my-company/rules/{id}/", {
      params: { path: { id: 2 } },
      body: { text: "More" },
    }),
  );
});

test("shows server errors at their fields and the limit above", async () => {
  const { user } = open("?kind=rule");
  await user.click(await screen.findByRole("button", { name: "Add a rule" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /Title/ }), { target: { value: "Quiet" } });
  const refusal = { code: "validation", message: "Wrong", status: 422 };
  server.POST.mockRejectedValueOnce(new ApiError({ ...refusal, fields: { text: ["Not this text."] } }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Not this text.")).toBeTruthy();
  server.POST.mockRejectedValueOnce(new ApiError({ code: "policy.too_many", message: "Full", status: 409 }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("You have reached the limit of 50 entries in this list.")).toBeTruthy();
  expect(screen.getByText("Could not save the latest change")).toBeTruthy();
});

test("asks before unsaved edits are lost", async () => {
  const { user, router } = open("?kind=rule");
  await user.click(await screen.findByRole("button", { name: "Add a rule" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /Title/ }), { target: { value: "Quiet" } });
  await user.keyboard("{Escape}");
  expect(await screen.findByText("You have changes that are not saved.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.getByRole("textbox", { name: /Title/ })).toHaveProperty("value", "Quiet");
  await act(() => router.navigate("/pro/settings"));
  expect(screen.queryByText("Settings")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText("Settings")).toBeTruthy();
});

test("moves an entry by its position", async () => {
  const { user } = open("?kind=rule");
  const up = await screen.findByRole("button", { name: "Move “Rule 1” up" });
  expect(up.getAttribute("aria-disabled")).toBe("true");
  await user.click(up);
  expect(server.PUT).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Move “Rule 1” down" }));
  await waitFor(() =>
    expect(server.PUT).toHaveBeenCalledWith(expect.any(String), {
      params: { path: { id: 1 } },
      body: { position: 1 },
    }),
  );
});

test("deletes an entry after a confirmation", async () => {
  const { user } = open("?kind=rule");
  await user.click(await screen.findByRole("button", { name: "Delete “Rule 1”" }));
  expect(server.DELETE).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(server.DELETE).toHaveBeenCalledWith("/api/v1/userprofessional/my-company/rules/{id}/", {
      params: { path: { id: 1 } },
    }),
  );
});

test("previews the terms of cancellation in a sentence", async () => {
  const { user } = open("");
  expect(await screen.findByText("Free until 24 hours before, then 50%")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change terms" }));
  const fee = await screen.findByLabelText(/Fee after that/);
  fireEvent.change(fee, { target: { value: "" } });
  expect(screen.getByText("Enter both numbers to see the sentence.")).toBeTruthy();
  fireEvent.change(fee, { target: { value: "100" } });
  expect(screen.getByText("Free until 24 hours before, then the full price")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  const body = { free_cancel_hours: 24, cancel_fee_percent: 100 };
  await waitFor(() =>
    expect(server.PUT).toHaveBeenCalledWith("/api/v1/userprofessional/cancellation-terms/", { body }),
  );
});

test("checks and unchecks facilities of the list", async () => {
  entries = [policy(3, { kind: "facility", title: "", facility: "wifi" })];
  const { user } = open("?kind=facility");
  const wifi = await screen.findByLabelText("Wi-Fi");
  expect(wifi).toHaveProperty("checked", true);
  await user.click(wifi);
  await waitFor(() => expect(server.DELETE).toHaveBeenCalledTimes(1));
  await user.click(screen.getByLabelText("Parking"));
  await waitFor(() =>
    expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/my-company/facilities/", {
      body: { facility: "parking" },
    }),
  );
});
