/** Sorted column and direction of a table. */
export interface Sorting<Key extends string> {
  sort: Key;
  direction: "asc" | "desc";
}

/** Reads the sorting of an address. The first key, descending, is the default. */
export function sortingOf<Key extends string>(
  search: URLSearchParams,
  keys: readonly [Key, ...Key[]],
): Sorting<Key> {
  const sort = keys.find((key) => key === search.get("sort")) ?? keys[0];
  return { sort, direction: search.get("direction") === "asc" ? "asc" : "desc" };
}

/** Entries of an address for a sorting. A default is left out. */
export function sortingEntries<Key extends string>(
  { sort, direction }: Sorting<Key>,
  keys: readonly [Key, ...Key[]],
): { sort: string; direction: string } {
  return { sort: sort === keys[0] ? "" : sort, direction: direction === "desc" ? "" : direction };
}

/** Sorting after a press on a column: it becomes the sorted one, or turns around. */
export const pressed = <Key extends string>(before: Sorting<Key>, key: Key): Sorting<Key> => ({
  sort: key,
  direction: before.sort === key && before.direction === "desc" ? "asc" : "desc",
});
