import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { download } from "@/api/client";
import { ApiError } from "@/api/errors";
import { BUSINESS_KEY, makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { saveAs } from "@/lib/saveAs";
import { useToasts } from "@/lib/toasts";
import { Toaster } from "@/ui/Toaster";
import { CustomersScreen } from "./CustomersScreen";

const customer = {
  id: 4,
  name: "Alice",
  email: "alice@plaza.example",
  status: "new",
  orders: 1,
  bookings: 0,
  spent: 1200,
  first_at: "2026-01-05T10:00:00Z",
  last_at: "2026-01-05T10:00:00Z",
};

vi.mock("@/lib/saveAs", () => ({ saveAs: vi.fn() }));
vi.mock("@/api/client", () => ({
  api: {
    GET: async (path: string) =>
      path.endsWith("/terms/") ? { data: { currency: "EUR" } } : { data: [customer], next: null },
  },
  unwrap: (call: unknown) => call,
  download: vi.fn(),
}));

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("business-sales");
  useToasts.setState({ shown: [] });
});

function open(permissions: readonly string[]) {
  const queries = makeQueryClient();
  queries.setQueryData(BUSINESS_KEY, { permissions });
  const router = createMemoryRouter([{ path: "*", element: <CustomersScreen /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("staff cannot export all customers", async () => {
  open(["orders", "support"]);
  await screen.findByText("Alice");
  expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
});

test("an export that failed can be tried again from its toast", async () => {
  const busy = new ApiError({ code: "busy", status: 503, message: "Busy" });
  const file = new Blob(["name\n"]);
  vi.mocked(download).mockRejectedValueOnce(busy).mockResolvedValueOnce(file);
  open(["orders", "store"]);
  await screen.findByText("Alice");
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("Could not export your customers")).toBeTruthy();
  expect(saveAs).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(saveAs).toHaveBeenCalledWith(file, "customers.csv"));
  expect(screen.queryByText("Could not export your customers")).toBeNull();
});
