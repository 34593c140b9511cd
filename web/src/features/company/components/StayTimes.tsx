import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { formatClock } from "../model/week";
import type { CompanyDetails } from "../types";
import classes from "./BookingBox.module.css";

/** Local times at which guests arrive and leave, of a company with stays. */
export function StayTimes({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  if (!company.offers.some(({ availability }) => availability === "nights")) return null;
  const { check_in_from, check_out_until } = company.reservation;
  return (
    <p className={classes.note}>
      {t("booking.stayTimes", {
        from: formatClock(tag, check_in_from),
        until: formatClock(tag, check_out_until),
      })}
    </p>
  );
}
