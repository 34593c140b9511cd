import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DecimalField } from "@/ui/DecimalField";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import classes from "../components/BusinessScreen.module.css";
import type { LineFields } from "./model";

interface InvoiceLineFieldsProps {
  line: LineFields;
  currency: string;
  problem: (field: keyof LineFields) => string | undefined;
  onChange: (changed: Partial<LineFields>) => void;
  /** Undefined: the only line stays. */
  onRemove?: () => void;
}

/** Product or service, quantity, unit price and tax rate of a line. */
export function InvoiceLineFields({ line, currency, problem, onChange, onRemove }: InvoiceLineFieldsProps) {
  const { t } = useTranslation("business-sales");
  const field = (key: keyof LineFields) => ({
    label: t(`invoices.line.${key}`, { currency }),
    required: true,
    value: line[key],
    error: problem(key),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [key]: currentTarget.value }),
  });
  return (
    <div className={classes.lineFields}>
      <TextField {...field("name")} maxLength={200} />
      <div className={classes.numbers}>
        <TextField {...field("quantity")} inputMode="numeric" />
        <DecimalField {...field("price")} />
        <DecimalField {...field("vat")} />
      </div>
      {onRemove && <IconButton icon={IconTrash} label={t("invoices.removeLine")} onClick={onRemove} />}
    </div>
  );
}
