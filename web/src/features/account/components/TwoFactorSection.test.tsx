import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { TwoFactorSection } from "./TwoFactorSection";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["account", "auth"]);
});

test("new recovery codes ask for the password and a code of the app", async () => {
  server.GET.mockResolvedValue({ data: { enabled: true, recovery_codes_left: 2 } });
  server.POST.mockResolvedValue({ data: { recovery_codes: ["aaaa-bbbb-cccc-dddd"] } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <TwoFactorSection />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const renew = () => userEvent.click(screen.getByRole("button", { name: "New recovery codes" }));
  await screen.findByText("2 recovery codes left");
  await renew();
  await userEvent.type(screen.getByLabelText("Current password"), "Abc");
  await renew();
  expect(server.POST).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Code"), "041799");
  await renew();
  const body = { password: "Abc", code: "041799" };
  expect(server.POST).toHaveBeenCalledWith("/api/v1/users/two-factor/recovery-codes/", { body });
  expect(await screen.findByText("aaaa-bbbb-cccc-dddd")).toBeTruthy();
});
