/** Kilometres up to which a distance is of use. */
const USEFUL_KM = 100;

/** Distance to show. Null for none, and for what is far away. */
export const shownDistance = (km: number | null): number | null =>
  km !== null && km <= USEFUL_KM ? km : null;
