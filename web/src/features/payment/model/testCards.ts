/** Cards of the sandbox provider, one for each outcome. */
export const TEST_CARDS = [
  { token: "sandbox_success", brand: "visa", last4: "4242", outcome: "success" },
  { token: "sandbox_declined", brand: "visa", last4: "0002", outcome: "declined" },
  { token: "sandbox_authentication", brand: "visa", last4: "3155", outcome: "authentication" },
  { token: "sandbox_late", brand: "mastercard", last4: "4444", outcome: "late" },
] as const;

/** Answers of the sandbox's bank page. */
export const BANK_ANSWERS = { accept: "sandbox_authenticated", refuse: "sandbox_refused" } as const;
