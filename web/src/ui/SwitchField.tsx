import { type AriaAttributes, type ReactNode, useId } from "react";
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
    <label className={classes.line} htmlFor={id}>
      <span className={classes.words}>
        <span id={`${id}-label`}>{label}</span>
        {description && (
          <span id={`${id}-text`} className={classes.text}>
            {description}
          </span>
        )}
      </span>
      <Switch
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-text` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
    </label>
  );
}

interface SwitchProps extends AriaAttributes {
  id?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch alone, as in a table. */
export function Switch({ id, checked, disabled, onChange, ...aria }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className={classes.switch}
      {...aria}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
