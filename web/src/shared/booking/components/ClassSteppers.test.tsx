import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { ClassSteppers } from "./ClassSteppers";

beforeEach(() => startI18n());

test("classes share the limit of one booking", async () => {
  const units = [
    { id: 1, name: "Stalls", price: 4_500, left: 90 },
    { id: 2, name: "Box", price: 9_000, left: 90 },
  ];
  const steppers = (value: Record<number, number>) => (
    <ClassSteppers units={units} currency="EUR" fewLeft={10} value={value} onChange={() => {}} />
  );
  const { rerender } = render(steppers({ 1: 12, 2: 7 }), { wrapper: MantineProvider });
  const more = await screen.findAllByRole("button", { name: /More|more/ });
  const closed = () => more.map((button) => button.getAttribute("aria-disabled"));
  expect(closed()).toEqual(["false", "false"]);
  rerender(steppers({ 1: 12, 2: 8 }));
  expect(closed()).toEqual(["true", "true"]);
});
