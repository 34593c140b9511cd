import { IconHome } from "@tabler/icons-react";
import { describe, expect, it } from "vitest";
import { BUSINESS_DESTINATIONS, barOf, DESTINATIONS, type Destination, listedWithin } from "./navigation";

const destinations = (count: number): Destination[] =>
  Array.from({ length: count }, (_, at) => ({ to: `/${at}`, label: "nav.home", icon: IconHome }));
const paths = (list: readonly Destination[]) => list.map(({ to }) => to);
const barPaths = (list: readonly Destination[]) => {
  const { shown, more } = barOf(list);
  return [paths(shown), paths(more)];
};

describe("the phone's bar", () => {
  it("shows all destinations when they fit", () => {
    expect(barPaths(destinations(4))).toEqual([["/0", "/1", "/2", "/3"], []]);
    expect(barPaths(destinations(5))).toEqual([["/0", "/1", "/2", "/3", "/4"], []]);
  });

  it("moves the rest behind More when there are six", () => {
    expect(barPaths(destinations(6))).toEqual([
      ["/0", "/1", "/2", "/3"],
      ["/4", "/5"],
    ]);
  });

  it("leaves out a destination within another", () => {
    const inner: Destination = { to: "/inner", label: "nav.people", icon: IconHome, within: "/1" };
    const all = [...destinations(5), inner];
    expect(barPaths(all)).toEqual([["/0", "/1", "/2", "/3", "/4"], []]);
    expect(paths(listedWithin(all, "/1"))).toEqual(["/inner"]);
  });

  it("shows the badge of an inner destination on the outer one", () => {
    const Badge = () => null;
    const inner: Destination = {
      to: "/inner",
      label: "nav.people",
      icon: IconHome,
      badge: Badge,
      within: "/1",
    };
    const { shown } = barOf([...destinations(2), inner]);
    expect(shown.map(({ badge }) => badge)).toEqual([undefined, Badge]);
  });
});

describe("the destinations", () => {
  it("are five in the consumer's bar, without More", () => {
    const [shown, more] = barPaths(DESTINATIONS);
    expect(shown).toEqual(["/", "/videos", "/search", "/messages", "/UserProfile/User"]);
    expect(more).toEqual([]);
  });

  it("never put Messages behind More on the business side", () => {
    expect(barPaths(BUSINESS_DESTINATIONS)[0]).toContain("/pro/messages");
  });

  it.each([
    ["consumer", DESTINATIONS],
    ["business", BUSINESS_DESTINATIONS],
  ])("are inside a listed destination on the %s side", (_, all) => {
    const known = paths(all);
    expect(all.filter(({ within }) => within !== undefined && !known.includes(within))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });
});
