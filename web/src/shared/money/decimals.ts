// Decimals of currencies, as the server counts them (`store::types::currency`). `Intl` cannot tell: browsers drop the decimals
// of currencies whose small coins went out of use, such as the forint, and do not agree on them.

const WHOLE = "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND".split(" ");

/** Decimals of a currency: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}

/** Minor units of a whole unit: 100 for `EUR`, 1 for `JPY`. */
export const minorUnits = (currency: string): number => 10 ** decimalsOf(currency);
