import { useEffect, useRef, useState } from "react";
import { DecimalField } from "@/ui/DecimalField";

const TYPING_PAUSE = 400;

interface AmountFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Price that takes effect after a pause in typing. */
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
    const typed = priceOf(text);
    if (typed === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = typed;
      save.current(typed);
    }, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <DecimalField
      label={label}
      maxLength={9}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.replace(/[^\d.]/g, ""))}
    />
  );
}

/** Returns the price with two decimals at most, or null if the text has no number. */
function priceOf(text: string): number | null {
  const price = Number.parseFloat(text);
  return Number.isNaN(price) ? null : Math.round(price * 100) / 100;
}
