import { useTranslation } from "react-i18next";
import forms from "@/shared/forms/forms.module.css";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import type { ContactForm } from "../hooks/useContactForm";
import { MAX_NOTE } from "../model/customer";

/** Name, phone, e-mail and note for the company. */
export function ContactFields({ form }: { form: ContactForm }) {
  const { t } = useTranslation("booking");
  const note = form.getInputProps("note");
  return (
    <div className={forms.form}>
      <TextField
        {...form.getInputProps("customer_name")}
        required
        label={t("contact.name")}
        autoComplete="name"
      />
      <div className={forms.pair}>
        <TextField
          {...form.getInputProps("contact_number")}
          required
          label={t("contact.phone")}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...form.getInputProps("email")}
          required
          label={t("contact.email")}
          type="email"
          autoComplete="email"
        />
      </div>
      <TextAreaField
        {...note}
        onChange={(event) => note.onChange(event.currentTarget.value)}
        label={t("contact.note")}
        optional
        description={t("contact.noteHint")}
        autosize={false}
        rows={3}
        maxLength={MAX_NOTE}
      />
    </div>
  );
}
