import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PortField, PortsField } from "./PortFields";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const port = (code: string, name: string) => ({ code, name, country: code.slice(0, 2) });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "common"]);
  server.GET.mockResolvedValue({ data: [port("ESBCN", "Barcelona"), port("HRSPU", "Split")] });
});

function open(field: React.ReactNode) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{field}</QueryClientProvider>
    </MantineProvider>,
  );
}

test("a port is found by its name and kept by its code", async () => {
  let code = "ESBCN";
  function Field() {
    const [value, setValue] = useState(code);
    code = value;
    return <PortField label="Departure port" error={undefined} value={value} onChange={setValue} />;
  }
  open(<Field />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Departure port" });
  await vi.waitFor(() => expect(field.value).toBe("Barcelona, Spain"));
  await userEvent.clear(field);
  expect(code).toBe("");
  await userEvent.type(field, "croatia");
  await userEvent.click(await screen.findByRole("option", { name: /Split/ }));
  expect(code).toBe("HRSPU");
  expect(field.value).toBe("Split, Croatia");
  await userEvent.type(field, "nowhere");
  await userEvent.tab();
  expect(field.value).toBe("Split, Croatia");
});

test("ports of call are added, put in order and taken out", async () => {
  let codes: readonly string[] = ["ESBCN"];
  function Field() {
    const [value, setValue] = useState(codes);
    codes = value;
    return <PortsField label="Ports of call" error={undefined} value={value} onChange={setValue} />;
  }
  open(<Field />);
  await userEvent.type(screen.getByRole("combobox", { name: "Ports of call" }), "spl");
  await userEvent.click(await screen.findByRole("option", { name: /Split/ }));
  expect(codes).toEqual(["ESBCN", "HRSPU"]);
  await userEvent.click(screen.getByRole("button", { name: "Move Split, Croatia up" }));
  expect(codes).toEqual(["HRSPU", "ESBCN"]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Barcelona, Spain" }));
  expect(codes).toEqual(["HRSPU"]);
});
