import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useResources } from "../api";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

const KINDS = ["staff", "table", "equipment"] as const;

/** Staff, tables and equipment that serve the offering: a booking takes one of each kind that is chosen. */
export function StaffSection({ values, errors, onChange }: SectionProps) {
  const { t } = useTranslation("business-catalogue");
  const all = useResources().data ?? [];
  const isTable = values.availability === "table";
  const groups = KINDS.map((kind) => {
    const resources = all.filter((resource) => resource.kind === kind);
    return { kind, resources, serves: resources.some(({ id }) => values.resources.includes(id)) };
  });
  const fits = (kind: (typeof KINDS)[number]) => (kind === "table") === isTable;
  // One that serves already can be taken out.
  const shown = groups.filter(
    ({ kind, resources, serves }) => serves || (fits(kind) && resources.length > 0),
  );
  return (
    <section className={classes.section}>
      <h2>{t("section.staff")}</h2>
      {shown.map(({ kind, resources }) => {
        const ids = resources.map(({ id }) => id);
        const others = values.resources.filter((id) => !ids.includes(id));
        return (
          <Checkbox.Group
            key={kind}
            label={t(`staff.choose.${kind}`)}
            error={errors.resources}
            value={values.resources.filter((id) => ids.includes(id)).map(String)}
            onChange={(chosen) => onChange({ resources: [...others, ...chosen.map(Number)] })}
          >
            <div className={classes.fields}>
              {resources.map(({ id, name, title }) => (
                <Checkbox key={id} value={String(id)} label={name} description={title} />
              ))}
            </div>
          </Checkbox.Group>
        );
      })}
      {shown.filter(({ serves }) => serves).length > 1 && (
        <p className={classes.muted}>{t("staff.oneOfEach")}</p>
      )}
      <Link to="/pro/catalogue/staff">{t("staff.manage")}</Link>
    </section>
  );
}
