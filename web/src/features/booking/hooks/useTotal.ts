import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";

/** Returns the formatter of totals: nothing to pay is a word. */
export function useTotal(): (amount: number, currency: string) => string {
  const { t } = useTranslation("booking");
  const money = useMoney();
  return (amount, currency) => (amount === 0 ? t("total.free") : money(amount, currency));
}
