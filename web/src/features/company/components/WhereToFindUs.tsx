import { Button } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { SmallMap } from "@/shared/map/SmallMap";
import { Icon } from "@/ui/Icon";
import { formatAddress, mapLink } from "../model/place";
import type { CompanyDetails } from "../types";
import { Contact } from "./BookingBox";
import { WeekHours } from "./WeekHours";
import classes from "./WhereToFindUs.module.css";

/** Address with the way to a map application, contact and opening hours. */
export function WhereToFindUs({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const address = formatAddress(company, tag);
  return (
    <section className={classes.section} aria-labelledby="where-title">
      <h2 id="where-title" className={classes.title}>
        {t("where.title")}
      </h2>
      <div className={classes.parts}>
        <div className={classes.place}>
          {company.latitude !== null && company.longitude !== null && (
            <SmallMap
              linked
              label={t("where.region", { name: company.name })}
              at={{ latitude: company.latitude, longitude: company.longitude }}
              name={company.name}
            />
          )}
          <Contact company={company} />
          <Button
            component="a"
            href={mapLink({ ...company, address }, navigator.userAgent)}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<Icon of={IconMap2} size={18} />}
          >
            {t("where.map")}
          </Button>
        </div>
        <WeekHours company={company} />
      </div>
    </section>
  );
}
