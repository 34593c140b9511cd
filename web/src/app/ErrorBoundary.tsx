import { Component, type ErrorInfo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRepeatWhenReachable } from "@/lib/reachable";
import { ErrorState } from "@/ui/ErrorState";

interface BoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** "Component failed to load", in the place of the component alone: the rest of the page goes on. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedToLoad onRetry={this.props.onRetry} /> : this.props.children;
  }
}

function FailedToLoad({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  // A part that could not load comes by itself when the server can be reached again.
  useRepeatWhenReachable(onRetry);
  return <ErrorState title={t("error.failed")} text={t("error.failedText")} onRetry={onRetry} />;
}
