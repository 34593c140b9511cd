import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { calendarDay } from "@/test/bookings";
import { plusDays } from "../model/dates";
import { NightsCalendar } from "./NightsCalendar";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
});

const days = Array.from({ length: 28 }, (_, day) => calendarDay(plusDays("2031-05-01", day)));

test("two presses at once choose an arrival and its departure", async () => {
  const onChange = vi.fn();
  const { container } = render(
    <NightsCalendar
      days={days}
      months={["2031-05"]}
      currency="EUR"
      selection={{ date: null, until: null, rooms: 1 }}
      onChange={onChange}
      onMonth={() => {}}
    />,
    { wrapper: MantineProvider },
  );
  // The page does not show the first choice yet.
  for (const date of ["2031-05-17", "2031-05-19"]) {
    await userEvent.click(container.querySelector(`[data-date="${date}"]`) as HTMLElement);
  }
  expect(onChange.mock.calls).toEqual([
    [{ date: "2031-05-17", until: null }],
    [{ date: "2031-05-17", until: "2031-05-19" }],
  ]);
});
