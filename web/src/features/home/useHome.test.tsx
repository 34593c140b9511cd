import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { OrderType } from "@/shared/fulfilment/orderTypes";
import { chooseTown } from "@/shared/place/chosenTown";
import type { HomeTown } from "@/shared/place/useHomeTown";
import { chosenTown } from "@/test/towns";
import { useHome } from "./useHome";

const server = vi.hoisted(() => ({ readHome: vi.fn() }));
vi.mock("./api", () => server);

afterEach(() => chooseTown(null));

test("the page is that of the chosen town, and never of the one before", async () => {
  server.readHome.mockImplementation(async ({ query }: HomeTown) => ({ place: { label: query } }));
  chooseTown(chosenTown());
  const client = new QueryClient();
  const { result, rerender } = renderHook((orderType: OrderType | null) => useHome(orderType), {
    initialProps: null as OrderType | null,
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.data?.place?.label).toBe("Springfield, Illinois"));
  expect(server.readHome).toHaveBeenLastCalledWith(
    expect.objectContaining({ query: "Springfield, Illinois", country: "US" }),
    null,
  );

  server.readHome.mockReturnValue(new Promise(() => {}));
  rerender("delivery");
  expect(result.current.data?.place?.label).toBe("Springfield, Illinois");
  act(() => chooseTown(chosenTown({ city: "Porto", region: "", country: "PT" })));
  expect(result.current.data).toBeUndefined();
  expect(server.readHome).toHaveBeenLastCalledWith(
    expect.objectContaining({ query: "Porto", country: "PT" }),
    "delivery",
  );
});
