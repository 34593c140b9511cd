import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import { ReturnCard } from "@/shared/orders/ReturnCard";
import type { OrderReturn, ReturnState } from "@/shared/orders/returns";
import type { Order } from "@/shared/orders/types";
import { CheckField } from "@/ui/CheckField";
import { Sheet } from "@/ui/Sheet";
import { TextAreaField } from "@/ui/TextAreaField";
import { useReturnStep } from "../api";
import classes from "./OrderDetails.module.css";

const REASON_MAX = 300;
/** Steps that ask before they are taken. */
const ASKED = ["rejected", "refunded", "replaced"] as const satisfies readonly ReturnState[];
type Asked = (typeof ASKED)[number];
const isAsked = (state: ReturnState): state is Asked => (ASKED as readonly ReturnState[]).includes(state);

/** Returns of an order of the company, with the next steps. */
export function ReturnPanel({ order }: { order: Order }) {
  const { t } = useTranslation("returns");
  return (
    <section className={`${classes.section} ${classes.returns}`}>
      <h2 className={classes.title}>{t("list")}</h2>
      {order.returns.map((one) => (
        <CompanyReturn key={one.id} order={order} one={one} />
      ))}
    </section>
  );
}

function CompanyReturn({ order, one }: { order: Order; one: OrderReturn }) {
  const { t } = useTranslation("returns");
  const step = useReturnStep(order, one.id);
  const [asks, setAsks] = useState<Asked | null>(null);
  const take = (state: ReturnState, more: { reason?: string; restock?: boolean } = {}) =>
    step.mutate({ state, ...more }, { onSuccess: () => setAsks(null) });
  const ask = (state: Asked | null) => {
    step.reset();
    setAsks(state);
  };
  // Another device may have taken the step meanwhile.
  const asked = asks && one.next.includes(asks) ? asks : null;
  return (
    <ReturnCard order={order} one={one} side="company">
      {(one.next.length > 0 || step.error) && (
        <>
          {!asked && <ActionError error={step.error} text={t("stepFailed")} />}
          {one.next.map((state, index) => (
            <Button
              key={state}
              {...(state === "rejected"
                ? { variant: "subtle", color: "brick" }
                : index === 0
                  ? { color: "terracotta" }
                  : { variant: "default" })}
              loading={step.isPending && step.variables.state === state}
              disabled={step.isPending}
              onClick={() => (isAsked(state) ? ask(state) : take(state))}
            >
              {t(`action.company.${state}`)}
            </Button>
          ))}
          {asked && (
            <ReturnSheet
              order={order}
              one={one}
              to={asked}
              pending={step.isPending}
              error={step.error}
              onTake={(more) => take(asked, more)}
              onClose={() => ask(null)}
            />
          )}
        </>
      )}
    </ReturnCard>
  );
}

interface ReturnSheetProps {
  order: Order;
  one: OrderReturn;
  to: Asked;
  pending: boolean;
  error: Error | null;
  onTake: (more: { reason?: string; restock?: boolean }) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection, or whether the units go back to the stock. */
function ReturnSheet({ order, one, to, pending, error, onTake, onClose }: ReturnSheetProps) {
  const { t } = useTranslation("returns");
  const money = useMoney();
  const [reason, setReason] = useState("");
  const [restock, setRestock] = useState(one.reason === "changed_mind" || one.reason === "wrong_item");
  const [missing, setMissing] = useState(false);
  const submit = () => {
    if (to !== "rejected") return onTake({ restock });
    if (!reason.trim()) return setMissing(true);
    onTake({ reason: reason.trim() });
  };
  return (
    <Sheet opened onClose={onClose} title={t(`action.company.${to}`)}>
      <form
        className={forms.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {to === "rejected" ? (
          <TextAreaField
            label={t("rejectReason")}
            required
            description={t("rejectHint")}
            value={reason}
            error={missing && t("rejectMissing")}
            maxLength={REASON_MAX}
            rows={3}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
              setMissing(false);
            }}
          />
        ) : (
          <>
            {to === "refunded" && (
              <p>
                {t("refundText", { name: order.customer_name, amount: money(one.amount, order.currency) })}
              </p>
            )}
            <CheckField
              label={t("restock")}
              checked={restock}
              onChange={({ currentTarget }) => setRestock(currentTarget.checked)}
            />
          </>
        )}
        <ActionError error={error} text={t("stepFailed")} />
        <Button type="submit" color={to === "rejected" ? "brick" : "terracotta"} loading={pending}>
          {t(`action.company.${to}`)}
        </Button>
      </form>
    </Sheet>
  );
}
