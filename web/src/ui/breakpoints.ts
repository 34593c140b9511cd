import { useMediaQuery } from "@mantine/hooks";

/** Phone: bars at the top and bottom. Tablet: a rail of icons. Desktop: a rail with labels and room for a right column. */
const PHONE = "(max-width: 47.99em)";
const DESKTOP = "(min-width: 64em)";
const sync = { getInitialValueInEffect: false };

export const usePhone = (): boolean => useMediaQuery(PHONE, false, sync);
export const useDesktop = (): boolean => useMediaQuery(DESKTOP, false, sync);
