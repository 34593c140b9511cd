import type { components } from "@/api/schema";
import { FULFILMENTS, needsAddress } from "@/shared/orders/fulfilment";
import type { Fulfilment } from "@/shared/orders/types";
import { amountText, parseAmount } from "../catalogue/model/amount";

export type FulfilmentOption = components["schemas"]["FulfilmentOption"];

/** Zone as typed: kilometres and amounts as text. */
export interface ZoneFields {
  km: string;
  fee: string;
  freeFrom: string;
}

/** Minutes of each unit of time, the longest first. */
const UNITS = { days: 1440, hours: 60, minutes: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_KEYS = ["minutes", "hours", "days"] as const satisfies readonly Unit[];

/** Way of handing over orders as typed. */
export interface OptionFields {
  kind: Fulfilment;
  on: boolean;
  /** Number of units. */
  time: string;
  unit: Unit;
  minimum: string;
  zones: ZoneFields[];
}

export type FieldName = "fee" | "freeFrom" | "km" | "minimum" | "time" | "zones";
export type Problem = "amount" | "distance" | "express" | "repeated" | "required" | "time";
/** Problems by path: `delivery.minutes`, `delivery.0.fee`. */
export type Problems = Readonly<Record<string, Problem>>;

export const ZONES_MAX = 20;
/** Longest time of each way. Express is within two hours. */
const MINUTES_MAX: Readonly<Record<Fulfilment, number>> = {
  onsite: 43_200,
  collect: 43_200,
  delivery: 43_200,
  express: 120,
  home_service: 43_200,
  catering: 43_200,
};
const METRES_MAX = 20_000_000;

/** Usual minutes of a way that is switched on for the first time. */
const USUAL_MINUTES: Readonly<Record<Fulfilment, number>> = {
  onsite: 20,
  collect: 25,
  delivery: 45,
  express: 120,
  home_service: 1440,
  catering: 2880,
};

export const blankZone = (): ZoneFields => ({ km: "", fee: "", freeFrom: "" });

/** Fields of all ways, those that are not offered switched off. */
export function fieldsOf(options: readonly FulfilmentOption[], currency: string): OptionFields[] {
  return FULFILMENTS.map((kind) => {
    const option = options.find((one) => one.kind === kind);
    const zones = (option?.zones ?? []).map(({ up_to_metres, fee, free_from }) => ({
      km: String(up_to_metres / 1000),
      fee: amountText(fee, currency),
      freeFrom: typeof free_from === "number" ? amountText(free_from, currency) : "",
    }));
    return {
      kind,
      on: option !== undefined,
      ...timeOf(option?.minutes ?? USUAL_MINUTES[kind]),
      minimum: option?.minimum_order ? amountText(option.minimum_order, currency) : "",
      zones: zones.length === 0 && needsAddress(kind) ? [blankZone()] : zones,
    };
  });
}

/** Parses `3` or `2.5` kilometres into metres. Returns null for another text. */
export function parseMetres(text: string): number | null {
  const match = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const metres = Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
  return metres >= 1 && metres <= METRES_MAX ? metres : null;
}

/** Minutes as the longest unit that holds them without a rest. */
function timeOf(minutes: number): Pick<OptionFields, "time" | "unit"> {
  const fits = (unit: Unit) => minutes >= UNITS[unit] && minutes % UNITS[unit] === 0;
  const unit = (["days", "hours"] as const).find(fits) ?? "minutes";
  return { time: String(minutes / UNITS[unit]), unit };
}

function minutesOf({ kind, time, unit }: Pick<OptionFields, "kind" | "time" | "unit">): number | null {
  const minutes = /^\d{1,5}$/.test(time.trim()) ? Number(time) * UNITS[unit] : Number.NaN;
  return minutes <= MINUTES_MAX[kind] ? minutes : null;
}

/** Problem of a time that is wrong: express delivery names its own limit. */
const timeProblem = (kind: Fulfilment): Problem => (MINUTES_MAX[kind] < UNITS.days ? "express" : "time");

const isEmpty = (text: string): boolean => text.trim() === "";

/** Checks the ways that are offered. */
export function problemsOf(fields: readonly OptionFields[], currency: string): Problems {
  const found: Record<string, Problem> = {};
  for (const { kind, time, unit, minimum, zones } of fields.filter(({ on }) => on)) {
    if (minutesOf({ kind, time, unit }) === null) found[`${kind}.time`] = timeProblem(kind);
    if (!isEmpty(minimum) && parseAmount(minimum, currency) === null) found[`${kind}.minimum`] = "amount";
    if (!needsAddress(kind)) continue;
    if (zones.length === 0) found[`${kind}.zones`] = "required";
    const seen = new Set<number>();
    for (const [index, { km, fee, freeFrom }] of zones.entries()) {
      const metres = parseMetres(km);
      if (metres === null) found[`${kind}.${index}.km`] = "distance";
      else if (seen.has(metres)) found[`${kind}.${index}.km`] = "repeated";
      else seen.add(metres);
      if (parseAmount(fee, currency) === null) found[`${kind}.${index}.fee`] = "amount";
      if (!isEmpty(freeFrom) && parseAmount(freeFrom, currency) === null)
        found[`${kind}.${index}.freeFrom`] = "amount";
    }
  }
  return found;
}

/** Options of valid fields. */
export function optionsOf(fields: readonly OptionFields[], currency: string): FulfilmentOption[] {
  const amount = (text: string) => parseAmount(text, currency) ?? 0;
  return fields
    .filter(({ on }) => on)
    .map(({ kind, time, unit, minimum, zones }) => ({
      kind,
      minutes: minutesOf({ kind, time, unit }) ?? 0,
      minimum_order: amount(minimum),
      zones: needsAddress(kind)
        ? zones.map(({ km, fee, freeFrom }) => ({
            up_to_metres: parseMetres(km) ?? 0,
            fee: amount(fee),
            free_from: isEmpty(freeFrom) ? null : amount(freeFrom),
          }))
        : [],
    }));
}

/** Paths of the fields that the server refused: `options.1.minutes` names the second way that is offered. */
export function refusedPaths(
  errors: Readonly<Record<string, unknown>>,
  fields: readonly OptionFields[],
): Problems {
  const offered = fields.filter(({ on }) => on);
  const names: Readonly<Record<string, [FieldName, Problem]>> = {
    minutes: ["time", "time"],
    minimum_order: ["minimum", "amount"],
    zones: ["zones", "required"],
  };
  const found: Record<string, Problem> = {};
  for (const key of Object.keys(errors)) {
    const [, index = "", field = ""] = /^options\.(\d+)\.(\w+)$/.exec(key) ?? [];
    const kind = offered[Number(index)]?.kind;
    const known = names[field];
    if (index && kind && known) found[`${kind}.${known[0]}`] = known[1];
  }
  return found;
}
