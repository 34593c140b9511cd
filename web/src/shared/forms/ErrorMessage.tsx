import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";
import classes from "./forms.module.css";

interface ErrorMessageProps {
  text: string;
  onRetry?: () => void;
}

/** Error in its place, announced when it appears. A toast with the same text goes. */
export function ErrorMessage({ text, onRetry }: ErrorMessageProps) {
  const { t } = useTranslation();
  useEffect(() => toast.withdraw(text), [text]);
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertCircle} />
      <span>{text}</span>
      {onRetry && (
        <Button variant="default" className={classes.retry} onClick={onRetry}>
          {t("common:action.retry")}
        </Button>
      )}
    </div>
  );
}
