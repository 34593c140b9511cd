import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { useForm } from "@/lib/form";
import { startI18n } from "@/lib/i18n";
import type { ExceptionValue } from "../model/hours";
import type { StoreValues } from "../model/storeForm";
import { ExceptionList } from "./ExceptionList";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-store"]);
});

const closed = (date: string, note = ""): ExceptionValue => ({ date, hours: [], note });

/** Shows a list. Returns what it became at last. */
function show(first: ExceptionValue[], errors: Record<string, string> = {}): () => ExceptionValue[] {
  let last = first;
  function List() {
    const form = useForm({
      initialValues: { hours: { weekly: [], exceptions: first } } as unknown as StoreValues,
      initialErrors: errors,
    });
    last = form.values.hours.exceptions;
    return (
      <ExceptionList
        form={form}
        onChange={(exceptions) => form.setFieldValue("hours", { weekly: [], exceptions })}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <List />
    </MantineProvider>,
  );
  return () => last;
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const dates = () => screen.queryAllByLabelText<HTMLInputElement>(/^Date$/).map(({ value }) => value);

test("closes several days in one step, with one reason", () => {
  const now = show([closed("2027-01-01")]);
  type(/^First day/, "2026-12-24");
  type(/^Last day/, "2026-12-26");
  press("Add 3 closed days");
  expect(screen.getByText("Closed for 3 days")).toBeTruthy();
  expect(dates()).toEqual(["2027-01-01"]);
  fireEvent.change(screen.getAllByLabelText(/^Reason/)[0] as HTMLElement, { target: { value: "Christmas" } });
  expect(now()).toEqual([
    closed("2026-12-24", "Christmas"),
    closed("2026-12-25", "Christmas"),
    closed("2026-12-26", "Christmas"),
    closed("2027-01-01"),
  ]);
  press("Edit each day");
  expect(dates()).toHaveLength(4);
});

test("adds no more days than the server takes", () => {
  const year = Array.from({ length: 360 }, (_, at) =>
    closed(new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10)),
  );
  show(year);
  type(/^First day/, "2026-12-01");
  type(/^Last day/, "2026-12-07");
  expect(screen.getByText("Choose at most 6 days")).toBeTruthy();
  type(/^Last day/, "2026-12-06");
  expect(screen.queryByText("Choose at most 6 days")).toBeNull();
});

test("removes closed days that follow each other with one button", () => {
  const now = show([closed("2026-12-24"), closed("2026-12-25"), closed("2026-12-28")]);
  press(/^Remove: .* 24\s.* 25, 2026$/);
  expect(now()).toEqual([closed("2026-12-28")]);
});

test("a date that is typed keeps its row beside closed days", () => {
  const now = show([closed("2026-12-24"), closed("2026-12-25")]);
  press("Add a date");
  type(/^Date$/, "2026-12-26");
  expect(dates()).toEqual(["2026-12-26"]);
  expect(now()).toHaveLength(3);
});

test("a refused day is named at the row that holds it", () => {
  show([closed("2026-12-24"), closed("2026-12-25")], { "exceptions.1": "Too late." });
  expect(screen.getByRole("alert").textContent).toBe("Too late.");
});
