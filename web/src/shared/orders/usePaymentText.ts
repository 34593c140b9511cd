import { useTranslation } from "react-i18next";
import type { Order } from "./types";

/** Returns the state of a payment in words, with the card. A payment of the sandbox is called a test. */
export function usePaymentText(): (order: Pick<Order, "payment">) => string {
  const { t } = useTranslation("orders");
  return ({ payment: { provider, state, card_brand, card_last4 } }) => {
    if (provider === "on_site" && state === "processing") return t("payment.onSite");
    const stated = t(`payment.${state}`);
    const words = provider === "sandbox" ? t("payment.test", { words: stated }) : stated;
    return card_last4
      ? t("payment.card", {
          words,
          brand: card_brand ? capitalized(card_brand) : t("payment.cardBrand"),
          last4: card_last4,
        })
      : words;
  };
}

/** Brands arrive in lower case. */
const capitalized = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
