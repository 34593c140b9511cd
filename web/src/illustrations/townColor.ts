/** A color of the town, as the scheme has it. */
export const townColor = (name: string): string => `var(--${name})`;
