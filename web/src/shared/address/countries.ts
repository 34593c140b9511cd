/** The name of a country in a language; its code where the system knows no name. */
export function countryName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Countries by name, in the order of the language. */
export function sortedCountries(codes: readonly string[], tag: string): { value: string; label: string }[] {
  const order = new Intl.Collator(tag);
  return codes
    .map((value) => ({ value, label: countryName(value, tag) }))
    .sort((one, other) => order.compare(one.label, other.label));
}
