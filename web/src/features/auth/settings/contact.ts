/** Returns true if this email or phone is none of the account's own. Case, spaces and punctuation of a number do not count. */
export function isNewContact(to: string, own: readonly (string | null)[]): boolean {
  const plain = (text: string) => {
    const trimmed = text.trim().toLowerCase();
    return trimmed.includes("@") ? trimmed : trimmed.replace(/[\s.\-()/]/g, "");
  };
  return plain(to) !== "" && !own.some((known) => known !== null && plain(known) === plain(to));
}
