import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { CheckField } from "@/ui/CheckField";
import type { Pay } from "../hooks/usePayment";
import { TEST_CARDS } from "../model/testCards";
import type { Method, Order, SavedCard } from "../types";
import { CardOption } from "./CardOption";
import classes from "./Payment.module.css";
import { SavedCards } from "./SavedCards";

interface SandboxFormProps {
  order: Order;
  pay: Pay;
  /** Undefined while they load. */
  cards?: readonly SavedCard[];
}

/** Saved and test cards of the sandbox, and the button that pays. There is no field for a card number. */
export function SandboxForm({ order, pay, cards }: SandboxFormProps) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const [chosen, setChosen] = useState<Method | null>(null);
  const [save, setSave] = useState(false);
  const name = useId();
  const first = cards?.[0];
  const method = chosen ?? (first ? { card_id: first.id } : { payment_method: TEST_CARDS[0].token });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pay.mutate({ method, save });
      }}
    >
      <SavedCards
        name={name}
        cards={cards ?? []}
        chosen={"card_id" in method ? method.card_id : null}
        onChoose={(id) => setChosen(id === null ? null : { card_id: id })}
      />
      <fieldset className={classes.cards}>
        <legend className={classes.title}>{t("test.title")}</legend>
        <p className={classes.test}>{t("test.note")}</p>
        {TEST_CARDS.map(({ token, brand, last4, outcome }) => (
          <CardOption
            key={token}
            name={name}
            checked={"payment_method" in method && method.payment_method === token}
            onChange={() => setChosen({ payment_method: token })}
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
      <Button type="submit" color="terracotta" fullWidth loading={pay.isPending} disabled={!cards}>
        {t("pay", { total: money(order.payment.amount, order.currency) })}
      </Button>
    </form>
  );
}
