type Handlers = Record<string, ((event: never) => void) | undefined>;

/** The handlers of both: each event goes to the one and then to the other. */
export function mergeHandlers<A extends object, B extends object>(one: A, other: B): A & B {
  const [first, second] = [one as Handlers, other as Handlers];
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const both = [...names].map((name) => [
    name,
    (event: never) => {
      first[name]?.(event);
      second[name]?.(event);
    },
  ]);
  return Object.fromEntries(both) as A & B;
}
