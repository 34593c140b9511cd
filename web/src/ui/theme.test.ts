import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
import { mantineVariables, theme } from "./theme";

test("an icon of deletion has the color of danger in both schemes", () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { color } = defaultVariantColorsResolver({ color: "brick", theme: merged, variant: "subtle" });
  const { light, dark } = mantineVariables(merged);
  const name = color.replace(/^var\((.+)\)$/, "$1") as `--${string}`;
  expect([light[name], dark[name]]).toEqual(["var(--p-danger)", "var(--p-danger)"]);
});
