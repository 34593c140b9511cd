import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import type { Invitation } from "./api";
import { InvitationSheet } from "./InvitationSheet";

const server = vi.hoisted(() => ({ POST: vi.fn(), DELETE: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call, download: vi.fn() }));

const OPEN: Invitation = {
  id: 7,
  email: "nroa@plaza.example",
  role: "staff",
  sent_at: "2026-11-02T10:00:00Z",
  expires_at: "2026-11-09T10:00:00Z",
};

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-team", "auth"]);
});
beforeEach(() => {
  for (const method of Object.values(server)) method.mockReset().mockResolvedValue({ data: OPEN });
});

async function open(invitation: Invitation | undefined, onClose = vi.fn()) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        {invitation ? (
          <InvitationSheet invitation={invitation} onClose={onClose} />
        ) : (
          <InvitationSheet onClose={onClose} />
        )}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onClose, sheet: within(await screen.findByRole("dialog")) };
}

test("a business account is invited in a role", async () => {
  const { onClose, sheet } = await open(undefined);
  const send = () => userEvent.click(sheet.getByRole("button", { name: "Send invitation" }));
  await send();
  expect(server.POST).not.toHaveBeenCalled();
  await userEvent.type(sheet.getByLabelText("Email"), "nora@plaza.example");
  await userEvent.selectOptions(sheet.getByLabelText("Role"), "manager");
  await send();
  const body = { email: "nora@plaza.example", role: "manager" };
  expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/invitations/", { body });
  expect(onClose).toHaveBeenCalled();
});

test("a mistyped address is corrected, and a refused one stays open", async () => {
  const { onClose, sheet } = await open(OPEN);
  const said = "This address is that of a member or of another invitation.";
  server.POST.mockRejectedValueOnce(
    new ApiError({ code: "validation", message: "Wrong.", status: 422, fields: { email: [said] } }),
  );
  const field = sheet.getByLabelText("Email");
  await userEvent.clear(field);
  await userEvent.type(field, "nora@plaza.example");
  await userEvent.click(sheet.getByRole("button", { name: "Send invitation again" }));
  expect(await sheet.findByText(/belongs to a member of the team/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(sheet.getByRole("button", { name: "Send invitation again" }));
  expect(server.POST).toHaveBeenLastCalledWith(
    "/api/v1/userprofessional/invitations/{invitation_id}/send/",
    expect.objectContaining({ body: { email: "nora@plaza.example" } }),
  );
  expect(onClose).toHaveBeenCalled();
});

test("an invitation is withdrawn", async () => {
  const { onClose, sheet } = await open(OPEN);
  await userEvent.click(sheet.getByRole("button", { name: "Withdraw invitation" }));
  const params = { path: { invitation_id: 7 } };
  const path = "/api/v1/userprofessional/invitations/{invitation_id}/";
  expect(server.DELETE).toHaveBeenCalledWith(path, { params });
  expect(onClose).toHaveBeenCalled();
});
