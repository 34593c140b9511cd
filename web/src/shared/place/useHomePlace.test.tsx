import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { chosenTown } from "@/test/towns";
import { chooseTown } from "./chosenTown";
import { useHomePlace } from "./useHomePlace";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

afterEach(() => chooseTown(null));

function show() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useHomePlace().data, { wrapper }).result;
}

test("a chosen town with a position is known at once", () => {
  chooseTown(chosenTown());
  expect(show().current).toEqual({ label: "Springfield", latitude: 39.8, longitude: -89.64 });
  expect(server.GET).not.toHaveBeenCalled();
});

test("a chosen town without a position is looked up with its region", async () => {
  server.GET.mockResolvedValue({ data: [{ city: "Springfield", latitude: 37.2, longitude: -93.3 }] });
  chooseTown(chosenTown());
  const place = show();
  act(() => chooseTown(chosenTown({ region: "Missouri", position: null })));
  await waitFor(() => expect(place.current?.latitude).toBe(37.2));
  const query = { query: "Springfield, Missouri", country: "US" };
  expect(server.GET).toHaveBeenCalledWith("/api/v1/users/places/", { params: { query } });
});
