import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { aUser, credentials } from "@/test/people";
import { VerificationScreen } from "./VerificationScreen";

const UNCONFIRMED = {
  email: "alice@plaza.example",
  email_verified: false,
  pending_email: null,
  phone: null,
  phone_verified: false,
  verified: false,
};
const calls: { path: string; body: unknown }[] = [];

beforeAll(async () => {
  await startI18n(FALLBACK);
  await i18next.loadNamespaces(["account", "auth"]);
});

beforeEach(() => {
  calls.length = 0;
  useAuth.getState().signIn(credentials({ user: aUser({ emailVerified: false }) }), true);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname: path } = new URL(request.url);
    const text = await request.text();
    calls.push({ path, body: text && JSON.parse(text) });
    const verified = path.includes("verify-user-otp");
    const data = verified ? { ...UNCONFIRMED, email_verified: true, verified } : UNCONFIRMED;
    return Response.json({ status: true, message: "", data });
  });
});

function show(path: string): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[path]}>
          <VerificationScreen back="/" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return queries;
}

test("a failed re-read keeps the list", async () => {
  const queries = show("/verification");
  await screen.findAllByRole("listitem");
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
  await act(() => queries.refetchQueries());
  expect(screen.getAllByRole("listitem").length).toBeGreaterThan(0);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a link opens the code of the sign-up, and the account is confirmed", async () => {
  show("/verification?email=confirm");
  await userEvent.type(await screen.findByLabelText(/^Code/), "041799");
  await userEvent.click(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(useAuth.getState().credentials?.user.emailVerified).toBe(true));
  expect(calls.find(({ path }) => path.includes("verify-user-otp"))?.body).toEqual({
    email: "alice@plaza.example",
    otp: "041799",
  });
});

test("another code is sent at once where the last may be old", async () => {
  show("/verification?email=confirm");
  await userEvent.click(await screen.findByRole("button", { name: /again|Resend/ }));
  const sent = calls.find(({ path }) => path.includes("send-otp"));
  expect(sent?.body).toEqual({ email: "alice@plaza.example" });
});

test("a link asks an account without an email for one", async () => {
  show("/verification?email=add");
  expect(await screen.findByLabelText(/Email/)).toBeTruthy();
});
