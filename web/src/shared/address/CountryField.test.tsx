import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { CountryField } from "./CountryField";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("auth");
});

function show(value: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <CountryField value={value} onChange={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole<HTMLSelectElement>("combobox", { name: "Country" });
}

test("countries that could not be loaded are told and can be loaded again", async () => {
  server.GET.mockRejectedValueOnce(new Error("down")).mockResolvedValueOnce({
    data: [{ code: "ES" }, { code: "PT" }],
  });
  show("");
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load the countries");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("option", { name: "Portugal" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a chosen country is shown without the list", async () => {
  server.GET.mockRejectedValueOnce(new Error("down"));
  const field = show("PT");
  await screen.findByRole("alert");
  expect(field.selectedOptions[0]?.textContent).toBe("Portugal");
});
