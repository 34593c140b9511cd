import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { aUser, credentials } from "@/test/people";
import { MessageCompany } from "./MessageCompany";

const openChat = vi.fn();

vi.mock("@/shared/company-chat/useMessageCompany", () => ({
  useMessageCompany: () => ({ mutate: openChat, isPending: false }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("product");
});

afterEach(() => {
  act(() => useAuth.getState().clear());
  openChat.mockClear();
});

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

const show = () =>
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={["/products/7?size=2"]}>
        <Routes>
          <Route path="/products/:productId" element={<MessageCompany company={3} />} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>,
  );

const signIn = (type: "guest" | "regular") =>
  act(() => useAuth.getState().signIn({ ...credentials(), user: aUser({ type }) }, false));

test("a guest signs up, and the chat opens afterwards", async () => {
  signIn("guest");
  const visit = show();
  await userEvent.click(await screen.findByRole("button"));
  expect(screen.getByText(`/signup?next=${encodeURIComponent("/products/7?size=2")}`)).toBeTruthy();
  expect(openChat).not.toHaveBeenCalled();
  visit.unmount();
  signIn("regular");
  show();
  expect(openChat).toHaveBeenCalledExactlyOnceWith(3);
});
