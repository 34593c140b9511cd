import { useMediaQuery } from "@mantine/hooks";

/** Room for filters, results and a map side by side. */
export const useWide = (): boolean =>
  useMediaQuery("(min-width: 80em)", false, { getInitialValueInEffect: false });
