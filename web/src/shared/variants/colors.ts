/** Shades of color names that CSS does not know. */
const SHADES: Readonly<Record<string, string>> = {
  burgundy: "#6d1f33",
  camel: "#b98b5e",
  charcoal: "#3b4046",
  cream: "#f3ead7",
  ecru: "#e6dcc3",
  mustard: "#d0a12f",
  sage: "#9aab89",
  sand: "#d8c3a0",
  terracotta: "#c4532f",
};

/** Returns the CSS color that a name stands for, null if unknown. */
export function colorOf(name: string): string | null {
  const key = name.toLowerCase().replaceAll(/[\s-]/g, "");
  if (SHADES[key]) return SHADES[key];
  return typeof CSS !== "undefined" && CSS.supports("color", key) ? key : null;
}
