import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { type Form, useForm } from "@/lib/form";
import { CountryField } from "@/shared/address/CountryField";
import forms from "@/shared/forms/forms.module.css";
import { TextField } from "@/ui/TextField";
import type { BillingDetails } from "./types";

type Billing = { country: string; postalCode: string };

/** Form of the address that the bank compares with that of the card. It begins with the account's. */
export function useBilling(): Form<Billing> {
  const { t } = useTranslation("auth");
  const user = useUser();
  return useForm<Billing>({
    initialValues: { country: user?.country ?? "", postalCode: user?.postalCode ?? "" },
    validate: {
      country: (country) => (country ? null : t("validation.countryRequired")),
      postalCode: (code) => (code.trim() ? null : t("validation.postalCodeRequired")),
    },
  });
}

export const billingDetails = ({ country, postalCode }: Billing): BillingDetails => ({
  address: { country, postal_code: postalCode.trim() },
});

/** Country and postal code of a card. Stripe's fields leave them to this page. */
export function BillingFields({ form }: { form: Form<Billing> }) {
  const { t } = useTranslation("auth");
  return (
    <div className={forms.pair}>
      <CountryField {...form.getInputProps("country")} required />
      <TextField
        {...form.getInputProps("postalCode")}
        label={t("field.postalCode")}
        autoComplete="postal-code"
        required
      />
    </div>
  );
}
