import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { RecoveryScreen } from "./RecoveryScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("auth");
});

test("an expired code leads to the first step, which says why", async () => {
  server.GET.mockResolvedValue({ data: {} });
  server.POST.mockImplementation(async (path: string) => {
    if (path.endsWith("/verify-otp/")) return { data: { proof: "reset-token" } };
    throw new ApiError({ code: "auth.code_expired", message: "The code has expired.", status: 410 });
  });
  const router = createMemoryRouter([{ path: "*", element: <RecoveryScreen realm="consumer" /> }], {
    initialEntries: ["/forgot-password#email=alice%40plaza.example&token=mailed"],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const [password, repeated] = await screen.findAllByLabelText(/password/i, { selector: "input" });
  if (!password || !repeated) throw new Error("no password fields");
  await userEvent.type(password, "Nora-likes-9");
  await userEvent.type(repeated, "Nora-likes-9");
  await userEvent.click(screen.getByRole("button", { name: i18next.t("auth:recovery.password.submit") }));
  expect((await screen.findByRole("alert")).textContent).toBe("The code has expired. Request a new one.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(i18next.t("auth:recovery.email.title"));
  expect(screen.getByDisplayValue("alice@plaza.example")).toBeTruthy();
  expect(useToasts.getState().shown).toEqual([]);
});
