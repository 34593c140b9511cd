import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { orderKeys } from "../api";
import { ReceivedQuestion } from "./ReceivedQuestion";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders"]);
});

let queries: QueryClient;

beforeEach(() => {
  server.PUT.mockReset();
  queries = new QueryClient();
});

const ready = anOrder({ state: "ready" });
const asked: Order = { ...ready, can: { ...ready.can, answer_received: true } };
const answered = (received: boolean): Order => ({
  ...ready,
  received,
  ticket_id: received ? null : 31,
  changed_at: "2030-01-01T00:00:00Z",
});

function Question() {
  const queryKey = orderKeys.one(asked.id);
  const { data } = useQuery({ queryKey, queryFn: () => asked, initialData: asked, staleTime: Infinity });
  return <ReceivedQuestion order={data} />;
}

function open() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Question />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const focused = () => document.activeElement?.textContent;

test("no leads to the ticket, and the focus goes along", async () => {
  server.PUT.mockResolvedValue({ data: answered(false) });
  open();
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  await waitFor(() => expect(focused()).toBe("Sorry that it did not arrive"));
  expect(server.PUT.mock.calls[0]?.[1].body).toEqual({ received: false });
  expect(screen.getByRole("link", { name: "Open ticket" }).getAttribute("href")).toBe("/support/tickets/31");
});

test("yes is thanked for, and the focus goes along", async () => {
  server.PUT.mockResolvedValue({ data: answered(true) });
  open();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(focused()).toBe("Thank you. You have received this order."));
});

test("an answer on another device leaves the focus", async () => {
  open();
  act(() => queries.setQueryData(orderKeys.one(asked.id), answered(true)));
  await screen.findByText("Thank you. You have received this order.");
  expect(document.activeElement).toBe(document.body);
});

test("an answer that was not saved can be given again", async () => {
  server.PUT.mockRejectedValue(new Error("refused"));
  open();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Could not save your answer");
  expect(screen.getByRole("button", { name: "Yes" })).toHaveProperty("disabled", false);
});
