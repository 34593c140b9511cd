interface Stocked {
  key: string;
  /** Kinds of availability, the usual one first. */
  availability: readonly string[];
}

/** Returns the categories that sell from stock, those that mostly do so first. */
export const shopCategories = (categories: readonly Stocked[]): string[] =>
  categories
    .map(({ key, availability }) => ({ key, rank: availability.indexOf("stock") }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ key }) => key);
