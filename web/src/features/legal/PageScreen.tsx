import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useLanguage } from "@/lib/i18n";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { useFooterSections } from "./api";
import { PageText } from "./PageText";

/** `/pages/:slug`: a page of the footer. */
export function PageScreen() {
  const { t } = useTranslation("legal");
  const { code } = useLanguage();
  const { slug } = useParams();
  const sections = useFooterSections(code);
  const page = sections.data?.flatMap(({ pages }) => pages).find((one) => one.slug === slug);
  return (
    <Screen title={page?.title ?? t("page")} back="/help">
      {page ? (
        <PageText page={page} />
      ) : sections.isPending ? (
        <ScreenSkeleton />
      ) : sections.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void sections.refetch()} />
      ) : (
        <EmptyState title={t("missing")} text={t("missingText")} />
      )}
    </Screen>
  );
}
