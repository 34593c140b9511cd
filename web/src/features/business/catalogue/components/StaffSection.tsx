import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useResources } from "../api";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

/** Staff, tables and equipment that serve the offering. */
export function StaffSection({ values, errors, onChange }: SectionProps) {
  const { t } = useTranslation("business-catalogue");
  const resources = useResources();
  const isTable = values.availability === "table";
  const fitting = (resources.data ?? []).filter(({ kind }) => (kind === "table") === isTable);
  return (
    <section className={classes.section}>
      <h2>{t("section.staff")}</h2>
      <Checkbox.Group
        label={t("staff.choose")}
        error={errors.resources}
        value={values.resources.map(String)}
        onChange={(ids) => onChange({ resources: ids.map(Number) })}
      >
        <div className={classes.fields}>
          {fitting.map(({ id, name, title }) => (
            <Checkbox key={id} value={String(id)} label={name} description={title} />
          ))}
        </div>
      </Checkbox.Group>
      <Link to="/pro/catalogue/staff">{t("staff.manage")}</Link>
    </section>
  );
}
