import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { BookableTimes } from "./BookableTimes";
import type { Bookable, BookableTime } from "./types";

const time = (date: string, hour: string, more: Partial<BookableTime> = {}): BookableTime => ({
  date,
  time: hour,
  starts_at: `${date}T${hour}:00.000Z`,
  ends_at: `${date}T23:00:00.000Z`,
  left: 3,
  price: 0,
  occurrence_id: null,
  ...more,
});

const show = (more: Partial<Bookable>) =>
  render(
    <MemoryRouter>
      <BookableTimes
        name="Casa Azul"
        bookable={{
          offering_id: 7,
          availability: "table",
          members: 4,
          children: 0,
          currency: "EUR",
          time_zone: "UTC",
          times: [],
          stay: null,
          ...more,
        }}
      />
    </MemoryRouter>,
  );

beforeEach(() => startI18n());

test("times of one day stand below it and lead to their booking", async () => {
  show({ times: [time("2030-01-04", "19:30"), time("2030-01-04", "20:00")] });
  expect(await screen.findByText("Fri, Jan 4")).toBeDefined();
  const [first] = screen.getAllByRole("link");
  expect(first?.textContent?.replace(/\s/g, " ")).toBe("7:30 PM");
  expect(first?.getAttribute("href")).toContain("members=4");
});

test("dates have their day, and the seats left where few are", async () => {
  show({
    times: [
      time("2030-01-04", "19:30", { occurrence_id: 1 }),
      time("2030-01-05", "19:30", { occurrence_id: 2, left: 400 }),
    ],
  });
  const [few, many] = (await screen.findAllByRole("link")).map(({ textContent }) => textContent);
  expect(few).toMatch(/^Fri, Jan 4.*3 left$/);
  expect(many).not.toContain("left");
});

test("a stay says its price with tax and its nights", async () => {
  const stay = {
    variant_id: 1,
    check_in: "2030-01-04",
    check_out: "2030-01-06",
    nights: 2,
    total: 33000,
    vat_added: 2000,
    left: 1,
  };
  show({ availability: "nights", stay });
  expect((await screen.findByRole("link")).textContent).toBe("€350 for 2 nights · 1 left");
});
