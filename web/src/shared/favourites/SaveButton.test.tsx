import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { credentials } from "@/test/people";
import { SaveButton } from "./SaveButton";

const FOLDER = { folder_id: 3, name: "Later", items: 1, previews: [], created_at: "", updated_at: "" };
let saved: { id: number; folder_id: number }[] = [];
const placed = vi.fn();

beforeEach(async () => {
  await startI18n();
  useAuth.setState({ credentials: credentials() });
  saved = [{ id: 8, folder_id: 3 }];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => {
      if (request.method === "PUT") {
        placed(await request.json(), request.keepalive);
        saved = [];
        return Response.json({ status: true, data: { folder_id: null } });
      }
      const data = request.url.includes("/users/favourites/") ? saved : [FOLDER];
      return Response.json({ status: true, data, total: 1, page: 1, per_page: 30, pages: 1 });
    }),
  );
});
afterEach(() => useAuth.setState({ credentials: null }));

const show = (id: number, kind: "offering" | "company" = "offering") =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <SaveButton kind={kind} id={id} name="Soup" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

test("a saved product shows it, and is taken out even if the page goes", async () => {
  show(8);
  await userEvent.click(await screen.findByRole("button", { name: "Saved: Soup" }));
  const folder = await screen.findByRole("button", { name: /Later/ });
  expect(folder.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Remove from favorites" }));
  expect(placed).toHaveBeenCalledWith({ kind: "offering", id: 8, folder_id: null }, true);
  expect(await screen.findByRole("button", { name: /Save Soup/ })).toBeDefined();
});

test("a company is saved as one", async () => {
  show(8, "company");
  await userEvent.click(await screen.findByRole("button", { name: "Saved: Soup" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove from favorites" }));
  expect(placed).toHaveBeenLastCalledWith({ kind: "company", id: 8, folder_id: null }, true);
});

test("a product in no folder can be saved", async () => {
  show(9);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.queryByRole("button", { name: /^Saved/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Save Soup/ })).toBeDefined();
});

test("a product taken out offline is shown as saved again", async () => {
  useToasts.setState({ shown: [] });
  show(8);
  await userEvent.click(await screen.findByRole("button", { name: "Saved: Soup" }));
  const remove = await screen.findByRole("button", { name: "Remove from favorites" });
  vi.stubGlobal("fetch", async () => {
    // The page has shown the change by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new TypeError("offline");
  });
  await userEvent.click(remove);
  expect(screen.getByRole("button", { name: /Save Soup/, hidden: true })).toBeDefined();
  await vi.waitFor(() => expect(useToasts.getState().shown).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Saved: Soup" })).toBeDefined();
});
