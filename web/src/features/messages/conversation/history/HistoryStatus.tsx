import { Loader, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRepeatWhenReachable } from "@/lib/reachable";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./HistoryStatus.module.css";
import type { History } from "./useHistory";

/** That a page of history is on its way, or did not come. It floats: the messages do not move for it. */
export function HistoryStatus({ history }: { history: History }) {
  const { t } = useTranslation("messages");
  const { reading, failed } = history;
  const again = failed === "older" ? history.older : failed === "newer" ? history.newer : null;
  useRepeatWhenReachable(again);
  const end = (reading ?? failed) === "newer";
  return (
    <div className={classes.place} data-end={end ? "" : undefined} role="status">
      {reading && (
        <span className={classes.chip}>
          <Loader size={18} />
          <VisuallyHidden>{t("history.reading")}</VisuallyHidden>
        </span>
      )}
      {again ? (
        <UnstyledButton className={classes.chip} onClick={again}>
          {t("history.failed")}
        </UnstyledButton>
      ) : (
        failed && <span className={classes.chip}>{t("history.jumpFailed")}</span>
      )}
    </div>
  );
}
