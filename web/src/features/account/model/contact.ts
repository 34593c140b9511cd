/** Returns true if `to` is not in `own`. Ignores case, spaces and punctuation of numbers. */
export function isNewContact(to: string, own: readonly (string | null)[]): boolean {
  const plain = (text: string) => {
    const trimmed = text.trim().toLowerCase();
    return trimmed.includes("@") ? trimmed : trimmed.replace(/[\s.\-()/]/g, "");
  };
  return plain(to) !== "" && !own.some((known) => known !== null && plain(known) === plain(to));
}
