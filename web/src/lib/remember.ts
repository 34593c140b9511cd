/** Returns a function that makes each value once. For formats: one takes longer to make than hundreds of values to format. */
export function remember<Keys extends readonly string[], T>(
  make: (...keys: Keys) => T,
): (...keys: Keys) => T {
  const known = new Map<string, T>();
  return (...keys) => {
    const key = keys.join(" ");
    if (!known.has(key)) known.set(key, make(...keys));
    return known.get(key) as T;
  };
}
