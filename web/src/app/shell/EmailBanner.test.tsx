import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { aUser } from "@/test/people";
import { EmailBanner } from "./EmailBanner";

vi.mock("@/api/session", () => ({ useProfile: vi.fn() }));
beforeAll(() => startI18n(FALLBACK));

const show = (changes: Partial<User>, path = "/") =>
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[path]}>
        <EmailBanner user={aUser({ emailVerified: false, ...changes })} />
      </MemoryRouter>
    </MantineProvider>,
  );
const banner = () => screen.queryByRole("region", { name: "Your email" });
const target = () => screen.getByRole("link").getAttribute("href");

test("leads to the code until the email is confirmed", () => {
  const { unmount } = show({});
  expect(banner()?.textContent).toContain("Confirm alice@plaza.example");
  expect(target()).toBe("/verification?email=confirm");
  unmount();
  show({ emailVerified: true });
  expect(banner()).toBeNull();
});

test("names the user name while the email signs nobody in", () => {
  show({ email: null, pendingEmail: "new@plaza.example" });
  expect(banner()?.textContent).toContain("Confirm new@plaza.example");
  expect(banner()?.textContent).toContain("sign in as alice");
});

test("asks an account without an email for one", () => {
  const { unmount } = show({ email: null, hasPassword: false });
  expect(banner()?.textContent).toContain("Your account has no email");
  expect(target()).toBe("/verification?email=add");
  unmount();
  show({ email: null });
  expect(banner()?.textContent).toContain("Another account has confirmed your email");
  expect(banner()?.textContent).toContain("sign in as alice");
  expect(target()).toBe("/verification?email=add");
});

test("leads a business to its own screen and is absent there", () => {
  const { unmount } = show({ type: "professional" });
  expect(target()).toBe("/pro/settings/verification?email=confirm");
  unmount();
  show({ type: "professional" }, "/pro/settings/verification");
  expect(banner()).toBeNull();
});

test("stays dismissed for the account and the browser session", async () => {
  const first = show({});
  await userEvent.click(screen.getByRole("button", { name: "Dismiss for now" }));
  expect(banner()).toBeNull();
  first.unmount();
  const second = show({});
  expect(banner()).toBeNull();
  second.unmount();
  show({ id: 8 });
  expect(banner()).not.toBeNull();
});
