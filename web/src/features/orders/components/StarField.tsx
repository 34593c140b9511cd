import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Review.module.css";

interface StarFieldProps {
  label: string;
  value: number | null;
  error?: string;
  onChange: (stars: number) => void;
}

/** Choice of 1 to 5 stars, by pointer and by arrow keys. */
export function StarField({ label, value, error, onChange }: StarFieldProps) {
  const { t } = useTranslation("catalogue");
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.stars}>
        {[1, 2, 3, 4, 5].map((star) => (
          <label
            key={star}
            className={classes.star}
            data-on={value !== null && star <= value ? "" : undefined}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              aria-label={t("rating.label", { value: star })}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(star)}
            />
            {value !== null && star <= value ? (
              <IconStarFilled size={32} aria-hidden="true" />
            ) : (
              <IconStar size={32} stroke={1.5} aria-hidden="true" />
            )}
          </label>
        ))}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
