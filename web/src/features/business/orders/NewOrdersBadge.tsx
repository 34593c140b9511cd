import { useTranslation } from "react-i18next";
import { CountBadge } from "@/ui/CountBadge";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import { useOrderAlarm } from "./hooks/orderSound";
import { useNewOrders, useRecount } from "./hooks/useNewOrders";

/** Count of new orders for the shell's navigation. It rings until they are seen. */
export function NewOrdersBadge() {
  const { t } = useTranslation("business-orders");
  const { arrived, older, count } = useNewOrders();
  useRecount();
  // The board needs them before it can draw.
  useCatalogueTerms();
  useOrderAlarm(arrived, older);
  return <CountBadge value={count} label={t("newCount", { count })} />;
}
