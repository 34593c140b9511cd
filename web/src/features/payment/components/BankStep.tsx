import { Button } from "@mantine/core";
import { IconBuildingBank } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import { useMoney } from "@/shared/money/formatMoney";
import { Icon } from "@/ui/Icon";
import type { Pay } from "../hooks/usePayment";
import { BANK_ANSWERS } from "../model/testCards";
import type { Order } from "../types";
import classes from "./Payment.module.css";

/** Page of the sandbox's bank, which asks the customer to confirm. */
export function BankStep({ order, pay }: { order: Order; pay: Pay }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const answer = (payment_method: string) => pay.mutate({ method: { payment_method }, save: false });
  const asked = pay.isPending ? pay.variables.method : null;
  const isPending = (token: string) =>
    asked !== null && "payment_method" in asked && asked.payment_method === token;
  return (
    <section className={classes.bank} aria-labelledby="payment-bank">
      <span className={classes.bankMark}>
        <Icon of={IconBuildingBank} size={32} />
      </span>
      <h2 id="payment-bank" className={classes.title}>
        {t("bank.title")}
      </h2>
      <p>
        {t("bank.text", {
          company: order.company.name,
          total: money(order.total, order.currency),
          last4: order.payment.card_last4 ?? "",
        })}
      </p>
      <p className={classes.test}>{t("test.note")}</p>
      <ActionError error={pay.error} text={t("payFailed")} />
      <div className={classes.actions}>
        <Button
          color="terracotta"
          loading={isPending(BANK_ANSWERS.accept)}
          disabled={pay.isPending}
          onClick={() => answer(BANK_ANSWERS.accept)}
        >
          {t("bank.accept")}
        </Button>
        <Button
          variant="default"
          loading={isPending(BANK_ANSWERS.refuse)}
          disabled={pay.isPending}
          onClick={() => answer(BANK_ANSWERS.refuse)}
        >
          {t("bank.refuse")}
        </Button>
      </div>
    </section>
  );
}
