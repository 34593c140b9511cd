import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMoney } from "@/shared/money/formatMoney";
import type { Suggestion } from "@/ui/Autocomplete";
import { useAccess } from "../permissions";

const DEBOUNCE_MS = 200;
const LEAST = 2;
const EACH = 5;

/** Result of the palette: the page that it opens. */
export interface PaletteResult extends Suggestion {
  to: string;
}

/** Orders, customers and offerings of the company that match a text, as far as the member may open their pages. */
export function usePaletteResults(text: string) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const money = useMoney();
  const access = useAccess();
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const may = (path: string) => access(path) === "granted";
  const params = { query: { query, per_page: EACH } };
  const orders = async (): Promise<PaletteResult[]> => {
    const { data } = await unwrap(api.GET("/api/v1/userprofessional/orders/", { params }));
    return data.map(({ id, code, state, customer_name, total, currency }) => ({
      id: `order ${id}`,
      label: code,
      detail: [customer_name, t(`orders:state.company.${state}`), money(total, currency)].join(" · "),
      to: `/pro/orders/${id}`,
    }));
  };
  const customers = async (): Promise<PaletteResult[]> => {
    const { data } = await unwrap(api.GET("/api/v1/userprofessional/customers/", { params }));
    return data.map(({ id, name, email }) => ({
      id: `customer ${id}`,
      label: name,
      detail: email,
      to: `/pro/customers/${id}`,
    }));
  };
  const offerings = async (): Promise<PaletteResult[]> => {
    const { data } = await unwrap(api.GET("/api/v1/userprofessional/catalogue/offerings/", { params }));
    return data.map(({ id, name, kind }) => ({
      id: `offering ${id}`,
      label: name,
      detail: t(`palette.${kind}`),
      to: `/pro/catalogue/offerings/${id}`,
    }));
  };
  const sources = [
    { path: "/pro/orders", read: orders },
    { path: "/pro/customers", read: customers },
    { path: "/pro/catalogue", read: offerings },
  ].filter(({ path }) => may(path));
  const found = useQuery({
    queryKey: ["business-palette", query, sources.map(({ path }) => path)],
    queryFn: async () => (await Promise.all(sources.map(({ read }) => read()))).flat(),
    enabled: query.length >= LEAST,
  });
  return { ...found, query, isAsked: query.length >= LEAST };
}
