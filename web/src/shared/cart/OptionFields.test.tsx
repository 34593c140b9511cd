import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { OptionFields } from "./OptionFields";
import type { OptionGroup } from "./types";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("cart");
});

const group = (name: string, required: boolean, max: number): OptionGroup => ({
  name,
  required,
  max,
  choices: [{ name: `${name} choice`, price: 0 }],
});

test("groups that may be left out say so, and others have no mark", () => {
  const groups = [group("Size", true, 1), group("Sides", true, 2), group("Sauce", false, 3)];
  render(
    <MantineProvider env="test">
      <OptionFields groups={groups} currency="EUR" chosen={{}} missing={[]} onChange={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getAllByRole("group").map((one) => one.querySelector("legend")?.textContent)).toEqual([
    "Sizechoose one",
    "Sidesup to 2",
    "Sauceup to 3 (optional)",
  ]);
});
