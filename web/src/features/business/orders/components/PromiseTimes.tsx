import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { TextField } from "@/ui/TextField";
import { instantOf } from "../../catalogue/model/zonedInstant";
import { plusDays, today } from "../../reservations/model/dates";
import { daysOf, promiseTimes, timeIn } from "../model/board";
import classes from "./Board.module.css";

/** Days in which a time can be promised, as the server checks it. */
const PROMISE_DAYS_MAX = 365;

interface PromiseTimesProps {
  order: Order;
  title: string;
  pending: boolean;
  onChoose: (promisedAt: string) => void;
  /** Keeps the promised time. Without it another has to be chosen. */
  onKeep?: () => void;
  onClose: () => void;
}

/** Times that the customer is told: usual ones, the promised one, or another. */
export function PromiseTimes({ order, title, pending, onChoose, onKeep, onClose }: PromiseTimesProps) {
  const { t } = useTranslation("business-orders");
  const { promised_at, company } = order;
  const times = useOrderTimes(company.time_zone);
  const [other, setOther] = useState(false);
  if (other) {
    return (
      <OtherTime
        order={order}
        title={title}
        pending={pending}
        onChoose={onChoose}
        onClose={() => setOther(false)}
      />
    );
  }
  const labelOf = (minutes: number) => {
    const days = daysOf(minutes);
    return days === null ? t("accept.minutes", { count: minutes }) : t("accept.days", { count: days });
  };
  return (
    <fieldset className={classes.times}>
      <legend className={classes.legend}>{title}</legend>
      {promiseTimes(order).map((minutes, index) => (
        <Button
          key={minutes}
          variant="default"
          disabled={pending}
          // The button that had the focus is gone.
          autoFocus={index === 0}
          onClick={() => onChoose(timeIn(minutes, Date.now()))}
        >
          {labelOf(minutes)}
        </Button>
      ))}
      <Button variant="default" className={classes.keep} disabled={pending} onClick={() => setOther(true)}>
        {t("accept.other")}
      </Button>
      {onKeep && promised_at && Date.parse(promised_at) > Date.now() && (
        <Button color="terracotta" className={classes.keep} disabled={pending} onClick={onKeep}>
          {t("accept.keep", { at: times.short(promised_at) })}
        </Button>
      )}
      <Button variant="subtle" className={classes.keep} disabled={pending} onClick={onClose}>
        {t("common:action.back")}
      </Button>
    </fieldset>
  );
}

type OtherTimeProps = Omit<PromiseTimesProps, "onKeep">;

/** Own date and time, in the zone of the company. */
function OtherTime({ order, title, pending, onChoose, onClose }: OtherTimeProps) {
  const { t } = useTranslation("business-orders");
  const zone = order.company.time_zone;
  const first = today(zone);
  const [date, setDate] = useState(first);
  const [time, setTime] = useState("");
  const [attempted, setAttempted] = useState(false);
  const chosen = date && time ? instantOf(`${date}T${time}`, zone) : null;
  const problem = !attempted
    ? null
    : chosen === null
      ? t("accept.missing")
      : Date.parse(chosen) <= Date.now()
        ? t("accept.past")
        : null;
  const submit = () => {
    setAttempted(true);
    if (chosen !== null && Date.parse(chosen) > Date.now()) onChoose(chosen);
  };
  return (
    <form
      className={classes.otherTime}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.legend}>{title}</p>
      <TextField
        type="date"
        label={t("accept.date")}
        value={date}
        min={first}
        max={plusDays(first, PROMISE_DAYS_MAX)}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <TextField
        type="time"
        label={t("accept.time")}
        value={time}
        error={problem}
        autoFocus
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <Button type="submit" color="terracotta" loading={pending}>
        {t("accept.submit")}
      </Button>
      <Button variant="subtle" disabled={pending} onClick={onClose}>
        {t("common:action.back")}
      </Button>
    </form>
  );
}
