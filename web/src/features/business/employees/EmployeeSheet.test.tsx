import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import type { Employee } from "./api";
import { EmployeeSheet } from "./EmployeeSheet";

const server = vi.hoisted(() => ({ PUT: vi.fn(), POST: vi.fn(), DELETE: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call, download: vi.fn() }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("business-team");
});

beforeEach(() => {
  const failure = new ApiError({ code: "internal", message: "", status: 500 });
  for (const method of Object.values(server)) method.mockReset().mockRejectedValue(failure);
});

const text = (key: string) => i18next.t(`business-team:${key}` as "business-team:remove.submit");

async function open(onClose = vi.fn()) {
  const employee = {
    id: 4,
    first_name: "Nuria",
    last_name: "Soler",
    email: "nuria@plaza.example",
    phone: null,
    address: null,
    role: "staff",
    id_card: null,
    has_joined: false,
    since: "2026-11-02T10:00:00Z",
  } as unknown as Employee;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EmployeeSheet employee={employee} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return within(await screen.findByRole("dialog"));
}

test("each failed change is told in the sheet", async () => {
  const sheet = await open();
  await userEvent.selectOptions(sheet.getByLabelText(text("form.role")), "manager");
  expect((await sheet.findByRole("alert")).textContent).toBe(text("employees.roleFailed"));
  await userEvent.click(sheet.getByRole("button", { name: text("employees.inviteAgain") }));
  expect(await sheet.findByText(text("employees.inviteFailed"))).toBeTruthy();
  expect(useToasts.getState().shown).toEqual([]);
});

test("a failed removal keeps the question open", async () => {
  const onClose = vi.fn();
  const sheet = await open(onClose);
  await userEvent.click(sheet.getByRole("button", { name: text("remove.start") }));
  await userEvent.click(sheet.getByRole("button", { name: text("remove.submit") }));
  expect((await sheet.findByRole("alert")).textContent).toBe("Something went wrong");
  expect(onClose).not.toHaveBeenCalled();
});

test("a mistyped address is corrected with the next invitation", async () => {
  server.POST.mockResolvedValue({});
  const sheet = await open();
  const field = sheet.getByLabelText(text("employees.email"));
  await userEvent.clear(field);
  await userEvent.type(field, "nuria.soler@plaza.example");
  await userEvent.click(sheet.getByRole("button", { name: text("employees.inviteAgain") }));
  expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/employees/{employee_id}/invite/", {
    params: { path: { employee_id: 4 } },
    body: { email: "nuria.soler@plaza.example" },
  });
});
