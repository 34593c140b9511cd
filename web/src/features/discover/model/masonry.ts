export interface Sized {
  width: number | null;
  height: number | null;
}

/** Ratio of a picture whose size is unknown. */
const DEFAULT_RATIO = 4 / 3;
/** Limits of a tile: a panorama stays legible, a tall picture does not fill the window. */
const [MIN_RATIO, MAX_RATIO] = [0.7, 1.8];

/** Width of a picture divided by its height, within the limits of a tile. */
export function tileRatio({ width, height }: Sized): number {
  const ratio = width && height ? width / height : DEFAULT_RATIO;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));
}

/** Puts each picture into the shortest column. A picture keeps its column when more follow. */
export function columnsOf<Item>(
  items: readonly Item[],
  count: number,
  sizeOf: (item: Item) => Sized,
): Item[][] {
  const columns = Array.from({ length: count }, () => ({ height: 0, items: [] as Item[] }));
  for (const item of items) {
    const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best));
    shortest.items.push(item);
    shortest.height += 1 / tileRatio(sizeOf(item));
  }
  return columns.map((column) => column.items);
}
