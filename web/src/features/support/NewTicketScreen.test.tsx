import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { NewTicketScreen } from "./NewTicketScreen";

const create = vi.fn();
const newest = [{ kind: "order", id: 9, code: "P7KQ-4MXD", company: { name: "Casa Azul" } }];
const named: Record<number, object> = {
  9: { data: newest[0] },
  4: { data: { kind: "order", id: 4, code: "B2TT-9WSA", company: { name: "Mar e Sal" } } },
  7: { data: { kind: "booking", id: 7, code: "K7Q-4MX", company: { name: "Casa Azul" } } },
  5: { error: new ApiError({ code: "not_found", message: "", status: 404 }), isLoadingError: true },
};

vi.mock("./api", () => ({
  useCategories: () => ({
    data: [
      { key: "order_issue", label: "Order issue", about_order: true },
      { key: "account_problem", label: "Account problem", about_order: false },
    ],
  }),
  useNamedPurchase: (asked: { id: number } | null) => (asked && named[asked.id]) ?? {},
  useRecentPurchases: () => ({ data: newest }),
  useCreateTicket: () => ({ mutate: create, error: null, isPending: false }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["support", "auth"]);
});
beforeEach(() => create.mockClear());

const show = (at: string) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[at]}>
        <NewTicketScreen list="/support/tickets" base="/support/tickets" withPurchases />
      </MemoryRouter>
    </MantineProvider>,
  );

test("an order of the address is filled in, and its company answers", async () => {
  show("/support/tickets/new?order=9");
  const category = await screen.findByLabelText<HTMLSelectElement>("Category");
  expect(category.value).toBe("order_issue");
  expect(screen.getByLabelText<HTMLSelectElement>("Order or reservation").value).toBe("order-9");
  expect(screen.getByText("Casa Azul answers.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Subject"), "No spoon");
  await userEvent.type(screen.getByLabelText("Description"), "It was not in the bag.");
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(create.mock.calls[0]?.[0]).toEqual({
    category: "order_issue",
    subject: "No spoon",
    description: "It was not in the bag.",
    about: { kind: "order", id: 9 },
    files: [],
  });
});

test("empty fields are named, and a category without orders sends none", async () => {
  show("/support/tickets/new?order=9");
  await userEvent.selectOptions(await screen.findByLabelText("Category"), "account_problem");
  expect(screen.queryByLabelText("Order or reservation")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(screen.getByText("Subject is required")).toBeTruthy();
  expect(screen.getByText("Description is required")).toBeTruthy();
  expect(create).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Subject"), "Twice");
  await userEvent.type(screen.getByLabelText("Description"), "My address is there twice.");
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({ category: "account_problem", about: null });
});

test("an older order of the address is shown and sent", async () => {
  show("/support/tickets/new?order=4");
  const order = await screen.findByLabelText<HTMLSelectElement>("Order or reservation");
  expect(order.selectedOptions[0]?.textContent).toBe("B2TT-9WSA · Mar e Sal");
  expect(screen.getByText("Mar e Sal answers.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Subject"), "No spoon");
  await userEvent.type(screen.getByLabelText("Description"), "It was not in the bag.");
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    category: "order_issue",
    about: { kind: "order", id: 4 },
  });
});

test("an unknown order of the address is neither shown nor sent", async () => {
  show("/support/tickets/new?order=5");
  expect((await screen.findByLabelText<HTMLSelectElement>("Order or reservation")).value).toBe("");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "order_issue");
  await userEvent.type(screen.getByLabelText("Subject"), "No spoon");
  await userEvent.type(screen.getByLabelText("Description"), "It was not in the bag.");
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({ about: null });
});

test("a reservation of the address is filled in and sent", async () => {
  show("/support/tickets/new?booking=7");
  const purchase = await screen.findByLabelText<HTMLSelectElement>("Order or reservation");
  expect(purchase.selectedOptions[0]?.textContent).toBe("K7Q-4MX · Casa Azul");
  await userEvent.type(screen.getByLabelText("Subject"), "Cold room");
  await userEvent.type(screen.getByLabelText("Description"), "The heating did not work.");
  await userEvent.click(screen.getByRole("button", { name: "Open ticket" }));
  expect(create.mock.calls[0]?.[0]).toMatchObject({ about: { kind: "booking", id: 7 } });
});
