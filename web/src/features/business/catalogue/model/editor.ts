import { availabilityOf } from "@/shared/offering/availability";
import { hasMenu } from "@/shared/offering/hasMenu";
import type { Availability, CategorySpec, DetailField } from "@/shared/offering/types";
import type { OfferingForm, OfferingKind, OwnOffering, Schedule } from "../api";
import { amountText, parseAmount } from "./amount";
import { partsOf, usualMaximum } from "./availability";
import { type GroupValues, groupBodies, groupErrors, groupValues } from "./options";
import { type RateValues, rateErrors, rateValues } from "./rates";
import { scheduleErrors } from "./schedule";

/** Variant as texts of its fields. */
export interface VariantValues {
  key: string;
  id: number | null;
  name: string;
  price: string;
  capacity: string;
  soldOut: boolean;
  taken: number;
  color: string;
  size: string;
  sku: string;
}

export interface PictureValue {
  id: number;
  url: string;
}

/** Values of the editor, as texts of its fields. */
export interface EditorValues {
  name: string;
  description: string;
  category: string;
  subcategory: string;
  availability: string;
  isDraft: boolean;
  folder: string;
  vat: string;
  delivery: string;
  duration: string;
  step: string;
  buffer: string;
  membersMin: string;
  membersMax: string;
  details: Record<string, unknown>;
  variants: VariantValues[];
  pictures: PictureValue[];
  resources: number[];
  schedule: Schedule;
  options: GroupValues[];
  rates: RateValues[];
}

let made = 0;

export const newVariant = (): VariantValues => {
  made += 1;
  return {
    key: `new-${made}`,
    id: null,
    name: "",
    price: "",
    capacity: "",
    soldOut: false,
    taken: 0,
    color: "",
    size: "",
    sku: "",
  };
};

/** Availability that is usual for what is booked, in this order. */
const USUAL: Readonly<Record<Exclude<OfferingKind, "product">, readonly Availability[]>> = {
  service: ["appointment", "table", "nights", "timed_entry", "occurrence"],
  ticket: ["occurrence", "timed_entry"],
};

/** Availability of a category that suits a kind, the usual one first. A product is bought, in the order of the category. */
function suitable(spec: CategorySpec, kind: OfferingKind): Availability[] {
  if (kind === "product") return spec.availability.filter((key) => !availabilityOf(key).booked);
  return USUAL[kind].filter((key) => spec.availability.includes(key));
}

/** Returns the usual availability of a kind that the category has, else its first. */
export const usualAvailability = (spec: CategorySpec | undefined, kind: OfferingKind): string =>
  (spec && suitable(spec, kind)[0]) ?? spec?.availability[0] ?? "";

/** Values of a new offering, in the first category that has what is usual for its kind. */
export function blankValues(categories: readonly CategorySpec[], kind: OfferingKind): EditorValues {
  const spec = categories.find((one) => suitable(one, kind).length > 0) ?? categories[0];
  const availability = usualAvailability(spec, kind);
  return {
    name: "",
    description: "",
    category: spec?.key ?? "",
    subcategory: "",
    availability,
    isDraft: false,
    folder: "",
    vat: "",
    delivery: "",
    duration: "60",
    step: "30",
    buffer: "0",
    membersMin: "1",
    membersMax: usualMaximum(availability),
    details: {},
    variants: [newVariant()],
    pictures: [],
    resources: [],
    schedule: { rules: [], exceptions: [] },
    options: [],
    rates: [],
  };
}

/** Change to another kind of availability. A maximum of persons that is still the usual one follows. */
export function withAvailability(values: EditorValues, availability: string): Partial<EditorValues> {
  const isUsual = values.membersMax === usualMaximum(values.availability);
  return { availability, ...(isUsual && { membersMax: usualMaximum(availability) }) };
}

export function valuesOf(offering: OwnOffering): EditorValues {
  const text = (amount: number) => amountText(amount, offering.currency);
  return {
    name: offering.name,
    description: offering.description,
    category: offering.category,
    subcategory: offering.subcategory ?? "",
    availability: offering.availability,
    isDraft: offering.state === "draft",
    folder: offering.folder_id === null ? "" : String(offering.folder_id),
    vat: String(offering.vat_rate / 100),
    delivery: offering.delivery_price === null ? "" : text(offering.delivery_price),
    duration: String(offering.duration_minutes),
    step: String(offering.step_minutes),
    buffer: String(offering.buffer_minutes),
    membersMin: String(offering.members_min),
    membersMax: String(offering.members_max),
    details: offering.details,
    variants: offering.variants.map((variant) => ({
      key: String(variant.id),
      id: variant.id,
      name: variant.name,
      price: text(variant.price),
      capacity: variant.capacity === null ? "" : String(variant.capacity),
      soldOut: variant.sold_out,
      taken: variant.taken,
      color: variant.attributes.color ?? "",
      size: variant.attributes.size ?? "",
      sku: variant.sku ?? "",
    })),
    pictures: offering.pictures.map(({ id, url }) => ({ id, url })),
    resources: offering.resources,
    schedule: { rules: offering.rules, exceptions: offering.exceptions as Schedule["exceptions"] },
    options: groupValues(offering.options, offering.currency),
    rates: rateValues(offering.night_rates, offering.currency),
  };
}

/** Gives each variant the id under which the server stored the sent one with the same key. */
export const withStoredIds = (
  variants: readonly VariantValues[],
  sent: readonly VariantValues[],
  stored: readonly { id: number }[],
): VariantValues[] =>
  variants.map((variant) => {
    const at = sent.findIndex(({ key }) => key === variant.key);
    return { ...variant, id: stored[at]?.id ?? variant.id };
  });

