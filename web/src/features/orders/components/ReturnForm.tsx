import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { QuantityStepper } from "@/shared/cart/QuantityStepper";
import { FormError } from "@/shared/forms/FormError";
import { useMoney } from "@/shared/money/formatMoney";
import { LineDetails } from "@/shared/orders/OrderLines";
import { RETURN_REASONS, type ReturnReason } from "@/shared/orders/returns";
import type { Order } from "@/shared/orders/types";
import { RequestKeys } from "@/shared/requests/requestKeys";
import { Bdi } from "@/ui/Bdi";
import { SelectField } from "@/ui/SelectField";
import { TextAreaField } from "@/ui/TextAreaField";
import { useReturnMedia } from "../hooks/useReturnMedia";
import { DESCRIPTION_MAX, useRequestReturn } from "../returnApi";
import { extrasOf, refundOf } from "../returnModel";
import classes from "./Return.module.css";
import { ReturnMedia } from "./ReturnMedia";

interface ReturnFormProps {
  order: Order;
  onSent: () => void;
}

/** Form of a return: units, reason, pictures and words. */
export function ReturnForm({ order, onSent }: ReturnFormProps) {
  const { t } = useTranslation("returns");
  const money = useMoney();
  const form = useRef<HTMLFormElement>(null);
  const [keys] = useState(() => new RequestKeys());
  const [units, setUnits] = useState<ReadonlyMap<number, number>>(new Map());
  const [reason, setReason] = useState<ReturnReason | "">("");
  const [description, setDescription] = useState("");
  const [attempted, setAttempted] = useState(false);
  const media = useReturnMedia();
  const request = useRequestReturn(order, () => {
    toast.success(t("form.sent"));
    onSent();
  });
  const items = [...units].filter(([, quantity]) => quantity > 0);
  const amount = refundOf(order, units);
  const extras = extrasOf(order, units);
  const uploading = media.files.some(({ id, failed }) => id === null && !failed);
  const submit = () => {
    setAttempted(true);
    if (items.length === 0 || reason === "") {
      // The messages are shown first, and the focus then moves to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    const body = {
      items: items.map(([line, quantity]) => ({ line, quantity })),
      reason,
      description: description.trim(),
      media: media.files.flatMap(({ id }) => (id === null ? [] : [id])),
    };
    request.mutate({ ...body, client_id: keys.of([body]) });
  };
  const problem = (error: Error) => {
    const code = error instanceof ApiError ? error.code : "";
    if (code === "network") return t("common:error.network");
    if (code === "return.too_late") return t("form.tooLate");
    return t(code === "return.units" ? "form.unitsGone" : "form.failed");
  };
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {request.error && <FormError text={problem(request.error)} />}
      <fieldset
        className={classes.items}
        tabIndex={-1}
        aria-invalid={(attempted && items.length === 0) || undefined}
      >
        <legend className={classes.label}>{t("form.items")}</legend>
        {attempted && items.length === 0 && <span className={classes.error}>{t("form.itemsMissing")}</span>}
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
          <div key={index} className={classes.item}>
            <span className={classes.words}>
              <Bdi>{line.name}</Bdi>
              <LineDetails line={line} />
              <span className={classes.muted}>
                {line.returnable > 0 ? t("form.left", { count: line.returnable }) : t("form.noneLeft")}
              </span>
            </span>
            {line.returnable > 0 && (
              <QuantityStepper
                name={line.name}
                value={units.get(index) ?? 0}
                max={line.returnable}
                onChange={(quantity) => setUnits((before) => new Map(before).set(index, quantity))}
              />
            )}
          </div>
        ))}
      </fieldset>
      <SelectField
        label={t("form.reason")}
        required
        value={reason}
        error={attempted && reason === "" && t("form.reasonMissing")}
        onChange={({ currentTarget }) => setReason(currentTarget.value as ReturnReason | "")}
        data={[
          { value: "", label: t("form.choose") },
          ...RETURN_REASONS.map((key) => ({ value: key, label: t(`reason.${key}`) })),
        ]}
      />
      <ReturnMedia media={media} />
      <TextAreaField
        label={t("form.description")}
        optional
        description={t("form.descriptionLeft", { count: DESCRIPTION_MAX - description.length })}
        value={description}
        maxLength={DESCRIPTION_MAX}
        rows={4}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      {amount > 0 && (
        <div className={classes.refund} aria-live="polite">
          <p>{t("form.refund", { amount: money(amount, order.currency) })}</p>
          {extras && (
            <p className={classes.muted}>
              {t(extras.included ? "form.extras" : "form.extrasStay", {
                amount: money(extras.amount, order.currency),
              })}
            </p>
          )}
        </div>
      )}
      <Button type="submit" color="terracotta" loading={request.isPending} disabled={uploading}>
        {t(uploading ? "form.waits" : "form.send")}
      </Button>
    </form>
  );
}
