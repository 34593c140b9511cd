import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Icon } from "@/ui/Icon";
import classes from "./auth.module.css";

interface ProblemProps {
  error: Error | null;
  /** Fields of the form: what the server says about them stands beside them and not here. */
  known: readonly string[];
}

export function Problem({ error, known }: ProblemProps) {
  const { t, i18n } = useTranslation("auth");
  if (!error) return null;
  const beside =
    error instanceof ApiError && Object.keys(error.fields).some((field) => known.includes(field));
  if (beside) return null;
  const translated = error instanceof ApiError ? `refusal.${error.code}` : "";
  const network = error instanceof ApiError && error.code === "network";
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertCircle} />
      <span>
        {network
          ? t("common:error.network")
          : i18n.exists(translated, { ns: "auth" })
            ? t(translated)
            : error.message}
      </span>
    </div>
  );
}
