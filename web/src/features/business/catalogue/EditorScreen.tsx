import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { useCategories } from "@/shared/categories/api";
import type { CameFrom } from "@/shared/person/PersonLink";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { type OfferingKind, useOffering } from "./api";
import classes from "./components/Catalogue.module.css";
import { blankValues, valuesOf } from "./model/editor";
import { TAB_OF } from "./model/tabs";
import { useCatalogueTerms } from "./useCatalogueTerms";

const OfferingEditor = lazyPart(() =>
  import("./components/OfferingEditor").then((file) => file.OfferingEditor),
);

const KINDS: readonly OfferingKind[] = ["product", "service", "ticket"];

/** Page of an offering: a new one, or one of the company's. */
export function EditorScreen() {
  const { t } = useTranslation("business-catalogue");
  const { id: text } = useParams();
  const [search] = useSearchParams();
  const from = (useLocation().state as CameFrom | null)?.from;
  const id = text === "new" ? null : Number(text) || 0;
  const offering = useOffering(id);
  const terms = useCatalogueTerms();
  const categories = useCategories();
  // A copy from an earlier visit could undo a change in the list.
  const known = offering.isFetchedAfterMount ? offering.data : undefined;
  const kind = known?.kind ?? KINDS.find((key) => key === search.get("kind")) ?? "product";
  const own = (categories.data ?? []).filter(({ key }) => terms.data?.categories.includes(key));
  const isReady = terms.data && categories.data && (id === null || known);
  const failed = [terms, categories, ...(id === null ? [] : [offering])].find(({ isError }) => isError);
  return (
    <Screen title={offering.data?.name ?? t(`add.${kind}`)} back={from ?? `/pro/catalogue/${TAB_OF[kind]}`}>
      {isReady ? (
        <Suspense fallback={<EditorSkeleton />}>
          <OfferingEditor
            key={id}
            id={id}
            kind={kind}
            offering={known}
            categories={own}
            currency={terms.data.currency}
            stored={known ? valuesOf(known) : blankValues(own, kind)}
          />
        </Suspense>
      ) : failed ? (
        <ErrorState title={t("loadFailed")} onRetry={() => failed.refetch()} />
      ) : (
        <EditorSkeleton />
      )}
    </Screen>
  );
}

function EditorSkeleton() {
  const { t } = useTranslation("business-catalogue");
  return (
    <div className={classes.stack} role="status" aria-label={t("common:state.loading")}>
      <Skeleton height={220} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </div>
  );
}