/** Detail fields to ask for. On a menu they describe dishes: a booked table has none. */
export function fieldsOf(spec: CategorySpec | undefined, availability: string): readonly DetailField[] {
  if (!spec || !availability) return [];
  return hasMenu(spec) && availabilityOf(availability as Availability).booked ? [] : spec.fields;
}

export type EditorErrors = Record<string, string>;

/** Keys of the messages for fields that cannot be sent. */
export function errorsOf(values: EditorValues, currency: string): EditorErrors {
  const errors: EditorErrors = {};
  const { counted, timed, rated, persons, capacity } = partsOf(values.availability);
  if (!values.name.trim()) errors.name = "required";
  if (!values.category) errors.category = "required";
  const vat = percentOf(values.vat);
  if (!values.vat.trim()) errors.vat_rate = "required";
  else if (vat === null || vat > 10_000) errors.vat_rate = "percent";
  if (values.delivery && parseAmount(values.delivery, currency) === null) errors.delivery_price = "amount";
  for (const [field, text] of [
    ...(timed
      ? [
          ["duration_minutes", values.duration],
          ["step_minutes", values.step],
          ["buffer_minutes", values.buffer],
        ]
      : []),
    ...(persons ? [["members_min", values.membersMin]] : []),
    ...(capacity ? [["members_max", values.membersMax]] : []),
  ] as [string, string][])
    if (!/^\d{1,4}$/.test(text.trim())) errors[field] = "number";
  values.variants.forEach((variant, at) => {
    if (parseAmount(variant.price, currency) === null) errors[`variants.${at}.price`] = "amount";
    if (!variant.capacity.trim()) {
      if (counted) errors[`variants.${at}.capacity`] = "required";
    } else if (!/^\d{1,7}$/.test(variant.capacity.trim())) errors[`variants.${at}.capacity`] = "number";
  });
  return {
    ...errors,
    ...(timed && scheduleErrors(values.schedule)),
    ...groupErrors(values.options, currency),
    ...(rated && rateErrors(values.rates, currency)),
  };
}

/** Hundredths of a percent. Returns null for a text that is no percentage. */
function percentOf(text: string): number | null {
  const number = Number(text.trim());
  return Number.isFinite(number) && number >= 0 ? Math.round(number * 100) : null;
}

/** Body of the request with details of these fields. Call it with values without errors. */
export function bodyOf(
  values: EditorValues,
  kind: OfferingKind,
  currency: string,
  fields: readonly DetailField[],
): OfferingForm {
  const { persons, capacity } = partsOf(values.availability);
  return {
    name: values.name,
    description: values.description,
    category: values.category,
    subcategory: values.subcategory || null,
    kind,
    availability: values.availability as OfferingForm["availability"],
    state: values.isDraft ? "draft" : "active",
    folder_id: values.folder ? Number(values.folder) : null,
    vat_rate: percentOf(values.vat) ?? 0,
    delivery_price: values.delivery ? parseAmount(values.delivery, currency) : null,
    duration_minutes: Number(values.duration),
    step_minutes: Number(values.step),
    buffer_minutes: Number(values.buffer),
    ...(persons && { members_min: Number(values.membersMin) }),
    ...(capacity && { members_max: Number(values.membersMax) }),
    details: Object.fromEntries(
      fields
        .map(({ key }) => [key, values.details[key]] as const)
        .filter(([, value]) => value !== "" && value != null),
    ) as OfferingForm["details"],
    variants: variantBodies(values.variants, currency),
    options: groupBodies(values.options, currency),
    pictures: values.pictures.map(({ id }) => id),
    resources: values.resources,
  } as OfferingForm;
}

/** Variants of the request. */
export const variantBodies = (variants: readonly VariantValues[], currency: string) =>
  variants.map((variant) => ({
    id: variant.id,
    name: variant.name,
    price: parseAmount(variant.price, currency) ?? 0,
    capacity: variant.capacity.trim() ? Number(variant.capacity) : null,
    sold_out: variant.soldOut,
    attributes: { color: variant.color.trim() || null, size: variant.size.trim() || null },
    sku: variant.sku.trim() || null,
  }));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields of a request that differ from an earlier one. The server leaves the others as they are. */
export const changesOf = (before: OfferingForm, after: OfferingForm): OfferingForm =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof OfferingForm])),
  );

/**
 * Variants with the changes of this form, over the latest ones: the server replaces all of them. One that someone else
 * has removed stays out, unless it was changed here. One that someone else has added follows the others.
 */
export function mergedVariants(
  before: readonly VariantValues[],
  after: readonly VariantValues[],
  latest: readonly VariantValues[],
): VariantValues[] {
  const byId = (list: readonly VariantValues[], id: number | null) =>
    list.find((one) => id !== null && one.id === id);
  const merged = after.flatMap((variant): VariantValues[] => {
    const was = byId(before, variant.id);
    const now = byId(latest, variant.id);
    if (!was) return [variant];
    if (!now) return isSame(was, variant) ? [] : [{ ...variant, id: null }];
    const changes = Object.entries(variant).filter(
      ([field, value]) => value !== was[field as keyof VariantValues],
    );
    return [{ ...now, ...Object.fromEntries(changes), key: variant.key }];
  });
  const isAdded = ({ id }: VariantValues) => !byId(before, id) && !byId(after, id);
  return [...merged, ...latest.filter(isAdded)];
}
