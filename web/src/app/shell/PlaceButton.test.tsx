import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { rememberCountry } from "@/lib/rememberedCountry";
import { chooseTown } from "@/shared/place/chosenTown";
import { aUser, credentials } from "@/test/people";
import { chosenTown } from "@/test/towns";
import { PlaceButton } from "./PlaceButton";

beforeAll(async () => {
  await startI18n();
});
afterEach(() => {
  chooseTown(null);
  useAuth.setState({ credentials: null });
});

function show(timeZone: string) {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ timeZone } as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PlaceButton />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole("button");
}

test("a visitor reads the town that the time zone suggests", () => {
  expect(show("America/New_York").textContent).toBe("New York");
  expect(screen.getByRole("button", { name: "Your place: New York" })).toBeTruthy();
});

test("a chosen country does not hide the town that the pages are about", () => {
  rememberCountry("PT");
  expect(show("Europe/Paris").textContent).toBe("Paris");
});

test("a member reads the town of the profile until another is chosen", () => {
  useAuth.setState({ credentials: credentials({ user: aUser({ city: "Lyon", country: "FR" }) }) });
  const button = show("Europe/Paris");
  expect(button.textContent).toBe("Lyon");
  act(() => chooseTown(chosenTown()));
  expect(button.textContent).toBe("Springfield");
});

test("without any town, one is asked for", () => {
  expect(show("UTC").textContent).toBe("Town");
  expect(screen.getByRole("button", { name: "Choose your town" })).toBeTruthy();
});

test("opens the sheet of places and gets the focus back", async () => {
  const button = show("Europe/Paris");
  await userEvent.click(button);
  expect(await screen.findByRole("dialog", { name: "Your place" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});
