import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCategories } from "@/shared/categories/api";
import { DecimalField } from "@/ui/DecimalField";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import { Section } from "./Section";
import classes from "./Store.module.css";
import type { SectionProps } from "./StoreForm";

/** Orders and bookings: minimum, length, notice, and who decides. */
export function BookingSection({ form, currency }: SectionProps & { currency: string }) {
  const { t } = useTranslation("business-store");
  const { data: categories = [] } = useCategories();
  const own = categories.filter(({ key }) => form.values.categories.includes(key));
  const offersStays = own.some(({ availability }) => availability.includes("nights"));
  return (
    <Section title={t("booking.title")}>
      <div className={classes.pair}>
        <DecimalField
          {...form.getInputProps("minimum_order")}
          label={t("field.minimumOrder", { currency })}
          optional
          description={t("field.minimumOrderHint")}
        />
        <TextField
          {...form.getInputProps("table_minutes")}
          label={t("field.tableMinutes")}
          required
          inputMode="numeric"
        />
        <TextField
          {...form.getInputProps("notice_minutes")}
          label={t("field.noticeMinutes")}
          required
          inputMode="numeric"
        />
        <TextField
          {...form.getInputProps("horizon_days")}
          label={t("field.horizonDays")}
          required
          inputMode="numeric"
        />
        {offersStays &&
          (["check_in_from", "check_out_until"] as const).map((field) => (
            <TextField
              key={field}
              {...form.getInputProps(field)}
              type="time"
              label={t(`field.${field}`)}
              required
            />
          ))}
      </div>
      <SwitchField
        label={t("field.takesOrders")}
        description={t("field.takesOrdersHint")}
        checked={form.values.takes_orders_in_store}
        onChange={(checked) => form.setFieldValue("takes_orders_in_store", checked)}
      />
      <SwitchField
        label={t("field.approves")}
        description={t("field.approvesHint")}
        checked={form.values.approves_bookings}
        onChange={(checked) => form.setFieldValue("approves_bookings", checked)}
      />
      <SwitchField
        label={t("field.paymentOnSite")}
        description={t("field.paymentOnSiteHint")}
        checked={form.values.takes_payment_on_site}
        onChange={(checked) => form.setFieldValue("takes_payment_on_site", checked)}
      />
      <Link to="/pro/policies" className={classes.link}>
        {t("booking.policies")}
      </Link>
    </Section>
  );
}
