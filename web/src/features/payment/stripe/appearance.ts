/** Tokens of the design system for Stripe's fields, which are a page of their own. */
const TOKENS = {
  colorPrimary: "--p-primary",
  colorBackground: "--p-raised",
  colorText: "--p-ink",
  colorTextSecondary: "--p-muted",
  colorDanger: "--p-danger",
  borderRadius: "--p-radius-control",
} as const;

/** Returns the look of Stripe's fields for the scheme that is shown. */
export function appearance(): object {
  const style = getComputedStyle(document.documentElement);
  const variables = Object.entries(TOKENS)
    .map(([name, token]) => [name, style.getPropertyValue(token).trim()] as const)
    .filter(([, value]) => value !== "");
  const isDark = document.documentElement.dataset.mantineColorScheme === "dark";
  return {
    theme: isDark ? "night" : "stripe",
    variables: {
      fontSizeBase: "16px",
      fontFamily: "system-ui, sans-serif",
      ...Object.fromEntries(variables),
    },
  };
}

/** Currencies without minor units that Stripe counts in hundredths. */
const IN_HUNDREDTHS = ["ISK", "UGX"];

/** Currencies of three decimals, of which the last has to be 0. */
const IN_TENS = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/** Returns an amount of minor units in Stripe's units, as the server charges it. */
export function stripeAmount(amount: number, currency: string): number {
  if (IN_HUNDREDTHS.includes(currency)) return amount * 100;
  return IN_TENS.includes(currency) ? amount - (amount % 10) : amount;
}
