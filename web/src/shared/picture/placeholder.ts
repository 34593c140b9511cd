import type { CSSProperties } from "react";

/** Style that shows a placeholder, which is a color or the address of a tiny picture. */
export function placeholderStyle(placeholder: string | null): CSSProperties {
  if (!placeholder) return {};
  return placeholder.startsWith("#")
    ? { backgroundColor: placeholder }
    : { backgroundImage: `url("${placeholder}")` };
}
