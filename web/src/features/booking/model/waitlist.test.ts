import { describe, expect, it } from "vitest";
import type { Slot } from "@/shared/booking/types";
import { slotChoices, withQuantity } from "./waitlist";

const slot = (hour: number, left: number): Slot => ({
  starts_at: `2026-11-23T${hour}:00:00.000Z`,
  ends_at: `2026-11-23T${hour + 1}:00:00.000Z`,
  time: `${hour}:00`,
  left,
  price: 0,
  resources: [],
  occurrence_id: null,
  variants: [],
  joined: [],
});

const labels = { any: "Any time", time: (at: string) => at.slice(11, 13) };

describe("choices of a waitlist", () => {
  it("offers any time when the whole day is taken", () => {
    const choices = slotChoices("2026-11-23", [slot(10, 0), slot(11, 0)], { members: 2 }, labels);
    expect(choices.map(({ label }) => label)).toEqual(["Any time", "10", "11"]);
    expect(choices[0]?.time).toEqual({ date: "2026-11-23", members: 2 });
    expect(choices[1]?.time).toEqual({ starts_at: "2026-11-23T10:00:00.000Z", members: 2 });
  });

  it("offers only taken times when others are free", () => {
    const choices = slotChoices("2026-11-23", [slot(10, 0), slot(11, 3)], {}, labels);
    expect(choices.map(({ label }) => label)).toEqual(["10"]);
    expect(slotChoices("2026-11-23", [slot(10, 1)], {}, labels)).toEqual([]);
  });

  it("counts the units of the chosen class", () => {
    const time = { occurrence_id: 7, items: [{ variant_id: 3, quantity: 1 }] };
    expect(withQuantity(time, 4)).toEqual({
      occurrence_id: 7,
      members: 4,
      items: [{ variant_id: 3, quantity: 4 }],
    });
    expect(withQuantity({ occurrence_id: 7 }, 2)).toEqual({ occurrence_id: 7, members: 2 });
  });
});
