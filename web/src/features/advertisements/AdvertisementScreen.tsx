import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./Advertisement.module.css";
import { type Advertisement, targetOf, useAdvertisement, useCountAdvertisement } from "./api";

/** `/advertisements/:adId`: one advertisement, with the way to what it is about. Counts a view. */
export function AdvertisementScreen() {
  const { t } = useTranslation("advertisements");
  const id = Number(useParams().adId);
  const advertisement = useAdvertisement(id);
  const gone = advertisement.error instanceof ApiError && advertisement.error.status === 404;
  return (
    <Screen title={t("label")} back="/">
      {advertisement.data ? (
        <Content key={id} advertisement={advertisement.data} />
      ) : gone ? (
        <EmptyState
          title={t("over.title")}
          text={t("over.text")}
          action={
            <Button component={Link} to="/search" color="terracotta">
              {t("over.search")}
            </Button>
          }
        />
      ) : advertisement.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void advertisement.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

function Content({ advertisement }: { advertisement: Advertisement }) {
  const { t } = useTranslation("advertisements");
  const { id, title, text, picture, company, offering_id } = advertisement;
  const { mutate: count } = useCountAdvertisement(id);
  useEffect(() => count("view"), [count]);
  return (
    <article className={classes.page}>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="(max-width: 48em) 100vw, 720px"
          ratio="16 / 9"
          eager
          className={classes.picture ?? ""}
        />
      )}
      <p className={classes.mark}>{t("by", { company: company.name })}</p>
      <h2 className={classes.headline}>
        <Bdi>{title}</Bdi>
      </h2>
      <p className={classes.full} dir="auto">
        {text}
      </p>
      <Link to={`/companies/${company.handle}`} className={classes.company} onClick={() => count("click")}>
        <Picture picture={company.logo} alt="" sizes="48px" ratio="1" className={classes.logo ?? ""} />
        <span className={classes.words}>
          <b>
            <Bdi>{company.name}</Bdi>
          </b>
          <span className={classes.muted}>
            <Bdi>{company.city}</Bdi>
          </span>
        </span>
      </Link>
      <Button component={Link} to={targetOf(advertisement)} color="terracotta" onClick={() => count("click")}>
        {t(offering_id === null ? "visit" : "see")}
      </Button>
    </article>
  );
}
