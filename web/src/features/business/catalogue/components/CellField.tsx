import { useState } from "react";
import { DecimalField } from "@/ui/DecimalField";
import { TextField } from "@/ui/TextField";
import classes from "./Catalogue.module.css";

interface CellFieldProps {
  label: string;
  value: string;
  inputMode: "decimal" | "numeric";
  placeholder?: string;
  /** Returns the message for a text that cannot be saved, else null. */
  check: (text: string) => string | null;
  onSave: (text: string) => void;
}

/** Number edited in place. Enter and leaving save it, Escape restores it. */
export function CellField({ label, value, inputMode, placeholder, check, onSave }: CellFieldProps) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (text === undefined) return;
    const problem = text.trim() === value ? null : check(text);
    setError(problem);
    if (problem) return;
    if (text.trim() !== value) onSave(text.trim());
    setText(undefined);
  };
  const restore = () => {
    setText(undefined);
    setError(null);
  };
  const Field = inputMode === "decimal" ? DecimalField : TextField;
  return (
    <Field
      className={classes.cell ?? ""}
      aria-label={label}
      inputMode={inputMode}
      placeholder={placeholder}
      value={text ?? value}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") restore();
      }}
    />
  );
}
