import type { Policy } from "./api";

/** Entries that apply to a category. Those without a category apply to all. */
export const policiesOf = (policies: readonly Policy[], category: string): Policy[] =>
  policies.filter((one) => one.category === null || one.category === category);
