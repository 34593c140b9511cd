import { type ComponentType, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";
import type { HomePage, HomeSection } from "./api";
import classes from "./HomeScreen.module.css";
import { type LentCards, SECTIONS } from "./sections";
import { CategoriesSection } from "./sections/CategoriesSection";
import { CompanySection } from "./sections/CompanySection";
import { useHome } from "./useHome";

/** Sections of the start page in the order of the server. */
export function HomeSections({ cards, advertisement }: { cards: LentCards; advertisement?: ReactNode }) {
  const { t } = useTranslation("home");
  const home = useHome();
  if (home.isError) return <ErrorState title={t("failed")} onRetry={() => void home.refetch()} />;
  return (
    <div className={classes.sections}>
      {/* Cards of other areas load their texts when they are first shown. The greeting stays meanwhile. */}
      <Suspense fallback={<SectionSkeletons />}>
        {home.data ? (
          <Sections page={home.data} cards={cards} advertisement={advertisement} />
        ) : (
          <SectionSkeletons />
        )}
      </Suspense>
    </div>
  );
}

interface SectionsProps {
  page: HomePage;
  cards: LentCards;
  advertisement?: ReactNode;
}

/** The advertisement follows the second section: what concerns the viewer comes first. */
function Sections({ page: { sections, place }, cards, advertisement }: SectionsProps) {
  const shown = sections.map((section) => {
    // A server that is newer than this page may send kinds that it does not know.
    const Section = SECTIONS[section.kind] as ComponentType<
      HomeSection & { place: HomePage["place"]; cards: LentCards }
    >;
    return Section && <Section key={section.kind} {...section} place={place} cards={cards} />;
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
