import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { NO_FILTERS } from "../model/filters";
import { useSearchCounts } from "./useSearch";

const server = vi.hoisted(() => ({ search: vi.fn() }));
vi.mock("../api", () => server);
vi.mock("@/shared/place/useHomePlace", () => ({ useHomePlace: () => ({ isPending: false, data: null }) }));

afterEach(() => void vi.useRealTimers());

test("counts are asked for again while the index is prepared", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = { relaxed: [], facets: {} };
  server.search
    .mockResolvedValueOnce({ ...answer, total: 3, preparing: true })
    .mockResolvedValue({ ...answer, total: 40, preparing: false });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSearchCounts("places", NO_FILTERS, true), { wrapper });
  await waitFor(() => expect(result.current.total).toBe(3));
  await vi.advanceTimersToNextTimerAsync();
  await waitFor(() => expect(result.current.total).toBe(40), { timeout: 5_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.search).toHaveBeenCalledTimes(2);
});
