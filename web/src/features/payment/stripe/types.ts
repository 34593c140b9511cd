/** Part of Stripe.js that payments use. */
export interface Stripe {
  elements(options: ElementsOptions): Elements;
  createConfirmationToken(options: {
    elements: Elements;
    params: { return_url: string; payment_method_data: { billing_details: BillingDetails } };
  }): Promise<{ confirmationToken?: { id: string }; error?: StripeProblem }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeProblem }>;
  confirmSetup(options: {
    elements: Elements;
    clientSecret: string;
    confirmParams: { return_url: string; payment_method_data: { billing_details: BillingDetails } };
    redirect: "if_required";
  }): Promise<{ setupIntent?: { payment_method: string | null }; error?: StripeProblem }>;
}

export interface BillingDetails {
  address: { country: string; postal_code: string };
}

export type StripeFactory = (key: string, options: { locale: string }) => Stripe;

export interface StripeProblem {
  type: string;
  /** In the language of the script. */
  message?: string;
}

export interface ElementsOptions {
  mode: "payment" | "setup";
  /** Stripe's units. */
  amount?: number;
  currency: string;
  appearance: object;
  paymentMethodTypes?: string[];
}

export interface Elements {
  submit(): Promise<{ error?: StripeProblem }>;
  update(options: { setupFutureUsage: "on_session" | null }): void;
  create(kind: "payment", options: PaymentOptions): PaymentElement;
}

interface PaymentOptions {
  layout: "tabs";
  /** Fields that the page has itself. */
  fields: { billingDetails: { address: { country: "never"; postalCode: "never" } } };
}

export interface PaymentElement {
  mount(node: HTMLElement): void;
  on(event: "ready" | "loaderror", listener: () => void): void;
  destroy(): void;
}

declare global {
  interface Window {
    Stripe?: StripeFactory;
  }
}
