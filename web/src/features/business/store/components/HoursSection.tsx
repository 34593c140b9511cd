import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import type { HoursValues, Interval } from "../model/hours";
import { ExceptionList } from "./ExceptionList";
import { IntervalFields } from "./IntervalFields";
import { Section } from "./Section";
import classes from "./Store.module.css";
import type { SectionProps } from "./StoreForm";

/** Weekly opening hours, and dates with other hours. */
export function HoursSection({ form }: SectionProps) {
  const { t } = useTranslation("business-store");
  const { tag } = useLanguage();
  const { hours } = form.values;
  const { weekly } = hours;
  const change = (part: Partial<HoursValues>) => {
    form.setErrors(
      Object.fromEntries(
        Object.entries(form.errors).filter(([field]) => !/^(weekly|exceptions)\./.test(field)),
      ),
    );
    form.setFieldValue("hours", { ...hours, ...part });
  };
  const setDay = (at: number, day: Interval[]) => change({ weekly: weekly.with(at, day) });
  // 2024-01-01 was a Monday.
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  const nameOf = (at: number) => {
    const name = weekday.format(Date.UTC(2024, 0, at + 1));
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  };
  const copyMonday = () => {
    change({ weekly: weekly.map(() => weekly[0] ?? []) });
    announce(t("hours.copied"));
  };
  return (
    <Section title={t("hours.title")} lead={t("hours.lead")}>
      <ul className={classes.days}>
        {weekly.map((day, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week do not move
          <li key={at} className={classes.day}>
            <IntervalFields
              name={nameOf(at)}
              intervals={day}
              error={form.errors[`weekly.${at + 1}`] ?? null}
              path={form.getInputProps(`weekly.${at + 1}`)["data-path"]}
              onChange={(next) => setDay(at, next)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" leftSection={<Icon of={IconCopy} />} onClick={copyMonday}>
          {t("hours.copy")}
        </Button>
      </div>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("hours.exceptions")}</legend>
        <p className={classes.muted}>{t("hours.exceptionsLead")}</p>
        <ExceptionList form={form} onChange={(next) => change({ exceptions: next })} />
      </fieldset>
    </Section>
  );
}
