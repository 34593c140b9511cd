import { IconHome } from "@tabler/icons-react";
import { describe, expect, it } from "vitest";
import { barOf, type Destination } from "./navigation";

const places = (count: number): Destination[] =>
  Array.from({ length: count }, (_, at) => ({ to: `/${at}`, label: "nav.home", icon: IconHome }));
const told = (count: number) => {
  const { shown, more } = barOf(places(count));
  return [shown.map(({ to }) => to), more.map(({ to }) => to)];
};

describe("the phone's bar", () => {
  it("shows all destinations when they fit", () => {
    expect(told(4)).toEqual([["/0", "/1", "/2", "/3"], []]);
    expect(told(5)).toEqual([["/0", "/1", "/2", "/3", "/4"], []]);
  });

  it("moves the rest behind More when there are six", () => {
    expect(told(6)).toEqual([
      ["/0", "/1", "/2", "/3"],
      ["/4", "/5"],
    ]);
  });
});
