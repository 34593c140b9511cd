const NAME = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u;

/** Letters and spaces, at least two characters. */
export function customerName(value: string): "nameRequired" | "nameInvalid" | "nameShort" | null {
  const name = value.trim().replace(/\s+/g, " ");
  if (!name) return "nameRequired";
  if (!NAME.test(name)) return "nameInvalid";
  return [...name].length < 2 ? "nameShort" : null;
}

/** Signs that a profile accepts and a customer name does not, such as a hyphen, become spaces. */
export const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{M}]+/gu, " ").trim();
