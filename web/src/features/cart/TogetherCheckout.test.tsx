import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aCart } from "@/test/carts";
import { TogetherCheckout } from "./TogetherCheckout";

const server = vi.hoisted(() => ({ PUT: vi.fn(), POST: vi.fn(), GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 5, type: "regular" }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "fulfilment"]);
});

test("a cart that stopped being ready is named with its reason", async () => {
  const forn = aCart({
    fulfilment: "collect",
    problems: ["contact_missing"],
    customer_name: "Ana Sousa",
    contact_number: "+351211234567",
    email: "ana@plaza.example",
  });
  const other = aCart({ ...forn, company: { ...forn.company, id: 8, name: "Casa Azul" } });
  server.PUT.mockResolvedValue({ data: { ...other, problems: ["closed"] } });
  server.PUT.mockResolvedValueOnce({ data: { ...forn, problems: [] } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TogetherCheckout carts={[forn, other]} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Continue to payment/ }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Casa Azul: The business is closed at this time. Choose another.",
  );
  expect(server.POST).not.toHaveBeenCalled();
});
