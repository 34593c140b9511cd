import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Side, Ticket } from "../types";
import { Escalation } from "./Escalation";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("support");
});

const show = (dates: Pick<Ticket, "escalation_from" | "escalated_at">, side: Side = "customer") =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Escalation ticket={{ id: 5, ...dates } as Ticket} side={side} />
      </QueryClientProvider>
    </MantineProvider>,
  );

test("a customer asks the operator to look at a ticket", async () => {
  server.POST.mockResolvedValue({ data: {} });
  show({ escalation_from: "2026-01-02T10:00:00Z", escalated_at: null });
  await userEvent.click(screen.getByRole("button", { name: "Ask Plaza to look at it" }));
  const send = screen.getByRole("button", { name: "Send to Plaza" });
  await userEvent.click(send);
  expect(server.POST).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("What should Plaza know?"), "No refund.");
  await userEvent.click(send);
  const [path, { body }] = server.POST.mock.calls[0] ?? [];
  expect(path).toBe("/api/v1/users/support-tickets/{ticket_id}/escalate/");
  expect(body).toMatchObject({ message: "No refund." });
});

test("the company is told, and cannot ask itself", () => {
  show({ escalation_from: "2026-01-02T10:00:00Z", escalated_at: null }, "company");
  expect(screen.queryByRole("button")).toBeNull();
  show({ escalation_from: null, escalated_at: "2026-01-02T10:00:00Z" }, "company");
  expect(screen.getByRole("status").textContent).toMatch(/^Plaza was asked to look at this ticket/);
});

test("a ticket that its company still has to answer offers nothing", () => {
  show({ escalation_from: "2999-01-02T10:00:00Z", escalated_at: null });
  expect(screen.queryByRole("button")).toBeNull();
});
