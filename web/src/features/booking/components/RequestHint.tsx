import { IconHourglass } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import classes from "./Summary.module.css";

interface RequestHintProps {
  company: string;
  /** Says what happens to a confirmed booking whose new time is declined. */
  isMove?: boolean;
}

/** Says that the company answers the booking first. */
export function RequestHint({ company, isMove = false }: RequestHintProps) {
  const { t } = useTranslation("booking");
  return (
    <p className={classes.request}>
      <Icon of={IconHourglass} />
      <span>{t(isMove ? "move.approval" : "request.hint", { company })}</span>
    </p>
  );
}
