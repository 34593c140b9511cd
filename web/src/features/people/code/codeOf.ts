const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Reads a profile's code from what was scanned or typed: the code itself, or an address that ends with it. Null if it is none. */
export function codeOf(text: string): string | null {
  const last = text.trim().match(/(?:^|\/u\/)([^/?#]+)\/?(?:[?#].*)?$/)?.[1] ?? "";
  const code = last
    .replace(/[\s-]|%20/g, "")
    .toUpperCase()
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return CODE.test(code) ? code : null;
}

/** Groups a code for reading: `7KQ2 4MXD P0RT`. */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1 ");
