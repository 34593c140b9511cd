import { useTranslation } from "react-i18next";
import { AddressFields } from "@/shared/address/AddressFields";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { Section } from "./Section";
import classes from "./Store.module.css";
import type { LegalProps, SectionProps } from "./StoreForm";

/** Address, position on the map and time zone. */
export function PlaceSection({ form, legal }: SectionProps & LegalProps) {
  const { t } = useTranslation("business-store");
  const zones = Intl.supportedValuesOf("timeZone");
  const { time_zone } = form.values;
  return (
    <Section title={t("place.title")}>
      <AddressFields
        complete
        locked={legal}
        values={form.values}
        field={(name) => form.getInputProps(name)}
        onChange={(found) => form.setValues(found)}
      />
      <div className={classes.pair}>
        <TextField
          {...form.getInputProps("latitude")}
          label={t("field.latitude")}
          optional
          description={t("field.latitudeHint")}
          inputMode="decimal"
        />
        <TextField
          {...form.getInputProps("longitude")}
          label={t("field.longitude")}
          optional
          description={t("field.longitudeHint")}
          inputMode="decimal"
        />
      </div>
      <SelectField
        {...form.getInputProps("time_zone")}
        label={t("field.timeZone")}
        description={t("field.timeZoneHint")}
        data={zones.includes(time_zone) ? zones : [time_zone, ...zones]}
      />
    </Section>
  );
}
