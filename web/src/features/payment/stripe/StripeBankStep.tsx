import { Button } from "@mantine/core";
import { IconBuildingBank } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import { useMoney } from "@/shared/money/formatMoney";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/Payment.module.css";
import { type Pay, useProvider } from "../hooks/usePayment";
import type { Order } from "../types";
import { useAuthentication } from "./useAuthentication";
import { useStripe } from "./useStripe";

interface StripeBankStepProps {
  order: Order;
  pay: Pay;
  /** Choose another way to pay. */
  onOther: () => void;
}

/** Authentication at the customer's bank (3-D Secure), in Stripe's window or on the bank's page. */
export function StripeBankStep(props: StripeBankStepProps) {
  const { t } = useTranslation("payment");
  const provider = useProvider();
  const key = provider.data?.publishable_key;
  if (provider.isLoadingError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void provider.refetch()} />;
  }
  return key ? <Authentication {...props} publishableKey={key} /> : <RowSkeletons rows={3} />;
}

function Authentication({
  order,
  pay,
  onOther,
  publishableKey,
}: StripeBankStepProps & { publishableKey: string }) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const stripe = useStripe(publishableKey);
  const { ask, look } = useAuthentication(order, stripe.data);
  const secret = pay.data?.client_secret ?? null;
  const isBegun = useRef(false);
  const start = useRef({ ask, look, secret });
  const isReady = stripe.data !== undefined;
  useEffect(() => {
    if (!isReady || isBegun.current) return;
    isBegun.current = true;
    const { ask, look, secret } = start.current;
    // After an attempt on this page the bank asks at once. A page that is opened again only reads the state: a way back
    // from the bank must not lead there again.
    if (secret !== null) ask.mutate(secret);
    else look.mutate();
  }, [isReady]);
  if (stripe.isError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void stripe.refetch()} />;
  }
  return (
    <section className={classes.bank} aria-labelledby="payment-bank">
      <span className={classes.bankMark}>
        <Icon of={IconBuildingBank} size={32} />
      </span>
      <h2 id="payment-bank" className={classes.title}>
        {t("bank.title")}
      </h2>
      <p>{t("bank.ask", { total: money(order.payment.amount, order.currency) })}</p>
      <ActionError error={ask.error ?? look.error} text={t("bank.failed")} />
      <div className={classes.actions}>
        <Button
          color="terracotta"
          loading={ask.isPending || look.isPending}
          disabled={!isReady}
          onClick={() => ask.mutate(look.data?.client_secret ?? secret)}
        >
          {t("bank.open")}
        </Button>
        <Button variant="default" disabled={ask.isPending} onClick={onOther}>
          {t("bank.other")}
        </Button>
      </div>
    </section>
  );
}
