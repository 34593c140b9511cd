import { useTranslation } from "react-i18next";
import classes from "./StepIndicator.module.css";

/** Shows the current step of a multi-step form. */
export function StepIndicator({ step, of }: { step: number; of: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.steps}>
      <span className={classes.words}>{t("steps.at", { step, of })}</span>
      <span className={classes.line} aria-hidden="true">
        {Array.from({ length: of }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
          <span key={at} className={classes.part} data-done={at < step || undefined} />
        ))}
      </span>
    </div>
  );
}
