import type { CompanyPlan, Plan } from "./api";

/** Limits that a plan sets, in display order. */
export const LIMITS = ["members", "promo_codes", "advertisements"] as const;
export type Limit = (typeof LIMITS)[number];

/** Returns the limits of a plan that the company exceeds. */
export const exceeded = (plan: Plan, used: CompanyPlan["use"]): Limit[] =>
  LIMITS.filter((limit) => used[limit] > plan[limit]);
