/** Share of a star in all reviews, 0 to 100. */
export const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count * 100) / total);

/** Stars from 5 to 1 with the number of their reviews. */
export const breakdown = (by_rating: readonly number[]): { stars: number; count: number }[] =>
  [5, 4, 3, 2, 1].map((stars) => ({ stars, count: by_rating[stars - 1] ?? 0 }));
