import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { HomePromoCode } from "../api";
import { PromoCodesSection } from "./PromoCodesSection";

const CODE: HomePromoCode = {
  code: "AZUL10",
  discount: "percent",
  value: 10,
  minimum_order: 0,
  ends_at: "2026-11-30T15:00:00.000Z",
  time_zone: "Asia/Tokyo",
  company_id: 7,
  handle: "casa-azul",
  company_name: "Casa Azul",
  city: "Tokyo",
  currency: "JPY",
};

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("home");
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a code is shown with its last day in the zone of its company", async () => {
  render(
    <MantineProvider>
      <MemoryRouter>
        <PromoCodesSection codes={[CODE]} />
      </MemoryRouter>
    </MantineProvider>,
  );
  // It ends at midnight in Tokyo, when December begins there.
  expect(await screen.findByText("until Nov 30, 2026")).toBeTruthy();
});
