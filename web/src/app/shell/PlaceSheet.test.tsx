import { MantineProvider } from "@mantine/core";
import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { chooseTown, useChosenTown } from "@/shared/place/chosenTown";
import { aUser, credentials } from "@/test/people";
import { chosenTown } from "@/test/towns";
import { PlaceSheet } from "./PlaceSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const PORTO = {
  id: 1,
  label: "Porto, Portugal",
  city: "Porto",
  region: "Porto District",
  country: "PT",
  postal_codes: [],
  latitude: 41.15,
  longitude: -8.61,
};
const ADDRESSES = [
  { id: 1, city: "Nantes", country: "FR", latitude: 47.21, longitude: -1.55 },
  { id: 2, city: "Nantes", country: "FR", latitude: null, longitude: null },
  { id: 3, city: "Lyon", country: "FR", latitude: null, longitude: null },
];

const onClose = vi.fn();
let places: unknown[] | Error;
let addresses: unknown[] | Error;

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("place");
});
beforeEach(() => {
  onClose.mockClear();
  server.GET.mockClear();
  places = [PORTO];
  addresses = ADDRESSES;
  server.GET.mockImplementation(async (path: string) => {
    const data = path.endsWith("/places/") ? places : addresses;
    if (data instanceof Error) throw data;
    return { data };
  });
});
afterEach(() => {
  chooseTown(null);
  useAuth.setState({ credentials: null });
  onlineManager.setOnline(true);
});

async function show() {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    timeZone: "Europe/Paris",
  } as never);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: "always" } },
  });
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/map?q=rice"]}>
          <PlaceSheet opened onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("searchbox", { name: "Search for a town" });
  return { ...view, client };
}

const signIn = () =>
  useAuth.setState({ credentials: credentials({ user: aUser({ city: "Lyon", country: "FR" }) }) });

const type = (text: string) => userEvent.type(screen.getByRole("searchbox"), text);

const town = () => useChosenTown.getState().town;

/** The browser answers with a position, or refuses. */
function locate(answer: "refused" | { latitude: number; longitude: number }) {
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition: (found: (at: unknown) => void, refuse: () => void) =>
        answer === "refused" ? refuse() : found({ coords: answer }),
    },
  });
}

const askPosition = () => userEvent.click(screen.getByRole("button", { name: "My position" }));

test("a town is found by its name and chosen", async () => {
  await show();
  await type("Por");
  await userEvent.click(await screen.findByRole("button", { name: /Porto District, Portugal/ }));
  const position = { latitude: 41.15, longitude: -8.61 };
  expect(town()).toEqual({ city: "Porto", region: "Porto District", country: "PT", position, account: null });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("says that no town begins as the text", async () => {
  places = [];
  await show();
  await type("Xq");
  expect((await screen.findByText("No town begins like this")).getAttribute("role")).toBe("status");
});

test("towns that could not be loaded can be asked for again", async () => {
  places = new Error("down");
  await show();
  await type("Por");
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load the towns");
  places = [PORTO];
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: /Porto/ })).toBeTruthy();
});

test("without a connection the search says so", async () => {
  onlineManager.setOnline(false);
  await show();
  await type("Por");
  expect((await screen.findByRole("alert")).textContent).toMatch(/offline/);
});

test("the position of the device gives its town", async () => {
  locate({ latitude: 41.14961, longitude: -8.61099 });
  server.POST.mockResolvedValue({ data: { ...PORTO, latitude: 41.15, longitude: -8.611 } });
  await show();
  await askPosition();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(town()).toMatchObject({ city: "Porto", position: { latitude: 41.15, longitude: -8.611 } });
});

test("a refused position is told in the sheet", async () => {
  locate("refused");
  await show();
  await askPosition();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Your position is not available/);
  expect(town()).toBeNull();
});

test("a position without a town is told in the sheet", async () => {
  locate({ latitude: 0, longitude: 0 });
  server.POST.mockRejectedValue(new Error("not found"));
  await show();
  await askPosition();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Could not find the town/);
  expect(onClose).not.toHaveBeenCalled();
});

test("a position that comes after the sheet was closed changes nothing", async () => {
  let answer: (value: unknown) => void = () => {};
  server.POST.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  locate({ latitude: 41.15, longitude: -8.61 });
  const { unmount, client } = await show();
  await askPosition();
  unmount();
  answer({ data: PORTO });
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(town()).toBeNull();
});

test("a member chooses among the towns of saved addresses", async () => {
  signIn();
  await show();
  const own = within(await screen.findByRole("region", { name: "Your addresses" }));
  expect(own.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["NantesFrance"]);
  await userEvent.click(own.getByRole("button"));
  expect(town()).toEqual({ city: "Nantes", region: "", country: "FR", position: null, account: 7 });
  expect(own.getByRole("button").getAttribute("aria-current")).toBe("true");
});

test("addresses that could not be loaded can be asked for again", async () => {
  signIn();
  addresses = new Error("down");
  await show();
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load your addresses");
  addresses = ADDRESSES;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: /Nantes/ })).toBeTruthy();
});

test("a visitor has no addresses and may choose the country", async () => {
  await show();
  expect(server.GET).not.toHaveBeenCalled();
  const link = screen.getByRole("link", { name: "Country and language" });
  expect(link.getAttribute("href")).toBe("/settings/region?next=%2Fmap%3Fq%3Drice");
  expect(screen.queryByRole("button", { name: /Back to/ })).toBeNull();
});

test.each([
  ["profile", "Lyon", signIn],
  ["time zone", "Paris", () => {}],
])("another town leads back to the one of the %s", async (_, home, begin) => {
  begin();
  chooseTown(chosenTown());
  await show();
  await userEvent.click(screen.getByRole("button", { name: `Back to ${home}` }));
  expect(town()).toBeNull();
  expect(onClose).toHaveBeenCalledTimes(1);
});
