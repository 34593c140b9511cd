import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { type Form, useForm } from "@/lib/form";
import type { Cart } from "@/shared/cart/types";
import { customerName } from "@/shared/forms/customerName";
import forms from "@/shared/forms/forms.module.css";
import { email, phone } from "@/shared/forms/validation";
import { TextField } from "@/ui/TextField";
import { type Contact, contactOf, MAX_NOTE } from "../model/contact";
import classes from "./Cart.module.css";
import { Part } from "./Part";

export type ContactForm = Form<Contact>;

/** Form of the contact, filled from the cart and the profile. */
export function useContactForm(cart: Cart): ContactForm {
  const { t } = useTranslation("cart");
  const user = useUser();
  const words = (wrong: string | null) => wrong && t(`validation.${wrong as "nameRequired"}`);
  return useForm<Contact>({
    initialValues: contactOf(cart, user),
    validate: {
      customer_name: (value: string) => words(customerName(value)),
      contact_number: (value: string) => words(phone(value)),
      email: (value: string) => words(email(value)),
    },
  });
}

interface WhoPartProps {
  cart: Cart;
  form: ContactForm;
}

/** Name, phone, e-mail and note for the company. */
export function WhoPart({ cart, form }: WhoPartProps) {
  const { t } = useTranslation("cart");
  const shared = { required: true, withAsterisk: false };
  const note = form.getInputProps("note");
  return (
    <Part part="who" title={t("who.title")} cart={cart} attempted={false}>
      <div className={forms.form}>
        <TextField
          {...form.getInputProps("customer_name")}
          {...shared}
          label={t("who.name")}
          autoComplete="name"
        />
        <div className={forms.pair}>
          <TextField
            {...form.getInputProps("contact_number")}
            {...shared}
            label={t("who.phone")}
            type="tel"
            autoComplete="tel"
          />
          <TextField
            {...form.getInputProps("email")}
            {...shared}
            label={t("who.email")}
            type="email"
            autoComplete="email"
          />
        </div>
        <Textarea
          {...note}
          onChange={(event) => note.onChange(event.currentTarget.value)}
          label={t("who.note")}
          autosize={false}
          rows={2}
          maxLength={MAX_NOTE}
        />
      </div>
      <p className={classes.muted}>{t("who.shared", { company: cart.company.name })}</p>
    </Part>
  );
}
