import { useMemo } from "react";
import { useLanguage } from "@/lib/i18n";
import { TextField, type TextFieldProps } from "./TextField";

/** Decimal separators that are accepted: a point, a comma, the Arabic separator. */
const SEPARATOR = /[.,٫]/g;

type DecimalFieldProps = Omit<TextFieldProps, "inputMode" | "type" | "value"> & { value?: string };

/** Number with decimals. Its value has a point, its text the separator of the language; each is accepted. */
export function DecimalField({ value = "", onChange, ...props }: DecimalFieldProps) {
  const { tag } = useLanguage();
  const separator = useMemo(() => separatorOf(tag), [tag]);
  const shown = value.replace(SEPARATOR, separator);
  return (
    <TextField
      {...props}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        const input = event.currentTarget;
        const { selectionStart, selectionEnd } = input;
        input.value = input.value.replace(SEPARATOR, ".");
        onChange?.(event);
        // The text that React is about to show: an equal one keeps the caret.
        input.value = input.value.replace(SEPARATOR, separator);
        input.setSelectionRange(selectionStart, selectionEnd);
      }}
    />
  );
}

function separatorOf(tag: string): string {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: "latn" }).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
