import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import type { CameFrom } from "@/shared/person/PersonLink";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import classes from "./CompanyScreen.module.css";
import { BookingBar } from "./components/BookingBar";
import { CompanyHero } from "./components/CompanyHero";
import { CompanySkeleton } from "./components/CompanySkeleton";
import { CompanyTabs } from "./components/CompanyTabs";
import { Mosaic } from "./components/Mosaic";
import { useCompanyDetails } from "./hooks/useCompany";
import { useLiveCompany } from "./hooks/useLiveCompany";
import type { CompanyDetails } from "./types";

/** They stand beside or below the first view, or open on demand. */
const BookingBox = lazyPart(() => import("./components/BookingBox").then((file) => file.BookingBox));
const OrderWays = lazyPart(() => import("./components/OrderWays").then((file) => file.OrderWays));
const NewsSection = lazyPart(() => import("./components/NewsSection").then((file) => file.NewsSection));
const WhereToFindUs = lazyPart(() => import("./components/WhereToFindUs").then((file) => file.WhereToFindUs));
const SimilarCompanies = lazyPart(() =>
  import("./components/SimilarCompanies").then((file) => file.SimilarCompanies),
);
const PictureDialog = lazyPart(() => import("./components/PictureDialog").then((file) => file.PictureDialog));

const isGone = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status);

/** `/companies/:companyId`: public page of a company, with its tabs as child routes. */
export function CompanyScreen() {
  const { t } = useTranslation("company");
  const { companyId = "" } = useParams();
  const phone = usePhone();
  const from = (useLocation().state as CameFrom | null)?.from ?? "/";
  const company = useCompanyDetails(companyId);
  const { data } = company;
  return (
    <Screen
      title={data?.name ?? t("title")}
      bleed
      header={
        phone ? (
          <TopBar title={t("title")} back={from}>
            <span />
          </TopBar>
        ) : null
      }
    >
      {data ? (
        <CompanyPage company={data} />
      ) : isGone(company.error) ? (
        <EmptyState
          heading
          title={t("gone.title")}
          text={t("gone.text")}
          action={
            <Button component={Link} to="/">
              {t("common:action.home")}
            </Button>
          }
        />
      ) : company.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void company.refetch()} />
      ) : (
        <CompanySkeleton />
      )}
    </Screen>
  );
}

function CompanyPage({ company }: { company: CompanyDetails }) {
  useLiveCompany(company);
  // The media tab has all pictures, in a viewer of its own.
  const onMedia = useLocation().pathname.endsWith("/media");
  const { t } = useTranslation("company");
  const phone = usePhone();
  // On a phone the top bar leads back.
  const from = (useLocation().state as CameFrom | null)?.from;
  return (
    <div className={classes.page}>
      {!phone && from && /^\/pro(\/|$)/.test(from) && (
        <Button
          component={Link}
          to={from}
          variant="default"
          leftSection={<Icon of={IconArrowLeft} directed />}
          className={classes.back ?? ""}
        >
          {t("backToEditing")}
        </Button>
      )}
      <Mosaic company={company} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <CompanyHero company={company} />
          <CompanyTabs company={company} />
          <div className={classes.panel}>
            <Outlet context={company} />
          </div>
        </div>
        <aside className={classes.aside}>
          <Suspense fallback={<Skeleton height={380} radius="lg" />}>
            <BookingBox company={company} />
          </Suspense>
        </aside>
      </div>
      <Suspense fallback={<Skeleton height={640} />}>
        <OrderWays company={company} />
        <NewsSection company={company} />
        <WhereToFindUs company={company} />
        <SimilarCompanies company={company} />
      </Suspense>
      <BookingBar company={company} />
      <Suspense>{!onMedia && <PictureDialog pictures={company.pictures} />}</Suspense>
    </div>
  );
}
