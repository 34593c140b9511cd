import { IconHourglass } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import classes from "./Summary.module.css";

/** Says that the company answers the booking first. */
export function RequestHint({ company }: { company: string }) {
  const { t } = useTranslation("booking");
  return (
    <p className={classes.request}>
      <Icon of={IconHourglass} />
      <span>{t("request.hint", { company })}</span>
    </p>
  );
}
