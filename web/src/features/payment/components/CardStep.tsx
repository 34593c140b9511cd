import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Pay, useProvider } from "../hooks/usePayment";
import type { Order } from "../types";
import classes from "./Payment.module.css";
import { PaymentNotices } from "./PaymentNotices";
import { SandboxForm } from "./SandboxForm";

const StripeForm = lazyPart(() => import("../stripe/StripeForm").then((file) => file.StripeForm));

interface CardStepProps {
  order: Order;
  pay: Pay;
  onExpire: () => void;
}

/** Choice of a card, in the form of the server's provider. */
export function CardStep({ order, pay, onExpire }: CardStepProps) {
  const { t } = useTranslation("payment");
  const provider = useProvider();
  if (provider.isLoadingError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void provider.refetch()} />;
  }
  const { publishable_key = null, cards } = provider.data ?? {};
  return (
    <div className={classes.form}>
      <PaymentNotices order={order} pay={pay} onExpire={onExpire} />
      {provider.isPending ? (
        <RowSkeletons rows={3} />
      ) : publishable_key === null ? (
        <SandboxForm order={order} pay={pay} cards={cards} />
      ) : (
        <Suspense fallback={<RowSkeletons rows={3} />}>
          <StripeForm order={order} pay={pay} publishableKey={publishable_key} cards={cards ?? []} />
        </Suspense>
      )}
    </div>
  );
}
