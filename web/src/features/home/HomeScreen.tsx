import { Button } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { Town } from "@/illustrations/Town";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import classes from "./HomeScreen.module.css";
import { HomeSections } from "./HomeSections";
import { partOfDay } from "./partOfDay";
import type { LentCards } from "./sections";

interface HomeScreenProps {
  /** Field of the search, lent by its area where the shell has none. */
  search?: ReactNode;
  /** The signed-in person's last conversations, lent by the messages area. */
  recent?: ReactNode;
  /** Cards of orders and bookings, lent by their areas. */
  cards: LentCards;
  /** Advertisement, lent by its area. */
  advertisement?: ReactNode;
}

/** The square itself: a welcome, and the way to those one talks with. */
export function HomeScreen({ search, recent, cards, advertisement }: HomeScreenProps) {
  const { t } = useTranslation("home");
  const user = useUser();
  return (
    <Screen wide title={t("common:name")} header={<TopBar title={t("common:name")} brand />}>
      {search && <div className={classes.search}>{search}</div>}
      <section>
        <div className={classes.scene} aria-hidden="true">
          <Town strip />
        </div>
        <div className={classes.words}>
          <h1 className={classes.title}>
            {user ? (
              <>
                {t(`greeting.${partOfDay(new Date())}`)}
                {t("greeting.comma")}
                <Bdi>{user.firstName || user.userName}</Bdi>
              </>
            ) : (
              t("guest.title")
            )}
          </h1>
          <p className={classes.lead}>{t(user ? "greeting.lead" : "guest.lead")}</p>
          <div className={classes.actions}>
            {user && !isGuest(user) ? (
              <Button component={Link} to="/search" color="terracotta">
                {t("action.search")}
              </Button>
            ) : user ? (
              <Button component={Link} to="/signup" color="terracotta">
                {t("common:action.signUp")}
              </Button>
            ) : (
              <>
                <Button component={Link} to="/login" color="terracotta">
                  {t("common:action.signIn")}
                </Button>
                <Button component={Link} to="/signup" variant="default">
                  {t("common:action.signUp")}
                </Button>
              </>
            )}
            <Button
              component={Link}
              to="/map"
              variant="default"
              leftSection={<Icon of={IconMap2} size={18} />}
            >
              {t("action.map")}
            </Button>
          </div>
        </div>
      </section>
      <HomeSections cards={cards} advertisement={advertisement} />
      {recent ? (
        <section className={classes.recent} aria-labelledby="recent-title">
          <div className={classes.recentHead}>
            <h2 id="recent-title">{t("recent.title")}</h2>
            <Link to="/messages" className={classes.all}>
              {t("recent.all")}
            </Link>
          </div>
          <Suspense>{recent}</Suspense>
        </section>
      ) : (
        <FeatureHighlights />
      )}
    </Screen>
  );
}

const FEATURES = ["live", "kept", "pictures"] as const;

/** Lists the features of an account that exist today. */
function FeatureHighlights() {
  const { t } = useTranslation("home");
  return (
    <ul className={classes.promises}>
      {FEATURES.map((promise) => (
        <li key={promise} className={classes.promise}>
          <h2>{t(`feature.${promise}.title`)}</h2>
          <p>{t(`feature.${promise}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
