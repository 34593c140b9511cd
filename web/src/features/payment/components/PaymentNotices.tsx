import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useTimeLeft } from "@/shared/cart/useTimeLeft";
import { FormError } from "@/shared/forms/FormError";
import { Icon } from "@/ui/Icon";
import type { Pay } from "../hooks/usePayment";
import { failureOf, formatLeft } from "../model/stage";
import type { Order } from "../types";
import classes from "./Payment.module.css";

interface PaymentNoticesProps {
  order: Order;
  pay: Pay;
  onExpire: () => void;
}

/** Time left to pay, and the last attempt that failed. */
export function PaymentNotices({ order, pay, onExpire }: PaymentNoticesProps) {
  const { t } = useTranslation("payment");
  return (
    <>
      {order.hold_expires_at && <TimeLeft deadline={order.hold_expires_at} onEnd={onExpire} />}
      <Failure order={order} attempt={pay.submittedAt} />
      {pay.isError && <FormError text={t(refusalOf(pay.error))} />}
    </>
  );
}

function refusalOf(error: Error) {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "network") return "common:error.network";
  // The provider may have charged the card: a repeat does not charge it again.
  if (code === "unavailable") return "payUnknown";
  if (code === "payment.amount") return "payAmount";
  return code === "card.too_many" ? "cards.tooMany" : "payFailed";
}

/** Reason of the last failure, and what to do. */
function Failure({ order, attempt }: { order: Order; attempt: number }) {
  const { t } = useTranslation("payment");
  const failure = failureOf(order.payment.failure);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt may fail in the same way
  useEffect(() => {
    place.current?.scrollIntoView({ block: "center" });
  }, [failure, attempt]);
  if (!failure) return null;
  return (
    <div ref={place} className={classes.failure} role="alert">
      <Icon of={IconAlertTriangle} />
      <div>
        <p className={classes.cardName}>{t(`failure.${failure}`)}</p>
        <p>{t("failure.next")}</p>
      </div>
    </div>
  );
}

function TimeLeft({ deadline, onEnd }: { deadline: string; onEnd: () => void }) {
  const { t } = useTranslation("payment");
  const left = useTimeLeft(deadline, onEnd);
  return (
    <p className={classes.timer} role="timer" aria-live="off">
      <Icon of={IconClock} />
      <span>{t("left", { left: formatLeft(left) })}</span>
    </p>
  );
}
