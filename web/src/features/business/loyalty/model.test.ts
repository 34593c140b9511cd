import { describe, expect, it } from "vitest";
import { fieldsOf, programmeOf } from "./model";

const FIELDS = { coinsPerUnit: "2", coinValue: "0.05", minimum: "20" };

describe("programmeOf", () => {
  it("reads amounts of the currency and whole coins", () => {
    expect(programmeOf(FIELDS, true, "EUR")).toEqual({
      programme: { is_active: true, coins_per_unit: 2, coin_value: 5, minimum_coins: 20 },
    });
    expect(programmeOf({ ...FIELDS, coinValue: "5" }, false, "JPY")).toMatchObject({
      programme: { is_active: false, coin_value: 5 },
    });
  });

  it("names each field that is wrong", () => {
    const wrong = { coinsPerUnit: "0", coinValue: "", minimum: "-1" };
    expect(programmeOf(wrong, true, "EUR")).toEqual({
      problems: { coinsPerUnit: true, coinValue: true, minimum: true },
    });
    expect(programmeOf({ ...FIELDS, coinsPerUnit: "1001" }, true, "EUR")).toEqual({
      problems: { coinsPerUnit: true },
    });
    expect(programmeOf({ ...FIELDS, coinsPerUnit: "1.5" }, true, "EUR")).toEqual({
      problems: { coinsPerUnit: true },
    });
  });

  it("shows a programme as it was typed", () => {
    const programme = { is_active: true, coins_per_unit: 2, coin_value: 5, minimum_coins: 20 };
    expect(programmeOf(fieldsOf(programme, "EUR"), true, "EUR")).toEqual({ programme });
  });
});
