import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, renderHook, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { AlternativeSignIn } from "./AlternativeSignIn";
import { useOidcSignIn } from "./oidc";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("auth");
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

test("terms and privacy policy stand beside the buttons of providers", async () => {
  server.GET.mockResolvedValue({ data: [{ id: "acme", name: "Acme" }] });
  render(<AlternativeSignIn />, { wrapper });
  expect(await screen.findByRole("button", { name: "Continue with Acme" })).toBeTruthy();
  expect(screen.getByText(/^By continuing, you accept the/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Terms of use" }).getAttribute("href")).toBe("/terms");
  expect(screen.getByRole("link", { name: "Privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
});

test("a sign-in by a provider tells the server that the terms were shown", async () => {
  server.POST.mockResolvedValue({ data: { challenge: "c" } });
  const { result } = renderHook(useOidcSignIn, { wrapper });
  await act(() => result.current.mutateAsync({ state: "s", nonce: "n", code: "1", next: "/" }));
  const [path, { body }] = server.POST.mock.calls[0] ?? [];
  expect([path, body.terms]).toEqual(["/api/v1/users/social/sign-in/", true]);
});
