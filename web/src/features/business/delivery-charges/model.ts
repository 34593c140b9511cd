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

/** Way of handing over orders as typed. */
export interface OptionFields {
  kind: Fulfilment;
  on: boolean;
  minutes: string;
  minimum: string;
  zones: ZoneFields[];
}

export type FieldName = "fee" | "freeFrom" | "km" | "minimum" | "minutes" | "zones";
export type Problem = "amount" | "distance" | "minutes" | "repeated" | "required";
/** Problems by path: `delivery.minutes`, `delivery.0.fee`. */
export type Problems = Readonly<Record<string, Problem>>;

export const ZONES_MAX = 20;
const MINUTES_MAX = 43_200;
/** An express delivery takes at most two hours. */
const EXPRESS_MINUTES_MAX = 120;
const METRES_MAX = 20_000_000;

/** Usual minutes of a way that is switched on for the first time. Express is within two hours. */
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
      minutes: String(option?.minutes ?? USUAL_MINUTES[kind]),
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

/** Returns the longest time of a way in minutes. */
export const maxMinutes = (kind: Fulfilment): number =>
  kind === "express" ? EXPRESS_MINUTES_MAX : MINUTES_MAX;

function parseMinutes(kind: Fulfilment, text: string): number | null {
  const minutes = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return minutes <= maxMinutes(kind) ? minutes : null;
}

const isEmpty = (text: string): boolean => text.trim() === "";

/** Checks the ways that are offered. */
export function problemsOf(fields: readonly OptionFields[], currency: string): Problems {
  const found: Record<string, Problem> = {};
  for (const { kind, minutes, minimum, zones } of fields.filter(({ on }) => on)) {
    if (parseMinutes(kind, minutes) === null) found[`${kind}.minutes`] = "minutes";
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
    .map(({ kind, minutes, minimum, zones }) => ({
      kind,
      minutes: Number(minutes),
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
    minutes: ["minutes", "minutes"],
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
