import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { aUser, credentials } from "@/test/people";
import { EditProfileScreen } from "./EditProfileScreen";

const saved = vi.fn();

beforeAll(async () => {
  await startI18n(FALLBACK);
  await i18next.loadNamespaces(["account", "auth"]);
});
beforeEach(() => saved.mockClear());

function show(changes: Partial<User>) {
  const user = aUser(changes);
  useAuth.getState().signIn(credentials({ user }), true);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.includes("update-profile")) saved(JSON.parse(await request.text()));
    const data = pathname.includes("profile") ? user : [];
    return Response.json({ status: true, message: "", data });
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <EditProfileScreen back="/" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));

test("fields that a social account left empty are asked for", async () => {
  show({ hasPassword: false });
  const dob = await screen.findByLabelText("Date of birth");
  await save();
  for (const text of ["Date of birth required", "Gender required", "Phone required", "Address required"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(dob);
  expect(saved).not.toHaveBeenCalled();

  fireEvent.change(dob, { target: { value: "1990-05-17" } });
  await userEvent.selectOptions(screen.getByLabelText("Gender"), "female");
  await userEvent.type(screen.getByLabelText("Phone"), "+33612345678");
  await userEvent.type(screen.getByLabelText("Street and number"), "7 Rue");
  await save();
  await waitFor(() =>
    expect(saved).toHaveBeenCalledWith({
      dob: "1990-05-17",
      gender: "female",
      phone: "+33612345678",
      address: "7 Rue",
    }),
  );
});

test("a required field cannot be emptied", async () => {
  show({ dob: "1990-05-17", gender: "female", phone: "+33612345678", address: "7 Rue" });
  await userEvent.clear(await screen.findByLabelText("Street and number"));
  await userEvent.selectOptions(screen.getByLabelText("Gender"), "");
  await userEvent.clear(screen.getByLabelText("Phone"));
  await save();
  for (const text of ["Gender required", "Phone required", "Address required"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
});
