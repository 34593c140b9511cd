import { Button, Skeleton } from "@mantine/core";
import { IconRefresh, IconWifiOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./SearchPalette.module.css";

interface PaletteStateProps {
  text: string;
  count: number;
  /** Nothing is known of the text yet, nor of one that it goes on from. */
  isFirst: boolean;
  isShort: boolean;
  isReading: boolean;
  isFailed: boolean;
  isOffline: boolean;
  /** Titles of the groups that could not be searched. */
  failedTitles: readonly string[];
  onRetry: () => void;
}

/** States below the field that are no options: offline, reading, failed, nothing found. */
export function PaletteState({ text, failedTitles, onRetry, ...state }: PaletteStateProps) {
  const { t } = useTranslation(["business-palette", "common"]);
  const { list } = useFormat();
  const { isFirst, isReading, isFailed, isOffline } = state;
  // The outcome of the text before stays while the next is read.
  const [answered, setAnswered] = useState(text);
  if (!isReading && answered !== text) setAnswered(text);
  return (
    <>
      <div role="status">
        {isOffline && (
          <p className={classes.note} data-icon="">
            <Icon of={IconWifiOff} />
            {t("offline")}
          </p>
        )}
        {!isFirst && !isFailed && !isOffline && <Outcome text={answered} {...state} />}
      </div>
      {isFirst && <RowsToCome />}
      {isFailed && <ErrorState title={t("failed")} onRetry={onRetry} />}
      {failedTitles.length > 0 && !isReading && (
        <div className={classes.note} role="alert">
          <span>{t("partFailed", { groups: list([...failedTitles]) })}</span>
          <Button variant="subtle" leftSection={<Icon of={IconRefresh} />} onClick={onRetry}>
            {t("common:action.retry")}
          </Button>
        </div>
      )}
    </>
  );
}

type OutcomeProps = Pick<PaletteStateProps, "text" | "count" | "isShort" | "isReading">;

/** Number of options, for a screen reader; in sight only if there are none. */
function Outcome({ text, count, isShort, isReading }: OutcomeProps) {
  const { t } = useTranslation("business-palette");
  if (text === "") return null;
  if (count > 0) return isReading ? null : <VisuallyHidden>{t("found", { count })}</VisuallyHidden>;
  return <p className={classes.note}>{isShort ? t("more") : <Bdi>{t("nothing", { text })}</Bdi>}</p>;
}

/** Shown only if the answer takes its time. */
function RowsToCome() {
  return (
    <div className={classes.coming} aria-hidden="true">
      {["52%", "38%", "46%"].map((width) => (
        <div key={width} className={classes.option}>
          <Skeleton height={36} width={36} radius="sm" />
          <Skeleton height={14} width={width} />
        </div>
      ))}
    </div>
  );
}
