import { expect, test } from "vitest";
import { isComplete, missingFields, NO_ANSWERS, productsOf, type ReviewAnswers } from "./reviewApi";

const answers: ReviewAnswers = {
  rating: 4,
  service_fast: false,
  as_described: true,
  meets_expectations: true,
  product_quality: "good",
  comments: "Crisp",
};

test("names all answers that are missing", () => {
  expect(missingFields(NO_ANSWERS)).toEqual(Object.keys(NO_ANSWERS));
  expect(missingFields({ ...answers, comments: "  " })).toEqual(["comments"]);
  expect(isComplete(answers)).toBe(true);
});

test("lists each product of an order once and no deleted one", () => {
  const line = (product_id: number | null, name: string) => ({ product_id, name }) as never;
  expect(
    productsOf({
      lines: [line(1, "Bread"), line(null, "Gone"), line(1, "Bread"), line(2, "Mug")],
      bookings: [
        { product_id: 3, name: "Table", took_place: true },
        { product_id: 4, name: "Facial", took_place: false },
      ] as never,
    }),
  ).toEqual([
    { id: 3, name: "Table" },
    { id: 1, name: "Bread" },
    { id: 2, name: "Mug" },
  ]);
});
