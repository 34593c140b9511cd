import { dateIn } from "@/shared/opening/zonedTime";
import { amountText, parseAmount } from "../catalogue/model/amount";
import { endOfDay, firstDayOf, lastDayOf, startOfDay } from "../model/days";
import type { PromoCode, PromoCodeForm } from "./api";

export type PromoKind = PromoCode["kind"];
export const KINDS = ["percent", "amount", "free_delivery"] as const satisfies readonly PromoKind[];

/** Promo code as typed. Dates are days of the company, both included. */
export interface PromoFields {
  code: string;
  kind: PromoKind;
  value: string;
  minimum: string;
  from: string;
  until: string;
  limitTotal: string;
  limitEach: string;
}

export type PromoField = keyof PromoFields;
export type Problem = "amount" | "code" | "limit" | "order" | "percent" | "required";
export type Problems = Partial<Record<PromoField, Problem>>;

/** State of a code for its company. */
export type PromoState = "ended" | "open" | "planned" | "usedUp";

const MONTH_MS = 30 * 86_400_000;

/** Currency and time zone of the company. */
export interface Terms {
  currency: string;
  time_zone: string;
}

export function fieldsOf(code: PromoCode | null, { currency, time_zone }: Terms, now: number): PromoFields {
  if (!code) {
    return {
      code: "",
      kind: "percent",
      value: "",
      minimum: "",
      from: dateIn(time_zone, now),
      until: dateIn(time_zone, now + MONTH_MS),
      limitTotal: "",
      limitEach: "",
    };
  }
  const { kind, value, limit_total, limit_each } = code;
  return {
    code: code.code,
    kind,
    value: kind === "amount" ? amountText(value, currency) : kind === "percent" ? String(value) : "",
    minimum: code.minimum_order ? amountText(code.minimum_order, currency) : "",
    from: firstDayOf(code.starts_at, time_zone),
    until: lastDayOf(code.ends_at, time_zone),
    limitTotal: typeof limit_total === "number" ? String(limit_total) : "",
    limitEach: typeof limit_each === "number" ? String(limit_each) : "",
  };
}

const whole = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null);

export function problemsOf(fields: PromoFields, currency: string): Problems {
  const problems: Problems = {};
  if (!/^[A-Za-z0-9-]{3,30}$/.test(fields.code.trim())) problems.code = "code";
  if (fields.kind === "percent") {
    const percent = whole(fields.value);
    if (percent === null || percent < 1 || percent > 100) problems.value = "percent";
  }
  if (fields.kind === "amount" && !((parseAmount(fields.value, currency) ?? 0) > 0))
    problems.value = "amount";
  if (fields.minimum.trim() && parseAmount(fields.minimum, currency) === null) problems.minimum = "amount";
  for (const field of ["limitTotal", "limitEach"] as const) {
    if (fields[field].trim() && !((whole(fields[field]) ?? 0) > 0)) problems[field] = "limit";
  }
  if (!fields.from) problems.from = "required";
  if (!fields.until) problems.until = "required";
  else if (fields.from && fields.until < fields.from) problems.until = "order";
  return problems;
}

/** Body of valid fields. */
export function formOf(
  fields: PromoFields,
  { currency, time_zone }: Terms,
  isActive: boolean,
): PromoCodeForm {
  const value = fields.kind === "amount" ? parseAmount(fields.value, currency) : whole(fields.value);
  return {
    code: fields.code.trim(),
    kind: fields.kind,
    value: fields.kind === "free_delivery" ? 0 : (value ?? 0),
    minimum_order: fields.minimum.trim() ? (parseAmount(fields.minimum, currency) ?? 0) : 0,
    starts_at: startOfDay(fields.from, time_zone),
    ends_at: endOfDay(fields.until, time_zone),
    limit_total: whole(fields.limitTotal),
    limit_each: whole(fields.limitEach),
    is_active: isActive,
  };
}

export function stateOf(code: PromoCode, now: number): PromoState {
  if (!code.is_active || Date.parse(code.ends_at) <= now) return "ended";
  if (typeof code.limit_total === "number" && code.used >= code.limit_total) return "usedUp";
  return Date.parse(code.starts_at) > now ? "planned" : "open";
}
