/** A colour of the town, as the scheme has it. */
export const v = (name: string): string => `var(--${name})`;
