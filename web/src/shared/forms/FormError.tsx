import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Icon } from "@/ui/Icon";
import classes from "./forms.module.css";
import { translateServerError } from "./serverErrors";

interface FormErrorProps {
  error?: Error | null;
  /** Fields of the form: what the server says about them stands beside them and not here. */
  known?: readonly string[];
  /** Message that does not come from the server. */
  text?: string;
}

export function FormError({ error = null, known = [], text }: FormErrorProps) {
  const { t, i18n } = useTranslation("auth");
  const said = () => {
    if (!(error instanceof ApiError)) return error && t("common:error.wrong");
    if (Object.keys(error.fields).some((field) => known.includes(field))) return null;
    if (error.code === "network") return t("common:error.network");
    // Not as the server writes it: `too_many` would read as a plural.
    const translated = `refusal.${error.code.replaceAll("_", "-")}`;
    return i18n.exists(translated, { ns: "auth" }) ? t(translated) : translateServerError(error.message, t);
  };
  const words = text ?? said();
  if (!words) return null;
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertCircle} />
      <span>{words}</span>
    </div>
  );
}
