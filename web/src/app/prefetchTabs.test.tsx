import i18next from "i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { aUser, credentials } from "@/test/people";
import { prefetchTabs } from "./prefetchTabs";

vi.mock("./HomeRoute", () => ({ HomeRoute: () => null }));
vi.mock("./ReelsRoute", () => ({ ReelsRoute: () => null }));
vi.mock("./MessagesRoute", () => ({ MessagesRoute: () => null }));
vi.mock("./MeRoute", () => ({ MeRoute: () => null }));
vi.mock("./PermissionGate", () => ({ PermissionGate: () => null }));
vi.mock("@/features/discover/SearchScreen", () => ({ SearchScreen: () => null }));
vi.mock("@/features/business/orders/OrdersScreen", () => ({ OrdersScreen: () => null }));
vi.mock("@/features/business/reservations/ReservationsScreen", () => ({ ReservationsScreen: () => null }));

const texts = vi.fn();

beforeEach(() => {
  texts.mockReset();
  vi.spyOn(i18next, "loadNamespaces").mockImplementation(async (areas) => texts(areas));
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
});

afterEach(() => {
  vi.unstubAllGlobals();
  useAuth.setState({ credentials: null });
  Object.defineProperty(navigator, "connection", { value: undefined, configurable: true });
});

const loaded = async () => {
  await prefetchTabs();
  return texts.mock.calls.map(([[area]]) => area);
};

test("a visitor's tabs are loaded, those of members are not", async () => {
  expect(await loaded()).toEqual(["home", "discover", "reels"]);
});

test("all tabs of a member are loaded", async () => {
  useAuth.setState({ credentials: { access_token: "a", refresh_token: "b", user: { id: 1 } as User } });
  expect(await loaded()).toEqual(["home", "discover", "reels", "messages", "me"]);
});

test("a business loads its own screens ahead", async () => {
  useAuth.getState().signIn(credentials({ user: aUser({ type: "professional" }) }), true);
  expect(await loaded()).toEqual([undefined, "business-orders", "reservations", "messages"]);
});

test("nothing is loaded ahead where data is saved", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  expect(await loaded()).toEqual([]);
});
