import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { type FieldErrors, useForm } from "@/lib/form";
import { FormError } from "@/shared/forms/FormError";
import forms from "@/shared/forms/forms.module.css";
import { focusFirst } from "@/shared/forms/serverErrors";
import { CheckField } from "@/ui/CheckField";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { AddressPin } from "./AddressPin";
import { CountryField } from "./CountryField";
import {
  addressValues,
  type DeliveryAddressValues,
  fieldError,
  pointOf,
  REQUIRED_FIELDS,
  type RequiredField,
  withPlace,
} from "./deliveryAddress";
import { type DeliveryAddress, useSaveAddress } from "./deliveryAddresses";
import { PostalCodeField, usePostalCodes } from "./PostalCodeField";
import { TownField } from "./TownField";

const MAX_INSTRUCTIONS = 300;

const AUTOCOMPLETE = {
  first_name: "given-name",
  last_name: "family-name",
  phone_number: "tel",
  house: "address-line1",
  road: "address-line2",
  state: "address-level1",
} as const;

interface DeliveryAddressFormProps {
  /** Address to change. Null adds one. */
  address: DeliveryAddress | null;
  onSaved: (address: DeliveryAddress) => void;
}

/** Form of a delivery address. All fields but the instructions are required. */
export function DeliveryAddressForm({ address, onSaved }: DeliveryAddressFormProps) {
  const { t } = useTranslation("address");
  const user = useUser();
  const save = useSaveAddress();
  const postal = usePostalCodes();
  const words = (field: RequiredField, value: string) => {
    const kind = fieldError(field, value);
    return kind && (kind === "phone" ? t("invalid.phone") : t(`required.${field}`));
  };
  const form = useForm<DeliveryAddressValues>({
    initialValues: addressValues(address, user),
    validate: (values) =>
      Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, words(field, String(values[field]))])),
  });
  const refuse = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const fields = REQUIRED_FIELDS.filter((field) => error.fields[field]);
    const errors: FieldErrors = Object.fromEntries(
      fields.map((field) => [field, t(field === "phone_number" ? "invalid.phone" : "invalid.field")]),
    );
    form.setErrors(errors);
    focusFirst(form, errors);
  };
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { id: address?.id ?? null, form: withPlace(values, address) },
        { onSuccess: onSaved, onError: refuse },
      ),
    (errors) => focusFirst(form, errors),
  );
  const text = (field: keyof typeof AUTOCOMPLETE) => (
    <TextField
      {...form.getInputProps(field)}
      label={t(`field.${field}`)}
      type={field === "phone_number" ? "tel" : "text"}
      autoComplete={AUTOCOMPLETE[field]}
      required
    />
  );
  const tooMany = save.error instanceof ApiError && save.error.code === "address.too_many";
  return (
    <form className={forms.form} noValidate onSubmit={submit}>
      <FormError error={save.error} known={REQUIRED_FIELDS} text={tooMany ? t("tooMany") : undefined} />
      <SelectField
        {...form.getInputProps("type")}
        label={t("field.type")}
        data={[
          { value: "home", label: t("type.home") },
          { value: "work", label: t("type.work") },
        ]}
      />
      <div className={forms.pair}>
        {text("first_name")}
        {text("last_name")}
      </div>
      {text("phone_number")}
      {text("house")}
      {text("road")}
      <div className={forms.pair}>
        <PostalCodeField
          {...form.getInputProps("pincode")}
          label={t("field.pincode")}
          codes={postal.codes}
          required
        />
        <TownField
          {...form.getInputProps("city")}
          value={form.values.city}
          label={t("field.city")}
          onChange={(city) => form.setFieldValue("city", city)}
          onPick={(town) =>
            form.setValues({
              city: town.city,
              state: town.region || form.values.state,
              country: town.country,
              pincode: postal.choose(town.postal_codes, form.values.pincode),
            })
          }
          required
        />
      </div>
      <div className={forms.pair}>
        {text("state")}
        <CountryField {...form.getInputProps("country")} label={t("field.country")} required />
      </div>
      <AddressPin
        value={pointOf(form.values)}
        city={form.values.city}
        country={form.values.country}
        onChange={(point) =>
          form.setValues({ latitude: point?.latitude ?? null, longitude: point?.longitude ?? null })
        }
      />
      <TextField
        {...form.getInputProps("instructions")}
        label={t("field.instructions")}
        optional
        description={t("field.instructionsHint")}
        maxLength={MAX_INSTRUCTIONS}
      />
      {!address?.is_default && (
        <CheckField {...form.getInputProps("is_default", { type: "checkbox" })} label={t("default.set")} />
      )}
      <Button type="submit" color="terracotta" loading={save.isPending}>
        {t("save")}
      </Button>
    </form>
  );
}
