import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { aLine, anOrder } from "@/test/orders";
import { ReturnForm } from "./ReturnForm";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders", "returns", "cart"]);
});

beforeEach(() => vi.clearAllMocks());

const order = anOrder({ state: "fulfilled", lines: [aLine({ quantity: 2, returnable: 2 })] });

function open() {
  const onSent = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ReturnForm order={order} onSent={onSent} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onSent };
}

test("a return is sent without description and pictures, as labeled", async () => {
  server.POST.mockResolvedValue({ data: order });
  const { user, onSent } = open();
  expect(screen.getByLabelText("Description (optional)")).toHaveProperty("required", false);
  expect(screen.getByText("Pictures or videos (optional)")).toBeDefined();
  await user.click(screen.getByRole("button", { name: /^(Add|More|One more).*Bread/ }));
  await user.selectOptions(screen.getByLabelText("Reason"), "damaged");
  await user.click(screen.getByRole("button", { name: "Request return" }));
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(server.POST.mock.calls[0]?.[1].body).toMatchObject({
    items: [{ line: 0, quantity: 1 }],
    reason: "damaged",
    description: "",
    media: [],
  });
});

test("a return needs items and a reason", async () => {
  const { user } = open();
  expect(screen.getByLabelText("Reason")).toHaveProperty("required", true);
  await user.click(screen.getByRole("button", { name: "Request return" }));
  expect(screen.getByText("Choose at least one item")).toBeDefined();
  expect(screen.getByText("Choose a reason")).toBeDefined();
  expect(server.POST).not.toHaveBeenCalled();
});

test("a repeat keeps its key, and other content has another", async () => {
  server.POST.mockRejectedValue(new ApiError({ code: "network", message: "", status: 0 }));
  const { user } = open();
  await user.click(screen.getByRole("button", { name: /^(Add|More|One more).*Bread/ }));
  for (const [tries, reason] of [
    [1, "damaged"],
    [2, "damaged"],
    [3, "other"],
  ] as const) {
    await user.selectOptions(screen.getByLabelText("Reason"), reason);
    await user.click(screen.getByRole("button", { name: "Request return" }));
    await waitFor(() => expect(server.POST).toHaveBeenCalledTimes(tries));
  }
  const [first, repeat, other] = server.POST.mock.calls.map((call) => call[1].body.client_id);
  expect(repeat).toBe(first);
  expect(other).not.toBe(first);
});
