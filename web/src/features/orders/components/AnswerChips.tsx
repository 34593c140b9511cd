import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Review.module.css";

type AnswerLabel =
  | "review.no"
  | "review.quality.average"
  | "review.quality.good"
  | "review.quality.poor"
  | "review.yes";

interface AnswerChipsProps<Value extends boolean | string> {
  label: string;
  options: readonly { value: Value; label: AnswerLabel }[];
  value: Value | null;
  error?: string;
  onChange: (value: Value) => void;
}

/** Question with a few answers, of which one is chosen. */
export function AnswerChips<Value extends boolean | string>({
  label,
  options,
  value,
  error,
  onChange,
}: AnswerChipsProps<Value>) {
  const { t } = useTranslation("orders");
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.chips}>
        {options.map((option) => (
          <label key={option.label} className={classes.chip}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            {t(option.label)}
          </label>
        ))}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
