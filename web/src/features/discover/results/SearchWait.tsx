import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isPreparing } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";

interface SearchWaitProps {
  pages: { failureReason: Error | null };
  /** Placeholders of the results. */
  children: ReactNode;
}

/** In place of results that are awaited. A search whose index is still being made says so; it is asked again by itself. */
export function SearchWait({ pages: { failureReason }, children }: SearchWaitProps) {
  const { t } = useTranslation("discover");
  return (
    <div role="status">
      {isPreparing(failureReason) ? (
        <EmptyState title={t("preparing.title")} text={t("preparing.text")} />
      ) : (
        children
      )}
    </div>
  );
}
