import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import type { AccountDocument } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { DocumentsSection } from "./DocumentsSection";

const server = vi.hoisted(() => ({ api: { DELETE: vi.fn(), POST: vi.fn() }, download: vi.fn() }));
vi.mock("@/api/client", () => ({ ...server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["account", "auth"]);
});

const DOCUMENT = { id: 3, name: "kbis.pdf", kind: "registration", url: "/media/3", expires_on: null };

function show(documents: readonly unknown[]) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DocumentsSection documents={documents as AccountDocument[]} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a file of another kind is refused beside the button", async () => {
  show([]);
  const picker = screen.getByLabelText(i18next.t("account:documents.file"));
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(picker, new File(["x"], "notes.txt", { type: "text/plain" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/MB/);
  await user.upload(picker, new File(["x"], "id.pdf", { type: "application/pdf" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(useToasts.getState().shown).toEqual([]);
});

test("a failed download is told in its row", async () => {
  server.download.mockRejectedValue(new Error("down"));
  show([DOCUMENT]);
  const open = i18next.t("account:documents.open", { name: DOCUMENT.name });
  await userEvent.click(screen.getByRole("button", { name: open }));
  expect((await screen.findByRole("alert")).textContent).toBe(i18next.t("common:error.wrong"));
  expect(useToasts.getState().shown).toEqual([]);
});
