import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

/** Variant of an offering: a colour and size of a product, a ticket class, a cabin class. */
export interface Variant extends Omit<DeepRequired<components["schemas"]["Variant"]>, "attributes"> {
  attributes: Record<string, string>;
}

/** One attribute in which variants differ. */
export interface VariantAxis {
  key: string;
  values: string[];
}

/** Chosen value of each axis. */
export type VariantChoice = Readonly<Record<string, string>>;

/** Attributes stand in this order; others follow. */
const ORDER = ["color", "size"];
/** Axis of variants that have only a name. */
export const NAME_AXIS = "name";

const rank = (key: string) => (ORDER.indexOf(key) + ORDER.length + 1) % (ORDER.length + 1);

const attributeOf = (variant: Variant, key: string): string | undefined =>
  key === NAME_AXIS ? variant.name : variant.attributes[key];

/** Returns the attributes in which the variants differ, each with its values. */
export function variantAxes(variants: readonly Variant[]): VariantAxis[] {
  if (variants.length < 2) return [];
  const keys = [...new Set(variants.flatMap(({ attributes }) => Object.keys(attributes)))];
  const axes = (keys.length > 0 ? keys.sort((one, other) => rank(one) - rank(other)) : [NAME_AXIS])
    .map((key) => ({ key, values: valuesOf(variants, key) }))
    .filter(({ values }) => values.length > 1);
  return axes.length > 0 ? axes : [{ key: NAME_AXIS, values: valuesOf(variants, NAME_AXIS) }];
}

const valuesOf = (variants: readonly Variant[], key: string): string[] => [
  ...new Set(variants.map((variant) => attributeOf(variant, key)).filter((value) => value !== undefined)),
];

export const isForSale = ({ sold_out, left }: Variant): boolean => !sold_out && left !== 0;

/** Returns the variants that have the chosen values. */
export const matchingVariants = (variants: readonly Variant[], choice: VariantChoice): Variant[] =>
  variants.filter((variant) =>
    Object.entries(choice).every(([key, value]) => attributeOf(variant, key) === value),
  );

/** Returns the choice of a variant. */
export const choiceOf = (variant: Variant, axes: readonly VariantAxis[]): VariantChoice =>
  Object.fromEntries(axes.map(({ key }) => [key, attributeOf(variant, key) ?? ""]));

/** Returns the first variant that is for sale, else the first. */
export const firstVariant = (variants: readonly Variant[]): Variant | undefined =>
  variants.find(isForSale) ?? variants[0];

/**
 * Returns the variant after a value is chosen: with the other values as they are, else the nearest one that has the
 * value.
 */
export function chooseValue(
  variants: readonly Variant[],
  axes: readonly VariantAxis[],
  current: Variant | undefined,
  key: string,
  value: string,
): Variant | undefined {
  const wanted: VariantChoice = { ...(current && choiceOf(current, axes)), [key]: value };
  return (
    firstVariant(matchingVariants(variants, wanted)) ??
    firstVariant(matchingVariants(variants, { [key]: value }))
  );
}

/** State of a value beside the other chosen values. */
export function valueState(
  variants: readonly Variant[],
  axes: readonly VariantAxis[],
  current: Variant | undefined,
  key: string,
  value: string,
): "available" | "sold_out" | "missing" {
  const others = { ...(current && choiceOf(current, axes)), [key]: value };
  const matching = matchingVariants(variants, others);
  if (matching.length === 0) return "missing";
  return matching.some(isForSale) ? "available" : "sold_out";
}
