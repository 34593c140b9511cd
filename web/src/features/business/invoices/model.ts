import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import { parseAmount } from "../catalogue/model/amount";
import type { InvoiceForm } from "./api";

/** Currency of the company, and whether its country adds the tax to prices. */
export type InvoiceTerms = Pick<components["schemas"]["CatalogueTerms"], "currency" | "vat_mode">;

/** Line of an invoice as typed. */
export interface LineFields {
  name: string;
  quantity: string;
  price: string;
  vat: string;
}

export interface InvoiceFields {
  customer: string;
  email: string;
  billedTo: string;
  note: string;
  lines: LineFields[];
}

export type Problem = "amount" | "email" | "quantity" | "required" | "vat";
/** Problems by path: `customer`, `lines.0.price`. */
export type Problems = Readonly<Record<string, Problem>>;

export const LINES_MAX = 50;
const QUANTITY_MAX = 100_000;

export const blankLine = (): LineFields => ({ name: "", quantity: "1", price: "", vat: "" });
export const blankInvoice = (): InvoiceFields => ({
  customer: "",
  email: "",
  billedTo: "",
  note: "",
  lines: [blankLine()],
});

const quantityOf = ({ quantity }: LineFields): number | null => {
  const value = /^\d{1,6}$/.test(quantity.trim()) ? Number(quantity) : 0;
  return value >= 1 && value <= QUANTITY_MAX ? value : null;
};

/** Rate in hundredths of a percent: `5.5` is 550. */
export function rateOf({ vat }: LineFields): number | null {
  const text = vat.trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const rate = Math.round(Number(text) * 100);
  return rate <= 10_000 ? rate : null;
}

/** Returns the amount of a line without added tax, in minor units. Null if it is not complete. */
function amountOf(line: LineFields, currency: string): number | null {
  const [quantity, price] = [quantityOf(line), parseAmount(line.price, currency)];
  return quantity === null || price === null ? null : quantity * price;
}

/** Returns the total of the complete lines, and the tax that it contains. */
export function totalsOf(lines: readonly LineFields[], { currency, vat_mode }: InvoiceTerms) {
  let [total, vat] = [0, 0];
  for (const line of lines) {
    const [amount, rate] = [amountOf(line, currency), rateOf(line)];
    if (amount === null || rate === null) continue;
    // As the server does it: half up, once for each line.
    const base = vat_mode === "on_top" ? 10_000 : 10_000 + rate;
    const tax = Math.floor((2 * amount * rate + base) / (2 * base));
    vat += tax;
    total += vat_mode === "on_top" ? amount + tax : amount;
  }
  return { total, vat };
}

export function problemsOf(fields: InvoiceFields, currency: string): Problems {
  const problems: Record<string, Problem> = {};
  if (!fields.customer.trim()) problems.customer = "required";
  if (fields.email.trim() && !/^\S+@\S+\.\S+$/.test(fields.email.trim())) problems.email = "email";
  fields.lines.forEach((line, at) => {
    if (!line.name.trim()) problems[`lines.${at}.name`] = "required";
    if (quantityOf(line) === null) problems[`lines.${at}.quantity`] = "quantity";
    if (parseAmount(line.price, currency) === null) problems[`lines.${at}.price`] = "amount";
    if (rateOf(line) === null) problems[`lines.${at}.vat`] = "vat";
  });
  return problems;
}

/** Body of valid fields, without its key. */
export function formOf(fields: InvoiceFields, terms: InvoiceTerms): Omit<InvoiceForm, "client_id"> {
  return {
    customer_name: fields.customer.trim(),
    email: fields.email.trim(),
    billed_to: fields.billedTo.trim(),
    note: fields.note.trim(),
    lines: fields.lines.map((line) => ({
      name: line.name.trim(),
      quantity: quantityOf(line) ?? 1,
      unit_price: parseAmount(line.price, terms.currency) ?? 0,
      vat_rate: rateOf(line) ?? 0,
    })),
    total: totalsOf(fields.lines, terms).total,
  };
}

/** Returns the key of the words for a mail that was not sent. */
export function mailProblem(error: Error) {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "network") return "common:error.network";
  return code === "too_many" ? "invoices.mailedOften" : "invoices.mailFailed";
}
