import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { aUser, credentials } from "@/test/people";
import { JoinTeamScreen } from "./JoinTeamScreen";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call, download: vi.fn() }));

const TOKEN = "0123456789abcdef0123456789abcdef";
const nora = aUser({ type: "professional" });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-team", "auth"]);
});
beforeEach(() => {
  useAuth.getState().clear();
  server.POST.mockReset().mockResolvedValue({ data: { company: "Casa Azul", role: "staff" } });
});

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[`/pro/join#token=${TOKEN}`]}>
          <JoinTeamScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

test("a business account joins the team of the link", async () => {
  useAuth.getState().signIn({ ...credentials(), user: nora }, false);
  show();
  expect(await screen.findByText("Casa Azul")).toBeTruthy();
  server.POST.mockResolvedValue({ data: { user: { ...nora, bio: "joined" } } });
  await userEvent.click(screen.getByRole("button", { name: "Join the team" }));
  const path = "/api/v1/userprofessional/invitations/accept/";
  expect(server.POST).toHaveBeenLastCalledWith(path, { body: { token: TOKEN } });
  expect(useAuth.getState().credentials?.user.bio).toBe("joined");
});

test("a visitor is led to the business login and back to the link", async () => {
  show();
  const link = await screen.findByRole("link", { name: "Sign in to your business account" });
  const next = encodeURIComponent(`/pro/join#token=${TOKEN}`);
  expect(link.getAttribute("href")).toBe(`/pro/login?next=${next}`);
  expect(screen.queryByRole("button", { name: "Join the team" })).toBeNull();
});

test("an invitation that ended says what to do", async () => {
  server.POST.mockRejectedValue(new ApiError({ code: "invitation.ended", message: "Ended.", status: 409 }));
  show();
  expect(await screen.findByText(/Ask the owner for a new one/)).toBeTruthy();
});
