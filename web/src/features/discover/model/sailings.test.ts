import { expect, test } from "vitest";
import { readSailingQuery, writeSailingQuery } from "./sailings";

const read = (search: string) => readSailingQuery(new URLSearchParams(search));

test("reads back the search it wrote", () => {
  const query = { destination: "ITGOA", departure: "ESBCN", date: "2026-12-24" };
  expect(read(writeSailingQuery(new URLSearchParams(), query).toString())).toEqual(query);
});

test.each(["date=2026-02-30", "date=tomorrow", "departure=barcelona", "destination=ES", ""])(
  "ignores “%s”",
  (search) => {
    expect(Object.values(read(search)).filter(Boolean)).toEqual([]);
  },
);

test("an empty value leaves the address", () => {
  const params = writeSailingQuery(new URLSearchParams("date=2026-12-24&departure=ESBCN"), {
    departure: "ESBCN",
  });
  expect(params.toString()).toBe("departure=ESBCN");
});
