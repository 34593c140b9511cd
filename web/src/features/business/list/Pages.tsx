import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Icon } from "@/ui/Icon";
import classes from "./List.module.css";

interface PagesProps {
  page: number;
  /** Rows of all pages, and rows of one. */
  total: number;
  size: number;
  onPage: (page: number) => void;
  /** Text in the place of the links where there is one page. */
  single?: string;
}

/** Links to the page before and after. */
export function Pages({ page, total, size, onPage, single }: PagesProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return single ? <p className={classes.muted}>{single}</p> : null;
  return (
    <nav className={classes.pages} aria-label={t("pages.label")}>
      <Button
        variant="default"
        leftSection={<Icon of={IconChevronLeft} directed />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {t("pages.previous")}
      </Button>
      <span>{t("pages.of", { page: number(page), last: number(last) })}</span>
      <Button
        variant="default"
        rightSection={<Icon of={IconChevronRight} directed />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        {t("pages.next")}
      </Button>
    </nav>
  );
}
