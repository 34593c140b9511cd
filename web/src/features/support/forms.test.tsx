import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { ContactScreen } from "./ContactScreen";
import { ReplyForm } from "./components/ReplyForm";
import { FeedbackScreen } from "./FeedbackScreen";
import { NewTicketScreen } from "./NewTicketScreen";
import type { Ticket } from "./types";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const LISTS: Record<string, unknown> = {
  "/api/v1/users/support/options/": [{ key: "chat" }],
  "/api/v1/users/ticket/categories-choices-new/": [{ key: "account_problem", about_order: false }],
};
const lost = new ApiError({ code: "network", message: "", status: 0 });
const refused = (fields: Record<string, string[]>) =>
  new ApiError({ code: "validation", message: "Some fields are wrong.", status: 422, fields });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["support", "auth"]);
});
beforeEach(() => {
  server.POST.mockReset();
  server.GET.mockImplementation(async (path: string) => ({ data: LISTS[path] ?? [] }));
});

function show(page: ReactNode) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sent = (at: number): FormData => server.POST.mock.calls[at]?.[1].body;
const keys = () => server.POST.mock.calls.map((_, at) => sent(at).get("client_id"));

const TICKET = <NewTicketScreen list="/tickets" base="/tickets" withPurchases={false} />;
const FORMS: [string, ReactNode, { button: string; first: string; fields: [string, string][] }][] = [
  ["ticket", TICKET, { button: "Open ticket", first: "Category", fields: [["Subject", "subject"]] }],
  ["contact", <ContactScreen key="contact" />, { button: "Send", first: "Description", fields: [] }],
  [
    "feedback",
    <FeedbackScreen key="feedback" back="/" />,
    { button: "Send feedback", first: "Title", fields: [["Title", "title"]] },
  ],
];

test.each(FORMS)(
  "an empty form moves the focus to its first field: %s",
  async (_, page, { button, first }) => {
    show(page);
    await press(button);
    expect(document.activeElement).toBe(screen.getByLabelText(first));
    expect(server.POST).not.toHaveBeenCalled();
  },
);

test.each(FORMS)("a refused field says so and gets the focus: %s", async (_, page, { button, fields }) => {
  const all = [...fields, ["Description", "description"] as const];
  show(page);
  await screen.findByRole("button", { name: button });
  const category = screen.queryByLabelText("Category");
  if (category) await userEvent.selectOptions(category, "account_problem");
  for (const [label] of all) await userEvent.type(screen.getByLabelText(label), "x");
  server.POST.mockRejectedValueOnce(
    refused(Object.fromEntries(all.map(([, name]) => [name, ["This is required."]]))),
  );
  await press(button);
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(all.length));
  const first = screen.getByLabelText(all[0]?.[0] ?? "");
  expect(document.activeElement).toBe(first);
  expect(first.getAttribute("aria-invalid")).toBe("true");
});

test("a refused file is named in the language of the page", async () => {
  show(<ContactScreen />);
  await userEvent.type(await screen.findByLabelText("Description"), "Hello");
  server.POST.mockRejectedValueOnce(refused({ image: ["The file is empty."] }));
  await press("Send");
  expect(await screen.findByText("The file is empty")).toBeTruthy();
});

test.each(FORMS.slice(0, 2))(
  "a text edited after a lost response has another key: %s",
  async (_, page, of) => {
    show(page);
    await screen.findByRole("button", { name: of.button });
    const category = screen.queryByLabelText("Category");
    if (category) await userEvent.selectOptions(category, "account_problem");
    for (const [label] of of.fields) await userEvent.type(screen.getByLabelText(label), "x");
    await userEvent.type(screen.getByLabelText("Description"), "Hello");
    server.POST.mockRejectedValue(lost);
    await press(of.button);
    await press(of.button);
    await userEvent.type(screen.getByLabelText("Description"), " there");
    await press(of.button);
    const [first, again, edited] = keys();
    expect(first).toBeTruthy();
    expect(again).toBe(first);
    expect(edited).not.toBe(first);
  },
);

test("a reply edited after a lost response is another message", async () => {
  const ticket = { id: 3, state: "open" } as Ticket;
  show(<ReplyForm ticket={ticket} side="customer" />);
  const field = await screen.findByRole("textbox");
  server.POST.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue({});
  await userEvent.type(field, "Hello");
  await press("Send message");
  await press("Send message");
  await userEvent.type(field, " there");
  await press("Send message");
  await waitFor(() => expect(field).toHaveProperty("value", ""));
  await userEvent.type(field, "Hello there");
  await press("Send message");
  const [first, again, edited, next] = keys();
  expect(again).toBe(first);
  expect(edited).not.toBe(first);
  expect([first, edited]).not.toContain(next);
});
