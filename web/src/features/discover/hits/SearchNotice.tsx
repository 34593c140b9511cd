import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Icon } from "@/ui/Icon";
import type { SearchPage, Understood } from "../api";
import { useSearchWords } from "../hooks/useSearchWords";
import type { Filters } from "../model/filters";
import classes from "./SearchNotice.module.css";

interface SearchNoticeProps {
  page: SearchPage | undefined;
  filters: Filters;
}

/** Conditions that were given up because nothing met all of them, else the meanings read from the words. */
export function SearchNotice({ page, filters }: SearchNoticeProps) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const read = useReading(page?.understood, filters);
  if (!page) return null;
  const { relaxed, hits, reels, preparing } = page;
  const givenUp = hits.length + reels.length > 0 ? relaxed.map((key) => t(`relaxed.${key}`)) : [];
  return (
    <div role="status" className={classes.place}>
      {preparing && (
        <p className={classes.relaxed}>
          <Icon of={IconInfoCircle} />
          <span>{t("preparing.more")}</span>
        </p>
      )}
      {givenUp.length > 0 && (
        <p className={classes.relaxed}>
          <Icon of={IconInfoCircle} />
          <span>{t("relaxed.text", { conditions: format.list(givenUp) })}</span>
        </p>
      )}
      {givenUp.length === 0 && read.length > 0 && (
        <p className={classes.read}>{t("understood.text", { meanings: format.list(read) })}</p>
      )}
    </div>
  );
}

/** Meanings of the words that no control of the search says. */
function useReading(understood: Understood | undefined, { q, date, adults }: Filters): string[] {
  const { t } = useTranslation(["discover", "catalogue"]);
  const words = useSearchWords();
  if (!understood || !q) return [];
  const { open_now, near, features } = understood;
  const clock = (minute: number | null) => (minute === null ? null : words.time(minute));
  const [from, to] = [clock(understood.from), clock(understood.to)];
  const day = date === null && words.when({ date: understood.date, until: lastDay(understood), time: null });
  const hours = from && (to ? t("understood.between", { from, to }) : t("understood.from", { from }));
  return [
    day,
    date === null && hours,
    adults === null && words.who({ adults: understood.adults, children: understood.children ?? 0 }),
    open_now && t("filter.openNow"),
    near && t("understood.near"),
    ...features.map((key) => t(`feature.${key}`, { ns: "catalogue", defaultValue: key })),
  ].filter((text): text is string => Boolean(text));
}

const lastDay = ({ date, until }: Understood) => (until === date ? null : until);
