const PERCENTS = [5, 10, 15] as const;

export interface TipChoice {
  percent: number;
  /** Minor units. */
  amount: number;
}

/** Returns tips as parts of the subtotal, in full steps of ten minor units. */
export const tipChoices = (subtotal: number): TipChoice[] =>
  PERCENTS.map((percent) => ({ percent, amount: Math.round((subtotal * percent) / 1_000) * 10 }));
