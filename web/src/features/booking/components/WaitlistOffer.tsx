import { Button } from "@mantine/core";
import { IconBellPlus, IconCheck } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import type { BookableOffering } from "@/shared/booking/types";
import { Icon } from "@/ui/Icon";
import type { WaitChoice } from "../model/waitlist";
import classes from "./WaitlistOffer.module.css";

const WaitlistSheet = lazyPart(() => import("./WaitlistSheet").then((file) => file.WaitlistSheet));

interface WaitlistOfferProps {
  offering: BookableOffering;
  /** Times that are taken. */
  choices: readonly WaitChoice[];
  /** Everything is taken, not only some times. */
  full: boolean;
  /** The number of places is chosen with the time. */
  counted?: boolean;
  /** Dates of a stay are entered. */
  stay?: { rooms: number; members: number; today: string; checkIn: string | null };
}

/** Invitation to wait for a time that is taken. */
export function WaitlistOffer({ full, ...sheet }: WaitlistOfferProps) {
  const { t } = useTranslation("booking");
  const [opened, setOpened] = useState(false);
  const [joined, setJoined] = useState(false);
  const user = useUser();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (joined) {
    return (
      <div className={classes.box} role="status">
        <Icon of={IconCheck} />
        <div className={classes.words}>
          <p className={classes.title}>{t("waitlist.joined")}</p>
          <p className={classes.note}>{t("waitlist.joinedText")}</p>
          <Link to="/reservations">{t("waitlist.see")}</Link>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.box}>
      <Icon of={IconBellPlus} />
      <div className={classes.words}>
        <p className={classes.title}>{t(full ? "waitlist.full" : "waitlist.taken")}</p>
        <p className={classes.note}>{t("waitlist.lead")}</p>
      </div>
      {user && !isGuest(user) ? (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t("waitlist.join")}
        </Button>
      ) : (
        <Button component={Link} to={`/signup?next=${encodeURIComponent(here)}`} variant="default">
          {t("waitlist.signUp")}
        </Button>
      )}
      {opened && (
        <Suspense>
          <WaitlistSheet
            {...sheet}
            onClose={() => setOpened(false)}
            onJoined={() => {
              setOpened(false);
              setJoined(true);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
