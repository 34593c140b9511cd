import { useTranslation } from "react-i18next";
import forms from "@/shared/forms/forms.module.css";
import { TextField } from "@/ui/TextField";
import type { ContactForm } from "../hooks/useContactForm";

/** Name, phone and e-mail of the customer. */
export function ContactFields({ form }: { form: ContactForm }) {
  const { t } = useTranslation("cart");
  return (
    <>
      <TextField
        {...form.getInputProps("customer_name")}
        required
        label={t("who.name")}
        autoComplete="name"
      />
      <div className={forms.pair}>
        <TextField
          {...form.getInputProps("contact_number")}
          required
          label={t("who.phone")}
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...form.getInputProps("email")}
          required
          label={t("who.email")}
          type="email"
          autoComplete="email"
        />
      </div>
    </>
  );
}
