import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { DevicesSection } from "./DevicesSection";
import { TwoFactorSection } from "./TwoFactorSection";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["account", "auth"]);
});

const SECTIONS: [string, ReactNode, unknown][] = [
  ["devices", <DevicesSection key="devices" />, []],
  ["second step", <TwoFactorSection key="factor" />, { enabled: false, recovery_codes_left: 0 }],
];

test.each(SECTIONS)("a failed re-read keeps the section: %s", async (_, section, data) => {
  server.GET.mockResolvedValue({ data });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>{section}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  server.GET.mockRejectedValue(new Error("refused"));
  await act(() => queries.refetchQueries());
  expect(queries.getQueryCache().getAll()[0]?.state.status).toBe("error");
  expect(screen.queryByRole("alert")).toBeNull();
});
