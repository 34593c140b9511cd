import type { Stripe, StripeFactory } from "./types";

/** Stripe's own script. Its terms ask for this address: it must not be bundled. */
const SCRIPT = "https://js.stripe.com/v3/";

let loading: Promise<StripeFactory> | null = null;

/** Loads Stripe's script once. A failed load is tried again by the next call. */
export function loadStripe(key: string, locale: string): Promise<Stripe> {
  loading ??= load().catch((cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading.then((create) => create(key, { locale }));
}

function load(): Promise<StripeFactory> {
  if (window.Stripe) return Promise.resolve(window.Stripe);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    const fail = () => {
      script.remove();
      reject(new Error("Stripe's script could not be loaded"));
    };
    script.onerror = fail;
    script.onload = () => (window.Stripe ? resolve(window.Stripe) : fail());
    document.head.append(script);
  });
}
