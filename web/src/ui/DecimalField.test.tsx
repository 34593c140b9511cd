import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { startI18n } from "@/lib/i18n";
import { FALLBACK, languageByCode } from "@/lib/languages";
import { DecimalField } from "./DecimalField";

function Price({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <MantineProvider env="test">
      <DecimalField label="Price" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <output>{value}</output>
    </MantineProvider>
  );
}

const show = async (code: string, initial = "") => {
  await startI18n(languageByCode(code) ?? FALLBACK);
  render(<Price initial={initial} />);
  return screen.getByRole<HTMLInputElement>("textbox", { name: "Price" });
};

afterEach(() => i18next.changeLanguage(FALLBACK.tag));

it.each([
  ["US", "34.50"],
  ["FR", "34,50"],
])("shows the separator of %s", async (code, shown) => {
  expect((await show(code, "34.50")).value).toBe(shown);
});

it.each(["34,50", "34.50"])("takes %s in French", async (typed) => {
  const field = await show("FR");
  await userEvent.setup().type(field, typed);
  expect(field.value).toBe("34,50");
  expect(screen.getByRole("status").textContent).toBe("34.50");
});

it("keeps the caret in the middle of a text", async () => {
  const field = await show("FR", "3450");
  const user = userEvent.setup();
  await user.type(field, ".", { initialSelectionStart: 2, initialSelectionEnd: 2 });
  await user.keyboard("9");
  expect(field.value).toBe("34,950");
});
