import { Button } from "@mantine/core";
import { IconCheck, IconMessageCircle, IconPlus, IconShare3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { useFormat } from "@/lib/format";
import { PriceLevel } from "@/shared/company-card/PriceLevel";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { SaveButton } from "@/shared/favourites/SaveButton";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { ShareDialog } from "@/shared/share/ShareDialog";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useBasePath } from "../hooks/useBasePath";
import { useDistance } from "../hooks/useDistance";
import { useFollow } from "../hooks/useFollow";
import type { CompanyDetails } from "../types";
import classes from "./CompanyHero.module.css";

/** Name, rating, categories, opening state and the actions of a company. */
export function CompanyHero({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation(["company", "category"]);
  const { state } = useLocation();
  const format = useFormat();
  const base = useBasePath();
  const distance = useDistance(company);
  const kinds = kindsOf(company).map((keys) => t(keys, { ns: "category" }));
  const rating = <Rating value={company.rating} count={company.rating_count} words />;
  return (
    <header className={classes.hero}>
      {company.logo && (
        <span className={classes.logo}>
          <Picture picture={company.logo} alt="" sizes="72px" category={company.categories[0]} eager />
        </span>
      )}
      <div className={classes.words}>
        <h1 className={classes.name}>
          <Bdi>{company.name}</Bdi>
        </h1>
        <p className={classes.line}>
          {company.rating_count > 0 ? (
            <Link to={`${base}/reviews`} state={state} preventScrollReset className={classes.reviews}>
              {rating}
            </Link>
          ) : (
            rating
          )}
          {company.price_level !== null && (
            <PriceLevel level={company.price_level} currency={company.currency} />
          )}
          {kinds.map((kind) => (
            <span key={kind}>{kind}</span>
          ))}
        </p>
        <p className={classes.line}>
          <span>
            <OpeningState opening={company.opening} zone={company.time_zone} />
          </span>
          <span>
            <Bdi>{company.city}</Bdi>
          </span>
          {distance !== null && <span>{t("distance", { distance: format.kilometres(distance) })}</span>}
          {company.follower_count > 0 && <span>{t("followers", { count: company.follower_count })}</span>}
        </p>
      </div>
      <Actions company={company} />
    </header>
  );
}

/** Keys of the texts of its subcategories, or of its categories. A subcategory stands below one of the categories. */
const kindsOf = ({ categories, subcategories }: CompanyDetails): string[][] =>
  subcategories.length > 0
    ? subcategories.slice(0, 3).map((key) => [...categories.map((category) => `${category}.${key}`), key])
    : categories.slice(0, 3).map((key) => [key]);

function Actions({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const user = useUser();
  const follow = useFollow();
  const message = useMessageCompany();
  const [sharing, setSharing] = useState(false);
  const act = useAccountAction((action: "follow" | "message") =>
    action === "follow" ? follow.mutate(company) : message.mutate(company.id),
  );
  const { followed, is_member: own } = company;
  return (
    <div className={classes.actions}>
      {!own && user?.type !== "professional" && (
        <Button
          variant={followed ? "default" : "filled"}
          leftSection={<Icon of={followed ? IconCheck : IconPlus} size={18} />}
          onClick={() => act("follow")}
        >
          {t(followed ? "follow.following" : "follow.follow")}
        </Button>
      )}
      {!own && (
        <Button
          variant="default"
          leftSection={<Icon of={IconMessageCircle} size={18} />}
          loading={message.isPending}
          onClick={() => act("message")}
        >
          {t("message.action")}
        </Button>
      )}
      {!own && <SaveButton kind="company" id={company.id} name={company.name} />}
      <IconButton
        icon={IconShare3}
        directed
        label={t("share.action")}
        variant="default"
        aria-haspopup="dialog"
        onClick={() => setSharing(true)}
      />
      <ShareDialog
        title={t("share.title", { name: company.name })}
        target={{
          kind: "company",
          id: company.id,
          title: company.name,
          path: `/companies/${company.handle}`,
        }}
        opened={sharing}
        onClose={() => setSharing(false)}
      />
    </div>
  );
}
