import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { AddressFields } from "./AddressFields";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("auth");
});

const chosen = vi.fn();

function show({ complete = false, postalCode = "" } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <AddressFields
          complete={complete}
          values={{ address: "", city: "", postalCode, country: "" }}
          field={(name) => ({ value: "", onChange: () => {}, error: null, "data-path": name })}
          onChange={chosen}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("cities that could not be loaded are told beside their field", async () => {
  server.GET.mockImplementation(async (path: string) => {
    if (path.endsWith("/places/")) throw new Error("down");
    return { data: [] };
  });
  show();
  await userEvent.type(screen.getByRole("combobox", { name: "Find your city" }), "Va");
  expect(await screen.findByText("Could not load the cities. Fill in the fields yourself.")).toBeTruthy();
});

test("a location that could not be read is told in the form", async () => {
  server.GET.mockResolvedValue({ data: [] });
  server.POST.mockRejectedValue(new Error("down"));
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition: (found: (place: unknown) => void) =>
        found({ coords: { latitude: 39, longitude: 0 } }),
    },
  });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Use my location" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/Could not determine your location/);
});

test("fields that may stay empty are marked, except where all are needed", () => {
  server.GET.mockResolvedValue({ data: [] });
  show();
  for (const name of ["Postal code", "City", "Country"]) {
    expect((screen.getByLabelText(`${name} (optional)`) as HTMLInputElement).required).toBe(false);
  }
  cleanup();
  show({ complete: true });
  expect(screen.queryByLabelText(/optional/)).toBeNull();
  expect((screen.getByLabelText("Postal code") as HTMLInputElement).required).toBe(true);
});

/** Chooses a town that has these postal codes. */
async function choose(city: string, postal_codes: string[]) {
  const town = {
    id: 1,
    label: city,
    city,
    region: "",
    country: "FR",
    postal_codes,
    latitude: 0,
    longitude: 0,
  };
  server.GET.mockImplementation(async (path: string) => ({ data: path.endsWith("/places/") ? [town] : [] }));
  await userEvent.type(screen.getByRole("combobox", { name: "Find your city" }), city.slice(0, 3));
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(city) }));
}

test("a town with one postal code fills it in", async () => {
  show({ postalCode: "1" });
  await choose("Chartres", ["28000"]);
  expect(chosen).toHaveBeenLastCalledWith({ city: "Chartres", country: "FR", postalCode: "28000" });
});

test("a town with several postal codes suggests them and keeps its own", async () => {
  show({ postalCode: "69002" });
  await choose("Lyon", ["69001", "69002"]);
  expect(chosen).toHaveBeenLastCalledWith({ city: "Lyon", country: "FR", postalCode: "69002" });
  const field = screen.getByLabelText("Postal code (optional)") as HTMLInputElement;
  expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(["69001", "69002"]);
  cleanup();
  show({ postalCode: "28000" });
  await choose("Lyon", ["69001", "69002"]);
  expect(chosen).toHaveBeenLastCalledWith({ city: "Lyon", country: "FR", postalCode: "" });
});

test("a town of unknown postal codes leaves what was typed", async () => {
  show({ postalCode: "08024" });
  await choose("Barcelona", []);
  expect(chosen).toHaveBeenLastCalledWith({ city: "Barcelona", country: "FR", postalCode: "08024" });
});
