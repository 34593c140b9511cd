import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Policy } from "@/api/types";
import { usePolicies } from "../../policies/api";
import { DeleteDialog } from "../../policies/components/DeleteDialog";
import { FacilityChecklist } from "../../policies/components/FacilityChecklist";
import { SaveStatus } from "../../policies/components/SaveStatus";
import { Section } from "./Section";
import classes from "./Store.module.css";

/** Facilities of the list. Each change is saved at once. */
export function FacilitiesSection() {
  const { t } = useTranslation("business-store");
  const { data } = usePolicies("facility");
  const [deleted, setDeleted] = useState<Policy>();
  if (!data) return null;
  return (
    <Section title={t("facilities.title")} lead={t("facilities.lead")}>
      <SaveStatus />
      <FacilityChecklist entries={data.entries} onDelete={setDeleted} />
      <Link to="/pro/policies?kind=facility" className={classes.link}>
        {t("facilities.own")}
      </Link>
      {deleted && <DeleteDialog kind="facility" policy={deleted} onClose={() => setDeleted(undefined)} />}
    </Section>
  );
}
