import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeAll, expect, test } from "vitest";
import { changeLanguage, startI18n } from "@/lib/i18n";
import { SelectField } from "./SelectField";
import { TextAreaField } from "./TextAreaField";
import { TextField } from "./TextField";

beforeAll(() => startI18n());

const show = (field: ReactElement) => render(<MantineProvider env="test">{field}</MantineProvider>);

test.each([
  ["text", TextField],
  ["text area", TextAreaField],
  ["list", SelectField],
])("a %s says in its label that it is optional", (_, Field) => {
  show(<Field label="Note" optional />);
  expect(screen.getByLabelText("Note (optional)")).toHaveProperty("required", false);
});

test.each([
  ["text", TextField],
  ["text area", TextAreaField],
  ["list", SelectField],
])("a required %s has no mark", (_, Field) => {
  show(<Field label="Note" required />);
  expect(screen.getByLabelText("Note")).toHaveProperty("required", true);
});

test("the mark is in the language of the page", async () => {
  await changeLanguage("FR");
  show(<TextField label="Note" optional />);
  expect(await screen.findByLabelText("Note (facultatif)")).toBeTruthy();
});
