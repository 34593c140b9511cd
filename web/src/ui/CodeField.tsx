import classes from "./CodeField.module.css";
import { TextField, type TextFieldProps } from "./TextField";

interface CodeFieldProps extends Omit<TextFieldProps, "onChange" | "value"> {
  digits: number;
  value: string;
  onChange: (code: string) => void;
}

/** One field for a code that was sent: the system fills it in, and what is pasted loses its spaces. */
export function CodeField({ digits, value, onChange, ...props }: CodeFieldProps) {
  return (
    <TextField
      {...props}
      classNames={{ input: classes.code }}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={"0".repeat(digits)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, "").slice(0, digits))}
    />
  );
}
