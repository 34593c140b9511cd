import {
  type DetailCounts,
  detailOf,
  detailsByField,
  type FilterField,
  filterFields,
  sortedDetails,
  valuesOf,
} from "@/shared/filters/details";
import type { DetailField, Offering } from "@/shared/offering/types";

type Described = Pick<Offering, "details">;

/** Parameter of the address, as in a search. */
const PARAM = "details";

export const readDetails = (params: URLSearchParams): string[] =>
  sortedDetails((params.get(PARAM) ?? "").split(","));

/** Returns the address with these details and its other parameters. */
export function writeDetails(params: URLSearchParams, details: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  if (details.length > 0) next.set(PARAM, details.join(","));
  else next.delete(PARAM);
  return next;
}

/** Returns true if an offering has one of the values of a field, by the rule of the server's search. */
function has({ details }: Described, { key, filter }: FilterField, values: readonly string[]): boolean {
  const own = details[key];
  if (own === undefined) return false;
  if (filter.by === "at_least") return values.some((step) => Number(own) >= Number(step));
  if (filter.by === "at_most") return values.some((step) => Number(own) <= Number(step));
  const owned = Array.isArray(own) ? own : [String(own)];
  const isOwned = (value: string) => owned.includes(value);
  return filter.by === "every_value" ? values.every(isOwned) : values.some(isOwned);
}

/** Returns the rooms that have the details. Details without a filter here are ignored. */
export function withDetails<Room extends Described>(
  rooms: readonly Room[],
  fields: readonly FilterField[],
  details: readonly string[],
): Room[] {
  const wanted = detailsByField(details);
  return rooms.filter((room) =>
    fields.every((field) => {
      const values = wanted[field.key];
      return values === undefined || has(room, field, values);
    }),
  );
}

/** Returns the fields with a filter. The search for a stay asks for those in `asked`. */
export const roomFields = (fields: readonly DetailField[], asked: object): FilterField[] =>
  filterFields(fields).filter(({ key }) => !(key in asked));

/** Returns true if a field tells rooms apart. */
export const isTelling = (rooms: readonly Described[]) => (field: FilterField) =>
  valuesOf(field).some((value) => {
    const count = rooms.filter((room) => has(room, field, [value])).length;
    return count > 0 && count < rooms.length;
  });

/** Counts the rooms that each value would leave beside the other fields. */
export function roomCounts(
  rooms: readonly Described[],
  fields: readonly FilterField[],
  details: readonly string[],
): DetailCounts {
  return fields.map((field) => {
    const others = details.filter((detail) => !detail.startsWith(detailOf(field.key, "")));
    const left = withDetails(rooms, fields, others);
    const values = valuesOf(field).map((key) => ({
      key,
      count: left.filter((room) => has(room, field, [key])).length,
    }));
    return { key: field.key, values: values.filter(({ count }) => count > 0) };
  });
}
