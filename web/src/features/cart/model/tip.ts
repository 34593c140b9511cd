/** Maximum tip in minor units, as the server has it. */
export const MAX_TIP = 100_000_000;

const PERCENTS = [5, 10, 15] as const;

export interface TipChoice {
  percent: number;
  /** Minor units. */
  amount: number;
}

/** Returns tips as parts of the subtotal, in full steps of ten minor units. */
export const tipChoices = (subtotal: number): TipChoice[] =>
  PERCENTS.map((percent) => ({ percent, amount: Math.round((subtotal * percent) / 1_000) * 10 }));

/** Returns true if a tip is none of the choices. */
export const isOwnTip = (tip: number, subtotal: number): boolean =>
  tip > 0 && tipChoices(subtotal).every(({ amount }) => amount !== tip);
