import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, useLocation } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { MessageCustomer } from "./MessageCustomer";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("business-orders");
});

const Address = () => <output>{useLocation().pathname}</output>;

const open = (customer: number | null) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <MessageCustomer customer={customer} />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

test("opens the chat with the account of the customer", async () => {
  server.POST.mockResolvedValue({ data: { id: 12 } });
  open(3);
  await userEvent.click(screen.getByRole("button", { name: "Message customer" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("/pro/messages/12"));
  expect(server.POST.mock.calls[0]?.[1].body).toEqual({ user_id: 3 });
});

test("a customer without an account gets no message", () => {
  open(null);
  expect(screen.queryByRole("button")).toBeNull();
});
