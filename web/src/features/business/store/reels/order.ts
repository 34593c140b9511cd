import type { Page } from "@/api/pagination";
import { moved } from "../../policies/model/policyForm";

/** Moves an item to the place of another within the pages of a list. Pages keep their length. */
export function movedPages<Item extends { id: number }>(
  pages: readonly Page<Item>[],
  id: number,
  target: number,
): Page<Item>[] {
  const items = pages.flatMap((page) => page.items);
  const [from, to] = [id, target].map((wanted) => items.findIndex((item) => item.id === wanted)) as [
    number,
    number,
  ];
  const sorted = from < 0 || to < 0 ? items : moved(items, from, to);
  let start = 0;
  return pages.map((page) => {
    const end = start + page.items.length;
    const part = { ...page, items: sorted.slice(start, end) };
    start = end;
    return part;
  });
}
