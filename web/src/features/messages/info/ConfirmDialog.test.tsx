import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { ConfirmDialog } from "./ConfirmDialog";

const server = vi.hoisted(() => ({
  blockUser: vi.fn(),
  clearChat: vi.fn(),
  deleteChat: vi.fn(),
  removeMember: vi.fn(),
}));
vi.mock("../api", () => server);
vi.mock("../useChatStreams", () => ({ useMe: () => 7 }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

test("a failure is told in the dialog, which stays open", async () => {
  const onClose = vi.fn();
  server.clearChat.mockRejectedValueOnce(new ApiError({ code: "internal", message: "", status: 500 }));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ConfirmDialog chat={{ id: 3 }} question="clear" onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const dialog = within(await screen.findByRole("dialog"));
  const submit = dialog.getByRole("button", { name: i18next.t("messages:clear.submit") });
  await userEvent.click(submit);
  expect((await dialog.findByRole("alert")).textContent).toBe(i18next.t("messages:refusal.other"));
  expect(onClose).not.toHaveBeenCalled();
  expect(useToasts.getState().shown).toEqual([]);

  server.clearChat.mockResolvedValue({});
  await userEvent.click(submit);
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.queryByRole("alert")).toBeNull();
});

test("a chat is deleted after a confirmation", async () => {
  const onClose = vi.fn();
  server.deleteChat.mockResolvedValue({});
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ConfirmDialog chat={{ id: 3 }} question="deleteChat" onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Delete this chat?" }));
  expect(server.deleteChat).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole("button", { name: "Delete chat" }));
  expect(server.deleteChat).toHaveBeenCalledWith(3);
  expect(onClose).toHaveBeenCalledOnce();
});
