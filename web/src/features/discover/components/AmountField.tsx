import { useEffect, useRef, useState } from "react";
import { TextField } from "@/ui/TextField";

const TYPING_PAUSE = 400;

interface AmountFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Whole number that takes effect after a pause in typing. */
export function AmountField({ label, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value?.toString() ?? "");
  const save = useRef(onChange);
  save.current = onChange;
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    setText(value?.toString() ?? "");
  }, [value]);
  useEffect(() => {
    const typed = text === "" ? null : Number(text);
    if (typed === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = typed;
      save.current(typed);
    }, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={6}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ""))}
    />
  );
}
