import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** Takes back what was shown before the server confirmed it. */
export type TakeBack = () => void;

/** Changes on top of loaded data that show early. */
interface Layers {
  base: unknown;
  changes: ((data: never) => unknown)[];
  shown: unknown;
}

const layersOf = new WeakMap<QueryClient, Map<string, Layers>>();

/** Shows a change of loaded data before the server confirms it. Without a network the stored data cannot be read again. */
export function showEarly<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): TakeBack {
  const before = queries.getQueryData<Data>(queryKey);
  if (!before) return () => {};
  const known = layersOf.get(queries) ?? new Map<string, Layers>();
  layersOf.set(queries, known);
  const hash = hashKey(queryKey);
  let layers = known.get(hash);
  if (layers?.shown !== before) {
    layers = { base: before, changes: [], shown: before };
    known.set(hash, layers);
  }
  const own = layers;
  const show = (data: Data) => {
    queries.setQueryData<Data>(queryKey, data);
    own.shown = queries.getQueryData(queryKey);
  };
  own.changes.push(change);
  show(change(before));
  return () => {
    own.changes = own.changes.filter((other) => other !== change);
    // Something else has changed the data since: the later changes are not known.
    if (queries.getQueryData(queryKey) !== own.shown) return queries.setQueryData<Data>(queryKey, before);
    // A later change stays, without the earlier one that failed.
    show(own.changes.reduce((data, later) => later(data as never) as Data, own.base as Data));
  };
}

/** Shows a change of all loaded data whose key begins with `queryKey`. */
export function showEarlyInAll<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): TakeBack {
  const takeBacks = queries
    .getQueriesData<Data>({ queryKey })
    .map(([key]) => showEarly<Data>(queries, key, change));
  return () => {
    for (const takeBack of takeBacks) takeBack();
  };
}

/** Values of switches as the server has them, while changes of the same switch follow each other. */
export class ConfirmedValues<Key, Value> {
  readonly #known = new Map<Key, { value: Value; pending: number }>();

  /** A change of this switch is on its way. */
  isPending(key: Key): boolean {
    return this.#known.has(key);
  }

  /** Begins a change. `before` is what was shown. */
  begin(key: Key, before: Value): void {
    const entry = this.#known.get(key);
    if (entry) entry.pending += 1;
    else this.#known.set(key, { value: before, pending: 1 });
  }

  confirm(key: Key, value: Value): void {
    const entry = this.#known.get(key);
    if (entry) entry.value = value;
    this.#end(key);
  }

  /** Calls `show` with the value of the server, unless a later change is on its way. */
  fail(key: Key, show: (value: Value) => void): void {
    const entry = this.#known.get(key);
    this.#end(key);
    if (entry && entry.pending === 0) show(entry.value);
  }

  #end(key: Key): void {
    const entry = this.#known.get(key);
    if (!entry) return;
    entry.pending -= 1;
    if (entry.pending === 0) this.#known.delete(key);
  }
}
