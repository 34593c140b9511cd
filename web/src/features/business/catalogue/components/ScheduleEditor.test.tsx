import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Schedule } from "../api";
import { ScheduleEditor } from "./ScheduleEditor";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "common"]);
});

/** Shows a schedule. Returns what it became at last. */
function show(first: Schedule): () => Schedule {
  let last = first;
  function Form() {
    const [schedule, setSchedule] = useState(first);
    last = schedule;
    return <ScheduleEditor schedule={schedule} errors={{}} onChange={setSchedule} />;
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  return () => last;
}

const textIn = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test("a block is drawn as one and stays one when it is edited", () => {
  const now = show({
    rules: [],
    exceptions: [{ date: "2026-12-24", available: false, hours: ["12:00", "14:00"] }],
  });
  expect(textIn("Change")).toBe("blocked");
  type(screen.getByLabelText(/^Ends/), "15:00");
  type(screen.getByLabelText(/^Date/), "2026-12-25");
  expect(now().exceptions).toEqual([{ date: "2026-12-25", available: false, hours: ["12:00", "15:00"] }]);
  type(screen.getByLabelText("Change"), "closed");
  expect(screen.queryByLabelText(/^Ends/)).toBeNull();
  expect(now().exceptions).toEqual([{ date: "2026-12-25", available: false, hours: null }]);
});

test("hours of a part of a day can be blocked", () => {
  const now = show({ rules: [], exceptions: [] });
  fireEvent.click(screen.getByRole("button", { name: "Block hours on a date" }));
  expect(now().exceptions).toEqual([{ date: "", available: false, hours: ["12:00", "14:00"] }]);
});

test("hours go on past midnight", () => {
  const now = show({ rules: [{ weekdays: [5], starts: "20:00", ends: "26:00" }], exceptions: [] });
  expect(textIn(/^Ends/)).toBe("02:00");
  expect(screen.getByText("Ends (the next day)")).toBeTruthy();
  type(screen.getByLabelText(/^Ends/), "03:30");
  expect(now().rules[0]?.ends).toBe("27:30");
  type(screen.getByLabelText(/^Starts/), "02:00");
  expect(now().rules[0]).toMatchObject({ starts: "02:00", ends: "03:30" });
  expect(screen.queryByText("Ends (the next day)")).toBeNull();
});

test("weekly times are limited to a season", () => {
  const now = show({ rules: [{ weekdays: [5], starts: "09:00", ends: "18:00" }], exceptions: [] });
  fireEvent.click(screen.getByRole("button", { name: "Limit to a season" }));
  type(screen.getByLabelText("From (optional)"), "2026-06-01");
  type(screen.getByLabelText("Until (optional)"), "2026-09-15");
  expect(now().rules[0]).toMatchObject({ valid_from: "2026-06-01", valid_until: "2026-09-15" });
  type(screen.getByLabelText("Until (optional)"), "");
  expect(now().rules[0]?.valid_until).toBeNull();
});

test("days off are added together, and a longer range is refused", () => {
  const now = show({ rules: [], exceptions: [] });
  type(screen.getByLabelText(/^First day/), "2026-12-24");
  type(screen.getByLabelText(/^Last day/), "2027-12-24");
  expect(screen.getByText("Choose at most 200 days")).toBeTruthy();
  type(screen.getByLabelText(/^Last day/), "2026-12-25");
  fireEvent.click(screen.getByRole("button", { name: "Add 2 days off" }));
  expect(now().exceptions).toEqual([
    { date: "2026-12-24", available: false },
    { date: "2026-12-25", available: false },
  ]);
});
