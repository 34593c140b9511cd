import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";

/** The last net: the shell itself failed. */
export function RootError() {
  const { t } = useTranslation();
  return (
    <main>
      <ErrorState
        title={t("error.failed")}
        text={t("error.wrong")}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
