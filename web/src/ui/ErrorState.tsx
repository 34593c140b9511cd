import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import classes from "./State.module.css";

interface ErrorStateProps {
  /** Explanation in the user's language. */
  title: string;
  text?: string;
  onRetry?: () => void;
}

export function ErrorState({ title, text, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" leftSection={<Icon of={IconRefresh} />} onClick={onRetry}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
