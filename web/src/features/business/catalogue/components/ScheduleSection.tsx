import { useTranslation } from "react-i18next";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";
import { ScheduleEditor } from "./ScheduleEditor";

/** Times of an offering. Without weekly times the opening hours apply. */
export function ScheduleSection({ values, errors, onChange }: SectionProps) {
  const { t } = useTranslation("business-catalogue");
  return (
    <section className={classes.section}>
      <h2>{t("section.times")}</h2>
      <p className={classes.muted}>{t("times.text")}</p>
      <ScheduleEditor
        schedule={values.schedule}
        errors={errors}
        onChange={(schedule) => onChange({ schedule })}
      />
    </section>
  );
}
