import { type ComponentType, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { OrderTypePills } from "@/shared/fulfilment/OrderTypePills";
import { ORDER_TYPE_PARAM, type OrderType, readOrderType } from "@/shared/fulfilment/orderTypes";
import { ErrorState } from "@/ui/ErrorState";
import type { HomePage, HomeSection } from "./api";
import classes from "./HomeScreen.module.css";
import { type LentCards, SECTIONS } from "./sections";
import { CategoriesSection } from "./sections/CategoriesSection";
import { CompanySection } from "./sections/CompanySection";
import { useHome } from "./useHome";

const ErrorMessage = lazyPart(() => import("@/shared/forms/ErrorMessage").then((file) => file.ErrorMessage));

/** Sections of the start page in the order of the server. */
export function HomeSections({ cards, advertisement }: { cards: LentCards; advertisement?: ReactNode }) {
  const { t } = useTranslation("home");
  const [params, setParams] = useSearchParams();
  const orderType = readOrderType(params);
  const home = useHome(orderType);
  const choose = (type: OrderType | null) => {
    const next = new URLSearchParams(params);
    if (type) next.set(ORDER_TYPE_PARAM, type);
    else next.delete(ORDER_TYPE_PARAM);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  if (home.isLoadingError) return <ErrorState title={t("failed")} onRetry={() => void home.refetch()} />;
  return (
    <div className={classes.sections}>
      <OrderTypePills hidesLabel chosen={orderType} onChoose={choose} />
      {home.data && home.data.failed.length > 0 && (
        <Suspense>
          <ErrorMessage text={t("partly")} onRetry={() => void home.refetch()} />
        </Suspense>
      )}
      {/* Cards of other areas load their texts when they are first shown. The greeting stays meanwhile. */}
      <Suspense fallback={<SectionSkeletons />}>
        {home.data ? (
          <Sections page={home.data} orderType={orderType} cards={cards} advertisement={advertisement} />
        ) : (
          <SectionSkeletons />
        )}
      </Suspense>
    </div>
  );
}

interface SectionsProps {
  page: HomePage;
  orderType: OrderType | null;
  cards: LentCards;
  advertisement?: ReactNode;
}

/** The advertisement follows the second section: what concerns the viewer comes first. */
function Sections({ page: { sections, place }, orderType, cards, advertisement }: SectionsProps) {
  const shown = sections.map((section) => {
    // A server that is newer than this page may send kinds that it does not know.
    const Section = SECTIONS[section.kind] as ComponentType<
      HomeSection & { place: HomePage["place"]; orderType: OrderType | null; cards: LentCards }
    >;
    return (
      Section && <Section key={section.kind} {...section} place={place} orderType={orderType} cards={cards} />
    );
  });
  return (
    <>
      {shown.slice(0, 2)}
      {advertisement}
      {shown.slice(2)}
    </>
  );
}

/** The sections that every page has, until it is known which. */
function SectionSkeletons() {
  const { t } = useTranslation("home");
  return (
    <>
      <CategoriesSection />
      <CompanySection title={t("newHere.title")} companies={undefined} />
    </>
  );
}
