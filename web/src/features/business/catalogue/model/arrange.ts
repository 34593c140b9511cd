import type { ArrangeGroup } from "../components/ArrangeForm";

interface Filed {
  id: number;
  name: string;
  folder_id: number | null;
}

/** Maximum entries that are put in order at once. */
export const ARRANGED_MAX = 500;

/** Returns what each folder holds, in the order of the folders. What is in none comes last. */
export function groupsOf(
  rows: readonly Filed[],
  folders: readonly { id: number; name: string }[],
  noFolder: string,
): ArrangeGroup[] {
  const of = (folder: number | null) =>
    rows.filter(({ folder_id }) => folder_id === folder).slice(0, ARRANGED_MAX);
  return [
    ...folders.map(({ id, name }) => ({ key: String(id), label: name, items: of(id) })),
    { key: "", label: noFolder, items: of(null) },
  ].filter(({ items }) => items.length > 0);
}
