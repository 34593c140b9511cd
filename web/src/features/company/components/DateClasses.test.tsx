import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { DateClasses } from "./DateClasses";

const date = { id: 5, starts_at: "2026-12-10T19:00:00Z", ends_at: "2026-12-10T21:00:00Z", left: 40 };
const offering = anOffering({ availability: "occurrence", currency: "USD" });
const slot = {
  ...date,
  occurrence_id: date.id,
  variants: [{ variant_id: 1, name: "Stalls", price: 4_500, left: 40, sold_out: false }],
};

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["booking", "catalogue", "company"]);
});

function open(vat: { vat_mode: "included" | "on_top"; vat_rate: number }) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) =>
      Response.json({
        status: true,
        data: url.includes("/slots/") ? { slots: [slot] } : { ...offering, ...vat },
      }),
    ),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <DateClasses offering={offering} date={date} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test.each([
  ["on_top", "$97.99"],
  ["included", "$90.00"],
] as const)("the total of classes has the tax that is %s", async (vat_mode, total) => {
  open({ vat_mode, vat_rate: 888 });
  const more = await screen.findByRole("button", { name: /more|add/i });
  await userEvent.click(more);
  await userEvent.click(more);
  expect((await screen.findByRole("link", { name: /\$/ })).textContent).toContain(total);
});
