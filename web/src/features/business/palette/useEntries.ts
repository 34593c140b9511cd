import { IconAddressBook, IconCalendarCheck, IconReceipt, IconTags, IconTicket } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import type { Rows } from "./api";
import type { Entry, SearchedGroup } from "./model/entries";

const OFFERING_ICON = { product: IconTags, service: IconCalendarCheck, ticket: IconTicket };

/** Returns a function that makes entries of rows: a name and one line about it. */
export function useEntries(): (rows: Rows) => Record<SearchedGroup, Entry[]> {
  const { t } = useTranslation(["business-palette", "orders"]);
  const { date } = useFormat();
  const money = useMoney();
  const currency = useCatalogueTerms().data?.currency;
  const price = (amount: number, variants: number) => {
    if (currency === undefined) return null;
    const text = money(amount, currency);
    return variants > 1 ? t("from", { price: text }) : text;
  };
  return ({ orders = [], customers = [], offerings = [] }) => ({
    orders: orders.map(({ id, code, state, customer_name, total, currency }) => ({
      group: "orders",
      id: String(id),
      icon: IconReceipt,
      // A long name is cut: state and amount have a line of their own.
      label: line(code, customer_name),
      detail: line(t(`orders:state.company.${state}`), money(total, currency)),
      lastingDetail: t("order"),
      to: `/pro/orders/${id}`,
    })),
    customers: customers.map(({ id, name, email, last_at }) => ({
      group: "customers",
      id: String(id),
      icon: IconAddressBook,
      label: name,
      detail: line(t("lastPurchase", { date: date(last_at) }), email),
      lastingDetail: line(t("customer"), email),
      to: `/pro/customers/${id}`,
    })),
    offerings: offerings.map(({ id, name, kind, price: amount, variant_count }) => ({
      group: "offerings",
      id: String(id),
      icon: OFFERING_ICON[kind],
      label: name,
      detail: line(t(kind), price(amount, variant_count)),
      lastingDetail: t(kind),
      to: `/pro/catalogue/offerings/${id}`,
    })),
  });
}

const line = (...parts: (string | null)[]): string => parts.filter(Boolean).join(" · ");
