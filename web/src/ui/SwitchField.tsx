import { type ReactNode, useId } from "react";
import classes from "./SwitchField.module.css";

interface SwitchFieldProps {
  label: ReactNode;
  description?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once: the whole line is the target. */
export function SwitchField({ label, description, checked, disabled, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <label className={classes.line}>
      <span className={classes.words}>
        <span id={`${id}-label`}>{label}</span>
        {description && (
          <span id={`${id}-text`} className={classes.text}>
            {description}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-text` : undefined}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
