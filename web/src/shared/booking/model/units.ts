/** Units of one booking, of all variants together, at most: the server's limit. */
export const MAX_UNITS = 20;

/** Units by variant. */
export type Quantities = Readonly<Record<number, number>>;

export const unitsOf = (quantities: Quantities): number =>
  Object.values(quantities).reduce((total, quantity) => total + quantity, 0);

/** Returns the chosen units as items of a request. */
export const itemsOf = (quantities: Quantities): { variant_id: number; quantity: number }[] =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ variant_id: Number(id), quantity }));
