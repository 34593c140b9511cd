import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";
import { VisuallyHidden } from "@/ui/VisuallyHidden";

interface LoadStateProps {
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** Height of the placeholder. */
  size: number;
  children: ReactNode;
}

/** Content, or its placeholder, or the failure with a retry. */
export function LoadState({ loading, error, onRetry, size, children }: LoadStateProps) {
  const { t } = useTranslation("booking");
  if (error) return <ErrorState title={t("loadFailed")} onRetry={onRetry} />;
  if (!loading) return children;
  return (
    <div role="status">
      <VisuallyHidden>{t("common:state.loading")}</VisuallyHidden>
      <Skeleton height={size} radius="lg" />
    </div>
  );
}
