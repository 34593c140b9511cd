import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import type { Cart } from "@/shared/cart/types";
import { useMoney } from "@/shared/money/formatMoney";
import { AccountButtons } from "@/shared/session/AccountButtons";
import type { PaymentChoice } from "../model/attempt";
import { isPaidOnSite, sumOf } from "../model/together";
import classes from "./Cart.module.css";

interface OrderButtonsProps {
  /** Carts to order together. They share a currency. */
  carts: readonly Cart[];
  /** Page to come back to after the sign-up. */
  path: string;
  pending: PaymentChoice | null;
  /** Prices are on their way. */
  busy: boolean;
  onOrder: (payment: PaymentChoice) => void;
}

/** Buttons that order. A guest signs up or in first. */
export function OrderButtons({ carts, path, pending, busy, onOrder }: OrderButtonsProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const user = useUser();
  if (isGuest(user)) {
    return (
      <div className={classes.buttons}>
        <p className={classes.muted}>{t("guest")}</p>
        <AccountButtons next={path} fullWidth />
      </div>
    );
  }
  const [first] = carts;
  const disabled = busy || pending !== null || !first;
  const sum = sumOf(carts);
  const total = first ? money(sum, first.company.currency) : "";
  const isFree = first !== undefined && sum === 0;
  return (
    <div className={classes.buttons}>
      <Button
        color="terracotta"
        fullWidth
        loading={pending === "card"}
        disabled={disabled}
        onClick={() => onOrder("card")}
      >
        {isFree ? t("order.free") : first ? t("order.card", { total }) : t("together.choose")}
      </Button>
      {isPaidOnSite(carts) && !isFree && (
        <Button
          variant="default"
          fullWidth
          loading={pending === "on_site"}
          disabled={disabled}
          onClick={() => onOrder("on_site")}
        >
          {t("order.onSite")}
        </Button>
      )}
    </div>
  );
}
