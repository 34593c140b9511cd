import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { ErrorState } from "@/ui/ErrorState";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { useTerms } from "./api";
import { PageText } from "./PageText";

export type Legal = "terms" | "privacy";

const SLUGS = { terms: "terms", privacy: "privacy-policy" } as const satisfies Record<Legal, string>;

/** The terms of use or the privacy policy, as the server has them. */
export function LegalText({ of }: { of: Legal }) {
  const { t } = useTranslation("legal");
  const { code } = useLanguage();
  const terms = useTerms(code);
  const page = terms.data?.find(({ slug }) => slug === SLUGS[of]);
  if (page) return <PageText page={page} numbered />;
  if (terms.isPending) return <ScreenSkeleton />;
  return <ErrorState title={t("failed")} onRetry={() => void terms.refetch()} />;
}
