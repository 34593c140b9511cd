import { Button } from "@mantine/core";
import { IconAlertTriangle, IconClock, IconTrash } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { FormError } from "@/shared/forms/FormError";
import { useMoney } from "@/shared/money/formatMoney";
import { CheckField } from "@/ui/CheckField";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { type Pay, useDeleteCard, useProvider } from "../hooks/usePayment";
import { useTimeLeft } from "../hooks/useTimeLeft";
import { failureOf, formatLeft } from "../model/stage";
import { TEST_CARDS } from "../model/testCards";
import type { Method, Order } from "../types";
import classes from "./Payment.module.css";

interface CardStepProps {
  order: Order;
  pay: Pay;
  onExpire: () => void;
}

/** Choice of a card and the button that pays. The sandbox has test cards and no field for a card number. */
export function CardStep({ order, pay, onExpire }: CardStepProps) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const provider = useProvider();
  const remove = useDeleteCard();
  const [chosen, setChosen] = useState<Method | null>(null);
  const [save, setSave] = useState(false);
  const name = useId();
  if (provider.isError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void provider.refetch()} />;
  }
  const cards = provider.data?.cards ?? [];
  const [first] = cards;
  const method = chosen ?? (first ? { card_id: first.id } : { payment_method: TEST_CARDS[0].token });
  const isChosen = (one: Method) => JSON.stringify(one) === JSON.stringify(method);
  const option = (one: Method) => ({ name, checked: isChosen(one), onChange: () => setChosen(one) });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pay.mutate({ method, save });
      }}
    >
      {order.hold_expires_at && <TimeLeft deadline={order.hold_expires_at} onEnd={onExpire} />}
      <Failure order={order} attempt={pay.submittedAt} />
      {pay.isError && <FormError text={t(refusalOf(pay.error))} />}
      {cards.length > 0 && (
        <fieldset className={classes.cards}>
          <legend className={classes.title}>{t("cards.saved")}</legend>
          {cards.map(({ id, brand, last4 }) => (
            <div key={id} className={classes.saved}>
              <CardOption {...option({ card_id: id })} brand={brand} last4={last4} />
              <IconButton
                icon={IconTrash}
                label={t("cards.delete", { last4 })}
                onClick={() => {
                  setChosen(null);
                  remove.mutate(id);
                }}
              />
            </div>
          ))}
        </fieldset>
      )}
      <fieldset className={classes.cards}>
        <legend className={classes.title}>{t("test.title")}</legend>
        <p className={classes.test}>{t("test.note")}</p>
        {TEST_CARDS.map(({ token, brand, last4, outcome }) => (
          <CardOption
            key={token}
            {...option({ payment_method: token })}
            brand={brand}
            last4={last4}
            text={t(`test.${outcome}`)}
          />
        ))}
      </fieldset>
      {"payment_method" in method && (
        <CheckField
          label={t("cards.save")}
          checked={save}
          onChange={({ currentTarget }) => setSave(currentTarget.checked)}
        />
      )}
      <Button type="submit" color="terracotta" fullWidth loading={pay.isPending} disabled={!provider.data}>
        {t("pay", { total: money(order.total, order.currency) })}
      </Button>
    </form>
  );
}

function refusalOf(error: Error) {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "network") return "common:error.network";
  return code === "card.too_many" ? "cards.tooMany" : "payFailed";
}

interface CardOptionProps {
  name: string;
  checked: boolean;
  onChange: () => void;
  brand: string;
  last4: string;
  text?: string;
}

function CardOption({ name, checked, onChange, brand, last4, text }: CardOptionProps) {
  const { t } = useTranslation("payment");
  return (
    <label className={classes.option}>
      <input type="radio" name={name} checked={checked} onChange={onChange} />
      <span className={classes.optionWords}>
        <span className={classes.cardName}>
          {t(`brand.${brand}`, { defaultValue: brand })} <bdi dir="ltr">•••• {last4}</bdi>
        </span>
        {text && <span className={classes.muted}>{text}</span>}
      </span>
    </label>
  );
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
