import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ErrorMessage } from "./ErrorMessage";

interface ActionErrorProps {
  error: Error | null;
  /** Message for a failure that is not of the network. */
  text: string;
}

/** Failed action, told beside its button. Nothing without an error. */
export function ActionError({ error, text }: ActionErrorProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const isOffline = error instanceof ApiError && error.code === "network";
  return <ErrorMessage text={isOffline ? t("common:error.network") : text} />;
}
