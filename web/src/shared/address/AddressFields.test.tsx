import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
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

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <AddressFields
          values={{ address: "", city: "", postalCode: "", country: "" }}
          field={(name) => ({ value: "", onChange: () => {}, error: null, "data-path": name })}
          onChange={() => {}}
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
