import { Button } from "@mantine/core";
import { IconCalendarOff } from "@tabler/icons-react";
import { useState } from "react";
import { Icon } from "@/ui/Icon";
import { TextField } from "@/ui/TextField";
import { datesBetween } from "../catalogue/model/dates";
import { lengthOf } from "../dashboard/model/series";
import { isDate } from "../reservations/model/dates";
import classes from "./DayRange.module.css";

interface DayRangeProps {
  title: string;
  /** Labels of the fields. */
  first: string;
  last: string;
  /** Text of the button for a number of days. 0: none are chosen. */
  action: (days: number) => string;
  /** Maximum days, at most `DATES_MAX`, and the error of a longer range. */
  max: number;
  tooLong: string;
  onAdd: (dates: string[]) => void;
}

/** First and last day, and a button that takes all days between them. */
export function DayRange({ title, first, last, action, max, tooLong, onAdd }: DayRangeProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const end = to || from;
  const days = isDate(from) && isDate(end) ? Math.max(0, lengthOf(from, end)) : 0;
  return (
    <fieldset className={classes.range}>
      <legend>{title}</legend>
      <div className={classes.fields}>
        <TextField
          type="date"
          label={first}
          required
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          type="date"
          label={last}
          optional
          min={from}
          value={to}
          error={days > max ? tooLong : null}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<Icon of={IconCalendarOff} />}
          disabled={days === 0 || days > max}
          onClick={() => {
            onAdd(datesBetween(from, end));
            setFrom("");
            setTo("");
          }}
        >
          {action(days)}
        </Button>
      </div>
    </fieldset>
  );
}
