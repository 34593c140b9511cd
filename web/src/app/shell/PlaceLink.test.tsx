import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PlaceLink } from "./PlaceLink";

const remembered = vi.hoisted(() => ({ country: "" }));
vi.mock("@/lib/rememberedCountry", () => ({ rememberedCountry: () => remembered.country }));

beforeAll(async () => {
  await startI18n();
});

function show(timeZone: string, country = "") {
  remembered.country = country;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ timeZone } as never);
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <PlaceLink />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getByRole("link").textContent;
}

test("a visitor reads the town that the time zone suggests", () => {
  expect(show("America/New_York")).toBe("New York");
  expect(screen.getByRole("link", { name: "Your place: New York" })).toBeTruthy();
});

test("a chosen country goes before the town of the time zone", () => {
  expect(show("Europe/Paris", "JP")).toBe("Japan");
});

test("without any place the country is asked for", () => {
  expect(show("UTC")).toBe("Country");
  expect(screen.getByRole("link", { name: "Choose your country" })).toBeTruthy();
});
