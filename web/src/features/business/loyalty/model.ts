import { amountText, parseAmount } from "../catalogue/model/amount";
import type { LoyaltyProgramme } from "./api";

/** Programme as typed. */
export interface ProgrammeFields {
  coinsPerUnit: string;
  coinValue: string;
  minimum: string;
}

export type ProgrammeField = keyof ProgrammeFields;
export type ProgrammeProblems = Partial<Record<ProgrammeField, true>>;

const COINS_PER_UNIT_MAX = 1_000;
const COIN_VALUE_MAX = 1_000_000;
const MINIMUM_MAX = 1_000_000;

/** Proposal for a company without a programme: about 5 % back. */
const PROPOSED: LoyaltyProgramme = { is_active: true, coins_per_unit: 1, coin_value: 5, minimum_coins: 20 };

export function fieldsOf(programme: LoyaltyProgramme | null, currency: string): ProgrammeFields {
  const { coins_per_unit, coin_value, minimum_coins } = programme ?? PROPOSED;
  return {
    coinsPerUnit: String(coins_per_unit),
    coinValue: amountText(coin_value, currency),
    minimum: String(minimum_coins),
  };
}

const wholeOf = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN);
const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/** Returns the programme of the fields, or the fields that are wrong. */
export function programmeOf(
  fields: ProgrammeFields,
  isActive: boolean,
  currency: string,
): { programme: LoyaltyProgramme } | { problems: ProgrammeProblems } {
  const coins_per_unit = wholeOf(fields.coinsPerUnit);
  const coin_value = parseAmount(fields.coinValue, currency) ?? Number.NaN;
  const minimum_coins = wholeOf(fields.minimum);
  const problems: ProgrammeProblems = {
    ...(!isWithin(coins_per_unit, 1, COINS_PER_UNIT_MAX) && { coinsPerUnit: true as const }),
    ...(!isWithin(coin_value, 1, COIN_VALUE_MAX) && { coinValue: true as const }),
    ...(!isWithin(minimum_coins, 0, MINIMUM_MAX) && { minimum: true as const }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { programme: { is_active: isActive, coins_per_unit, coin_value, minimum_coins } };
}
