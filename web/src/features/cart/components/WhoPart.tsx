import { useTranslation } from "react-i18next";
import type { Cart } from "@/shared/cart/types";
import forms from "@/shared/forms/forms.module.css";
import { TextAreaField } from "@/ui/TextAreaField";
import type { ContactForm } from "../hooks/useContactForm";
import { MAX_NOTE } from "../model/contact";
import classes from "./Cart.module.css";
import { ContactFields } from "./ContactFields";
import { Part } from "./Part";

interface WhoPartProps {
  cart: Cart;
  form: ContactForm;
}

/** Name, phone, e-mail and note for the company. */
export function WhoPart({ cart, form }: WhoPartProps) {
  const { t } = useTranslation("cart");
  const note = form.getInputProps("note");
  return (
    <Part part="who" title={t("who.title")} cart={cart} attempted={false}>
      <div className={forms.form}>
        <ContactFields form={form} />
        <TextAreaField
          {...note}
          onChange={(event) => note.onChange(event.currentTarget.value)}
          label={t("who.note")}
          optional
          autosize={false}
          rows={2}
          maxLength={MAX_NOTE}
        />
      </div>
      <p className={classes.muted}>{t("who.shared", { company: cart.company.name })}</p>
    </Part>
  );
}
