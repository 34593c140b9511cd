import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { DeliveryAddress } from "@/shared/address/deliveryAddresses";
import { AddressesScreen } from "./AddressesScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const address = (changes: Partial<DeliveryAddress> = {}): DeliveryAddress => ({
  id: 4,
  type: "home",
  first_name: "Alice",
  last_name: "Moreau",
  phone_number: "+33612345678",
  house: "7",
  road: "Rue du Four",
  pincode: "75006",
  city: "Paris",
  state: "Île-de-France",
  country: "FR",
  instructions: "",
  latitude: null,
  longitude: null,
  is_default: false,
  ...changes,
});

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("address");
});
beforeEach(async () => {
  server.PUT.mockReset().mockResolvedValue({ data: address({ is_default: true }) });
  server.GET.mockReset().mockResolvedValue({ data: [address()] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <AddressesScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("7 Rue du Four, 75006 Paris");
});

const makeDefault = () => userEvent.click(screen.getByRole("button", { name: "Make default" }));

test("an edit of another device stays when an address becomes the default", async () => {
  server.GET.mockResolvedValue({ data: [address({ house: "12", instructions: "Ring twice" })] });
  await makeDefault();
  await waitFor(() => expect(server.PUT).toHaveBeenCalledOnce());
  const { params, body } = server.PUT.mock.calls[0]?.[1] ?? {};
  expect(params).toEqual({ path: { address_id: 4 } });
  expect(body).toMatchObject({ house: "12", instructions: "Ring twice", is_default: true });
  expect(body).not.toHaveProperty("id");
});

test("an address that is gone is not saved again", async () => {
  server.GET.mockResolvedValue({ data: [] });
  await makeDefault();
  expect(await screen.findByText("No delivery addresses yet")).toBeTruthy();
  expect(server.PUT).not.toHaveBeenCalled();
});

test("a failed read says so, and nothing is saved", async () => {
  server.GET.mockRejectedValue(new Error("refused"));
  await makeDefault();
  expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
  expect(server.PUT).not.toHaveBeenCalled();
});
