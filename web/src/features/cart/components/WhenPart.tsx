import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useMoment } from "@/shared/cart/useMoment";
import forms from "@/shared/forms/forms.module.css";
import { dateIn } from "@/shared/opening/zonedTime";
import { TextField } from "@/ui/TextField";
import { timeIn } from "../model/time";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import type { PartProps } from "./HowPart";
import { Notice } from "./Notice";
import { Part } from "./Part";

interface WhenPartProps extends PartProps {
  /** Tells that a time is wanted and not chosen yet. */
  onIncomplete: (isIncomplete: boolean) => void;
}

/** As soon as possible, or at a time in the zone of the company. */
export function WhenPart({ cart, details, attempted, onIncomplete }: WhenPartProps) {
  const { t } = useTranslation("cart");
  const name = useId();
  const moment = useMoment(cart.company.time_zone);
  const { fulfilment, scheduled_at } = cart;
  const { time_zone: zone, paused_until, name: company } = cart.company;
  const today = dateIn(zone, Date.now());
  const [later, setLater] = useState(scheduled_at !== null);
  const [date, setDate] = useState(scheduled_at ? dateIn(zone, Date.parse(scheduled_at)) : today);
  const [time, setTime] = useState(scheduled_at ? timeIn(zone, Date.parse(scheduled_at)) : "");
  if (!fulfilment) return null;
  const save = (day: string, at: string) => {
    setDate(day);
    setTime(at);
    onIncomplete(!day || !at);
    if (day && at) details.mutate({ fulfilment, date: day, time: at });
  };
  const choose = (wantsLater: boolean) => {
    setLater(wantsLater);
    onIncomplete(wantsLater && (!date || !time));
    if (!wantsLater) details.mutate({ fulfilment, date: "", time: "" });
    else if (date && time) save(date, time);
  };
  const refused = details.error instanceof ApiError ? details.error.fields : {};
  return (
    <Part part="when" title={t("when.title")} cart={cart} attempted={attempted}>
      {paused_until && <Notice text={t("when.paused", { company, until: moment(paused_until) })} />}
      <div role="radiogroup" aria-labelledby="cart-when" className={classes.choices}>
        {([false, true] as const).map((isLater) => (
          <label key={String(isLater)} className={classes.choice}>
            <input type="radio" name={name} checked={later === isLater} onChange={() => choose(isLater)} />
            <span className={classes.choiceName}>{t(isLater ? "when.later" : "when.soon")}</span>
          </label>
        ))}
      </div>
      {later && (
        <div className={forms.pair}>
          <TextField
            label={t("when.date")}
            required
            type="date"
            min={today}
            value={date}
            error={refused.date ? t("when.dateWrong") : date ? null : t("when.dateMissing")}
            onChange={({ currentTarget }) => save(currentTarget.value, time)}
          />
          <TextField
            label={t("when.time")}
            required
            type="time"
            value={time}
            error={refused.time ? t("when.timeWrong") : attempted && !time ? t("when.timeMissing") : null}
            onChange={({ currentTarget }) => save(date, currentTarget.value)}
          />
        </div>
      )}
      <ChangeRefusal part="when" cart={cart} details={details} />
    </Part>
  );
}
