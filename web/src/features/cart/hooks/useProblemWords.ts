import { useTranslation } from "react-i18next";
import type { Cart, CartProblem } from "@/shared/cart/types";
import { useMoney } from "@/shared/money/formatMoney";

/** Returns the words of a cart's problems. */
export function useProblemWords(cart: Cart): (problem: CartProblem) => string {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const { company, minimum_missing, promo_code, promo_missing, promo_problem } = cart;
  return (problem) =>
    problem === "promo_code"
      ? t(`promo.problem.${promo_problem ?? "unknown"}`, {
          code: promo_code ?? "",
          missing: money(promo_missing, company.currency),
        })
      : t(`problem.${problem}`, { missing: money(minimum_missing, company.currency) });
}
